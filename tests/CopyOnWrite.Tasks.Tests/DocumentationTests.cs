namespace CopyOnWrite.Tasks.Tests;

/// <summary>Links between pages, and the pages that sources and messages name, lead to files.</summary>
[TestClass]
public sealed class DocumentationTests
{
    private static readonly string[] s_folders = [".github", "build", "docs", "eng", "samples", "src", "tests"];
    private static readonly string[] s_notSources = ["artifacts", "bin", "node_modules", "obj"];
    private static readonly string[] s_text = [".cs", ".csproj", ".md", ".props", ".ps1", ".sh", ".targets", ".yml"];

    [TestMethod]
    public void EveryRelativeLinkLeadsToAFileAndItsHeading()
    {
        string[] pages = [.. Files().Where(file => file.EndsWith(".md", StringComparison.Ordinal))];
        Assert.IsGreaterThan(30, pages.Length);
        string[] broken = [.. pages.SelectMany(BrokenIn)];
        Assert.IsEmpty(broken, string.Join('\n', broken));
    }

    [TestMethod]
    [DataRow("[a](b.md)", 0)]
    [DataRow("[a](b.md#a-heading-of-its-own)", 0)]
    [DataRow("[a](https://example.org/none.md)", 0)]
    [DataRow("```\n[a](none.md)\n```", 0)]
    [DataRow("[a](none.md)", 1)]
    [DataRow("[a](b.md#none), [b](none/b.md)", 2)]
    [DataRow("[a](#none)", 1)]
    public void ABrokenLinkIsFound(string text, int broken)
    {
        using VolumeUnderTest folder = VolumeUnderTest.InTemporaryFolder();
        File.WriteAllText(folder.PathOf("b.md"), "# B\n\n## A heading, of `its` own\n");
        string[] found = [.. BrokenIn(TextFile.Write(folder.PathOf("a.md"), text))];
        Assert.HasCount(broken, found, string.Join('\n', found));
    }

    [TestMethod]
    public void EveryPageThatSourcesNameIsThere()
    {
        (string File, string Page)[] named = [.. Files().SelectMany(file =>
            File.ReadLines(file).SelectMany(line => PagesNamedIn(file, line)))];
        Assert.IsGreaterThan(50, named.Length);
        string[] missing = [.. named.Where(name => !File.Exists(Path.Combine(RepositoryRoot.Folder, name.Page)))
            .Select(name => $"{name.File}: {name.Page}")];
        Assert.IsEmpty(missing, string.Join('\n', missing));
    }

    [TestMethod]
    public void EveryCodeHasItsTextAndARowInTheIndex()
    {
        string folder = Path.Combine(RepositoryRoot.Folder, "docs", "diagnostics");
        string[] index = File.ReadAllLines(Path.Combine(folder, "README.md"));
        string sources = Path.Combine(RepositoryRoot.Folder, "src");
        string[] codes = [.. Files().Where(file => file.StartsWith(sources, StringComparison.Ordinal))
            .SelectMany(file => Regex.Matches(File.ReadAllText(file), @"\bCOW1\d{3}\b").Select(code => code.Value)).Distinct()];
        Assert.IsGreaterThan(20, codes.Length);
        foreach (string code in codes)
        {
            string page = Documentation.PageOf(code);
            NamedPage.AssertHas(page, code);
            string row = $"| [{code}]({Path.GetFileName(page)}) | ";
            Assert.HasCount(1, index.Where(line => line.StartsWith(row, StringComparison.Ordinal)), row);
            string text = TextOf(code, page[..page.IndexOf('#', StringComparison.Ordinal)]);
            Assert.Contains("\n- **Message:** ", text);
            Assert.Contains("\n- **Cause:** ", text);
            Assert.Contains("\n- **Fix:** ", text);
        }
    }

