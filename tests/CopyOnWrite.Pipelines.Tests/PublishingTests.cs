namespace CopyOnWrite.Pipelines.Tests;

/// <summary>Every place names the same repository and version, so that publishing is one commit (CONTRIBUTING.md).</summary>
[TestClass]
public sealed class PublishingTests
{
    [TestMethod]
    public void EveryUseOfTheActionsNamesThePublishedRepositoryAndVersion()
    {
        (string Line, string Reference)[] uses = [.. Matches(Regex.Escape(Published.Repository) + @"(?:/\w+)?@([\w-]+(?:\.[\w-]+)*)")];
        Assert.IsGreaterThanOrEqualTo(5, uses.Length, Listed(uses));
        Assert.IsEmpty(uses.Where(use => use.Reference != Published.Reference), Listed(uses));
    }

    [TestMethod]
    public void OncePublishedNoPageHasAPlaceholder()
    {
        (string Line, string Name)[] left = [.. Matches($"({Published.Placeholder})")];
        Assert.AreEqual(Published.IsPlaceholder, left.Length > 0, Listed(left));
    }

    [TestMethod]
    public void EveryCommandAndPathNamesThisVersion()
    {
        const string OfVersion = @"(\d+\.\d+\.\d+(?:-[\w.]+)?)";
        (string Line, string Version)[] named =
            [.. Matches(@"CopyOnWrite\.\w+ --version " + OfVersion), .. Matches(@"/copyonwrite\.\w+/" + OfVersion + "/")];
        Assert.IsNotEmpty(named);
        Assert.IsEmpty(named.Where(one => one.Version != Published.Version), Listed(named));
    }

    /// <summary>An action that is pinned to a commit brings the tool of that commit, not the newest one.</summary>
    [TestMethod]
    [DataRow("action.yml")]
    [DataRow("report/action.yml")]
    public void AnActionInstallsTheToolOfItsVersion(string file) =>
        Assert.AreEqual(Published.Version, $"{Pipelines.Read(file)["inputs"]["version"]["default"]}");

    /// <summary>A gallery shows descriptions without the page that has the conditions of each measurement.</summary>
    [TestMethod]
    public void EveryNumberInADescriptionOfAPackageIsAmongTheBenchmarks()
    {
        string page = File.ReadAllText(Path.Combine(RepositoryRoot.Folder, "docs", "benchmarks", "README.md"));
        string src = Path.Combine(RepositoryRoot.Folder, "src");
        string[] descriptions = [.. Directory.GetFiles(src, "*.csproj", SearchOption.AllDirectories)
            .SelectMany(file => XDocument.Load(file).Descendants("Description")).Select(description => description.Value)];
        Assert.HasCount(4, descriptions);
        string[] measured = [.. NumbersIn(page)];
        string[] numbers = [.. descriptions.SelectMany(NumbersIn).Distinct()];
        Assert.IsNotEmpty(numbers);
        CollectionAssert.IsSubsetOf(numbers, measured);
    }

    [TestMethod]
    public void TheMarketplaceTakesTheAction()
    {
        YamlMappingNode action = Pipelines.Read("action.yml");
        Assert.IsLessThan(125, $"{action["description"]}".Length);
        Assert.HasCount(2, ((YamlMappingNode)action["branding"]).Children);
    }

    private static IEnumerable<string> NumbersIn(string text) =>
        Regex.Matches(text, @"(?<![\w.,])\d+(?:[.,]\d+)*").Select(match => match.Value);

    // CONTRIBUTING.md has the command that replaces the placeholder.
    private static IEnumerable<(string Line, string Value)> Matches(string pattern) =>
        from file in Files()
        from line in File.ReadLines(file)
        from match in Regex.Matches(line, pattern)
        select ($"{Path.GetRelativePath(RepositoryRoot.Folder, file)}: {line.Trim()}", match.Groups[1].Value);

    private static IEnumerable<string> Files() =>
        new[] { ".", "docs", "report", "skills", "src" }
            .SelectMany(folder => Directory.GetFiles(
                Path.Combine(RepositoryRoot.Folder, folder),
                "*",
                folder == "." ? SearchOption.TopDirectoryOnly : SearchOption.AllDirectories))
            .Where(file => Path.GetExtension(file) is ".md" or ".yml" && Path.GetFileName(file) != "CONTRIBUTING.md");

    private static string Listed(IEnumerable<(string Line, string Value)> matches) =>
        string.Join('\n', matches.Select(match => match.Line));
}
