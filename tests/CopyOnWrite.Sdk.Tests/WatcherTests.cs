namespace CopyOnWrite.Sdk.Tests;

/// <summary>What those are told who watch an output: hot reload of plugins, of styles, servers of development.</summary>
[TestClass]
public sealed class WatcherTests
{
    private const string New = "new.dll";
    private const string Replaced = "replaced.dll";

    public TestContext TestContext { get; set; } = null!;

    /// <summary>https://github.com/natemcmaster/DotNetCorePlugins has a handler of Changed only.</summary>
    [TestMethod]
    [DataRow("btrfs", 100_000)]
    [DataRow("xfs", 2_000_000)]
    [DataRow("plain", 100_000)]
    [DataRow("plain", 2_000_000)]
    public void AFileThatIsReplacedIsChangedForAWatcherAsWithTheBuiltIn(string volumeName, int length)
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require(volumeName);
        Repo repo = Repo.New(volume);
        repo.Write("source.dll", new string('s', length));
        repo.Write("copies.proj", $"""
            <Project DefaultTargets="Build">
              <Import Project="Directory.Build.props" />
              <Target Name="Build"><Copy SourceFiles="source.dll;source.dll" DestinationFiles="out/{New};out/{Replaced}" /></Target>
            </Project>
            """);

        string[] builtIn = ChangedIn(repo, "built-in", "-p:DisableCopyOnWrite=true");
        string[] ours = ChangedIn(repo, "ours");

        CollectionAssert.Contains(builtIn, Replaced);
        CollectionAssert.Contains(ours, Replaced);
    }

    private string[] ChangedIn(Repo repo, string name, params string[] arguments)
    {
        File.SetLastWriteTimeUtc(repo.Write($"out/{Replaced}", "old"), new DateTime(2020, 1, 1, 0, 0, 0, DateTimeKind.Utc));
        File.Delete(repo.PathOf($"out/{New}"));
        using var watched = new WatchedFolder(repo.PathOf("out"));
        DotNetResult build = repo.Run(["build", "copies.proj", "-nologo", .. arguments]);
        Assert.AreEqual(0, build.ExitCode, build.Output);
        string[] changed = watched.Changed();
        ILookup<string, string> events = watched.Events();
        foreach (string file in new[] { New, Replaced })
        {
            TestContext.WriteLine(
                $"{name}, {file}: {string.Join(' ', events[file])}; a FileSystemWatcher: {changed.Count(one => one == file)} Changed");
        }

        TestContext.WriteLine($"{name}, other names: {string.Join(' ', events.Select(one => one.Key).Except([New, Replaced]))}");
        return changed;
    }
}