    /// <summary>The codes in records are enum names: log.md has each, so that none is renamed by accident.</summary>
    [TestMethod]
    public void TheLogsPageHasEachReasonWithItsCode()
    {
        string page = File.ReadAllText(Path.Combine(RepositoryRoot.Folder, "docs", "reference", "log.md"));
        string lists = page.Replace('\n', ' ');
        IEnumerable<(string Words, string Code)> ofFiles = Enum.GetValues<Reason>().Except([Reason.None])
            .Select(reason => (ReasonText.Of(reason), reason.ToString()));
        IEnumerable<(string Words, string Code)> ofCalls = Enum.GetValues<FallbackReason>()
            .Except([FallbackReason.None, FallbackReason.NothingToCopy])
            .Select(reason => (FallbackText.Of(reason), reason.ToString()));

        string[] missing = [.. ofFiles.Concat(ofCalls)
            .Where(row => !page.Contains($"| {row.Words} | `{row.Code}` |") && !lists.Contains($" {row.Words} (`{row.Code}`)"))
            .Select(row => $"{row.Words}: {row.Code}")];
        Assert.IsEmpty(missing, string.Join('\n', missing));
    }

    /// <summary>The relative links, outside of code blocks, that lead to no file or folder, or to no heading of the page.</summary>
    private static IEnumerable<string> BrokenIn(string page)
    {
        foreach (Match link in Text(page).SelectMany(line => Regex.Matches(line, @"\]\((?<path>[^)#\s:]*)(#(?<heading>[^)\s]+))?\)")))
        {
            string path = link.Groups["path"].Value;
            string target = path.Length == 0 ? page : Path.Combine(Path.GetDirectoryName(page)!, path);
            string heading = link.Groups["heading"].Value;
            if (!Path.Exists(target) || (heading.Length > 0 && !Text(target).Any(line => AnchorOf(line) == heading)))
            {
                yield return $"{page}: {link.Value[1..]}";
            }
        }
    }

    /// <summary>GitHub's anchor of a heading: lower case, no punctuation, a hyphen for each space. Null for other lines.</summary>
    private static string? AnchorOf(string line) => Regex.Match(line, "^#+ (?<text>.+)$") is { Success: true } heading
        ? Regex.Replace(heading.Groups["text"].Value.Trim().ToLowerInvariant(), @"[^\w\- ]", string.Empty).Replace(' ', '-')
        : null;

    private static string[] Text(string page) =>
        Regex.Replace(File.ReadAllText(page), @"^ *```.*?^ *```.*?$", string.Empty, RegexOptions.Multiline | RegexOptions.Singleline)
            .Split('\n');

    private static string TextOf(string code, string page)
    {
        string[] lines = File.ReadAllLines(page);
        IEnumerable<string> text = lines.Skip(Array.IndexOf(lines, $"## {code}") + 1);
        return string.Join('\n', text.TakeWhile(line => !line.StartsWith("## ", StringComparison.Ordinal)));
    }

    // Another repository's page, and the name that stands for those of all codes.
    private static IEnumerable<(string File, string Page)> PagesNamedIn(string file, string line) =>
        line.Contains("of dotnet/runtime", StringComparison.Ordinal) || line.Contains("COWnnnn", StringComparison.Ordinal) ? []
            : Regex.Matches(line, @"(?<![\w/.])docs/[\w./-]+\.md\b").Select(page => (file, page.Value));

    private static IEnumerable<string> Files() => Directory.EnumerateFiles(RepositoryRoot.Folder, "*.md")
        .Concat(s_folders.SelectMany(folder => FilesBelow(Path.Combine(RepositoryRoot.Folder, folder))));

    private static IEnumerable<string> FilesBelow(string folder) => Directory.EnumerateFiles(folder)
        .Where(file => s_text.Contains(Path.GetExtension(file)))
        .Concat(Directory.EnumerateDirectories(folder)
            .Where(below => !s_notSources.Contains(Path.GetFileName(below)))
            .SelectMany(FilesBelow));
}
