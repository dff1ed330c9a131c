namespace CopyOnWrite.Tests;

/// <summary>Editors show max_line_length of .editorconfig; no compiler and no analyzer of a build reads it.</summary>
[TestClass]
public sealed partial class LineLengthTests
{
    [TestMethod]
    public void NoLineOfCodeIsLongerThanEditorConfigSays()
    {
        string config = File.ReadAllText(Path.Combine(RepositoryRoot.Folder, ".editorconfig")).ReplaceLineEndings("\n");
        int most = int.Parse(Limit().Match(config).Groups[1].Value, CultureInfo.InvariantCulture);
        string[] files = [.. SourcesBelow(RepositoryRoot.Folder)];

        Assert.IsGreaterThan(600, files.Length);
        string[] longer =
        [
            .. from file in files
               from line in File.ReadLines(file).Index()
               where line.Item.Length > most
               select $"{Path.GetRelativePath(RepositoryRoot.Folder, file)}:{line.Index + 1}: {line.Item.Length}",
        ];
        Assert.IsEmpty(longer, string.Join('\n', longer));
    }

    // Not what builds write, nor what a tool keeps in its folder, such as other checkouts.
    private static IEnumerable<string> SourcesBelow(string folder) => Directory.EnumerateFiles(folder, "*.cs")
        .Concat(Directory.EnumerateDirectories(folder)
            .Where(below => Path.GetFileName(below) is not ("bin" or "obj" or "artifacts" or ['.', ..]))
            .SelectMany(SourcesBelow));

    [GeneratedRegex(@"^\[\*\.cs\]\n(?:[^\[\n].*\n)*?max_line_length = (\d+)$", RegexOptions.Multiline)]
    private static partial Regex Limit();
}
