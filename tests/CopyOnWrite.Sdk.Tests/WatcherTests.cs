namespace CopyOnWrite.Sdk.Tests;

/// <summary>What those are told who watch an output: hot reload of plugins, of styles, servers of development.</summary>
[TestClass]
public sealed class WatcherTests
{
    private static readonly TimeSpan s_hang = TimeSpan.FromMinutes(5);

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
        repo.WriteCopies("""<Copy SourceFiles="source.dll" DestinationFiles="out/replaced.dll" />""");

        CollectionAssert.Contains(ChangedIn(repo, Repo.BuiltIn), "replaced.dll");
        CollectionAssert.Contains(ChangedIn(repo), "replaced.dll");
    }

    private static string[] ChangedIn(Repo repo, params string[] arguments)
    {
        File.SetLastWriteTimeUtc(repo.Write("out/replaced.dll", "old"), new DateTime(2020, 1, 1, 0, 0, 0, DateTimeKind.Utc));
        var changed = new ConcurrentQueue<string>();
        using var watcher = new FileSystemWatcher(repo.PathOf("out"));
        watcher.Changed += (_, change) => changed.Enqueue(change.Name!);
        watcher.EnableRaisingEvents = true;
        repo.BuildCopies(arguments).Succeeded();

        // Events come in their order.
        repo.Write("out/last", "last");
        Assert.IsTrue(SpinWait.SpinUntil(() => changed.Contains("last"), s_hang), "The watcher raises nothing.");
        return [.. changed];
    }
}
