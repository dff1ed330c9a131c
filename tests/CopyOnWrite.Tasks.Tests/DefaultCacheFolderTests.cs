namespace CopyOnWrite.Tasks.Tests;

[TestClass]
public sealed class DefaultCacheFolderTests
{
    private string _root = null!;

    [TestInitialize]
    public void MakeRoot() => _root = Directory.CreateTempSubdirectory("cow-tests-").FullName;

    [TestCleanup]
    public void DeleteRoot() => Directory.Delete(_root, recursive: true);

    [TestMethod]
    [DataRow("repo", "repo/.git/HEAD")]
    [DataRow("repo", "repo/.git")]
    [DataRow("repo", "repo/.git/HEAD", "repo/Directory.Build.props")]
    [DataRow(
        "repo", "repo/.git/HEAD", "repo/Directory.Build.props", "repo/src/Directory.Build.props", "repo/src/app/Directory.Build.targets")]
    [DataRow("repo/src", "repo/.git/HEAD", "repo/src/Directory.Build.props")]
    [DataRow("repo/src", "repo/.git/HEAD", "repo/src/Directory.Packages.props", "repo/src/app/Directory.Build.props")]
    [DataRow("repo/src", "repo/.git/HEAD", "repo/src/Directory.Build.targets")]
    [DataRow("repo", "repo/.git/HEAD", "Directory.Build.props")]
    [DataRow("repo/src", "repo/.git/HEAD", "repo/src/.git", "repo/Directory.Build.props")]
    [DataRow("repo/src", "repo/src/Directory.Build.props", "repo/Directory.Build.props")]
    [DataRow("repo", "repo/Directory.Packages.props")]
    [DataRow("repo/src/app", "repo/src/app/Directory.Build.targets", "repo/Directory.Build.props")]
    public void ItIsInTheRepository(string expected, params string[] files)
    {
        foreach (string file in files)
        {
            Write(file);
        }

        string project = Directory.CreateDirectory(Path.Combine(_root, "repo/src/app")).FullName;

        Assert.AreEqual(Path.Combine(_root, expected, ".copyonwrite-cache"), DefaultCacheFolder.Of(project, OneVolume));
        Assert.AreEqual(
            Path.Combine(_root, expected, ".copyonwrite-cache"),
            DefaultCacheFolder.Of(project + "/", OneVolume),
            "With a slash at its end.");
    }

    [TestMethod]
    public void WithoutARepositoryThereIsNone()
    {
        string project = Directory.CreateDirectory(Path.Combine(_root, "no/repository")).FullName;
        string[] above = [.. Ancestors(_root)
            .SelectMany(folder => new[] { ".git", "Directory.Build.props", "Directory.Packages.props", "Directory.Build.targets" }
                .Select(name => Path.Combine(folder, name))).Where(Path.Exists)];
        if (above.Length > 0)
        {
            Assert.Inconclusive($"The folder for temporary files lies in a repository: {above[0]}");
        }

        Assert.IsNull(DefaultCacheFolder.Of(project, OneVolume));
    }

    [TestMethod]
    [DataRow("repo/src/app/Directory.Build.targets", "repo/src/app")]
    [DataRow("repo/src/app/project.csproj", null)]
    public void OnAnotherVolumeThanTheProjectsItIsNotLookedFor(string file, string? expected)
    {
        Write("repo/.git/HEAD");
        Write("repo/Directory.Build.props");
        Write(file);
        string mount = Path.Combine(_root, "repo/src");

        string? found = DefaultCacheFolder.Of(
            Path.Combine(mount, "app"), (_, folder) => folder.StartsWith(mount, System.StringComparison.Ordinal));

        Assert.AreEqual(expected is null ? null : Path.Combine(_root, expected, ".copyonwrite-cache"), found);
    }

    private static bool OneVolume(string project, string folder) => true;

    private static System.Collections.Generic.IEnumerable<string> Ancestors(string folder)
    {
        for (string? above = folder; above is not null; above = Path.GetDirectoryName(above))
        {
            yield return above;
        }
    }

    private void Write(string relative)
    {
        string path = Path.Combine(_root, relative);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllText(path, string.Empty);
    }
}
