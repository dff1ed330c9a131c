namespace CopyOnWrite.Tasks.Tests;

/// <summary>What a call leaves to the cache's thread, one for the process, and says of a folder that it does not use.</summary>
[TestClass]
[OSCondition(OperatingSystems.Linux)]
[DoNotParallelize]
public sealed class CacheOfTheTaskTests
{
    private const string AsOwner = "Build as that user, or set CopyOnWriteCachePath to a folder of your own on this volume. See ";

    private static readonly TimeSpan s_hang = TimeSpan.FromMinutes(1);

    private readonly CacheFiller _filler = TaskProcess.Instance.Platform!.CacheFiller;

    [TestMethod]
    [DataRow(false, 0)]
    [DataRow(true, 3)]
    [Timeout(120_000)]
    public void WhatIsNotAddedWhenTheBuildEndsIsLeftUnlessTheBuildWaits(bool waits, int entries)
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require("btrfs");
        string cache = volume.PathOf("cache");
        string[] sources = SettledFiles.Take(3);
        var engine = new RecordingEngine();

        // Simulates another call of the process, so that the thread begins no entry before the build ends.
        _filler.CallBegins();
        try
        {
            AssertCopied(engine, volume, cache, sources, waits ? "true" : "");
            Assert.IsEmpty(EntriesIn(cache), engine.ToString());
            object? end = engine.GetRegisteredTaskObject(_filler, RegisteredTaskObjectLifetime.Build);
            Assert.IsInstanceOfType<IDisposable>(end, engine.ToString());
            ((IDisposable)end).Dispose();
            Assert.HasCount(entries, EntriesIn(cache), engine.ToString());
        }
        finally
        {
            _filler.CallEnds();
        }

        _filler.Wait();
        Assert.HasCount(entries, EntriesIn(cache), engine.ToString());
    }

    /// <summary>The engine's process lives on after a build that a logger's exception ended.</summary>
    [TestMethod]
    [Timeout(120_000)]
    public void AfterACallWhoseLoggerThrewTheCacheIsFilledAgain()
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require("btrfs");
        string[] sources = SettledFiles.Take(1);
        string file = volume.PathOf("file");
        File.WriteAllText(file, string.Empty);
        var failing = RecordingEngine.At(" is a file, ", () => throw new TimeoutException("at the end of the call"));
        AssertCopied(failing, volume, file, sources);
        Assert.Contains("CopyOnWrite: an unexpected error", failing.ToString());
        var throwing = RecordingEngine.At(" is a file, ", () => throw new LoggerException("logger"));
        Assert.ThrowsExactly<LoggerException>(() => AssertCopied(throwing, volume, file, sources));

        string cache = volume.PathOf("cache");
        AssertCopied(new RecordingEngine(), volume, cache, sources);

        // Not CacheFiller.Wait, which makes entries beside calls at work.
        Assert.IsTrue(SpinWait.SpinUntil(() => EntriesIn(cache).Length == 1, s_hang), "No entry is begun.");
        _filler.Wait();
    }

    [TestMethod]
    [DataRow(false, false, "is not created: its parent folder belongs to another user (65534), who could not delete a cache", AsOwner)]
    [DataRow(true, false, "belongs to another user (65534), who could change the files in it", AsOwner)]
    [DataRow(true, true, "belongs to another user (65534), who could change the files in it", "`sudo rm -r '{0}'` removes it. See ")]
    public void OnlyInARepositoryOfOnesOwnIsAnotherUsersFolderToBeRemoved(bool isThere, bool inOwn, string problem, string step)
    {
        Tools.SkipUnless(Environment.UserName == "root", "Only root can give a folder away.");
        using VolumeUnderTest volume = VolumeUnderTest.Require("btrfs");
        string cache = volume.PathOf(CacheFiles.DefaultFolder);
        if (isThere)
        {
            Directory.CreateDirectory(cache);
            Command.OutputOf("chown", "65534", cache);
        }

        Command.OutputOf("chown", inOwn ? "0" : "65534", volume.Folder);
        var engine = new RecordingEngine();

        AssertCopied(engine, volume, cache, SettledFiles.Take(1));

        Assert.Contains(problem, engine.ToString());
        Assert.Contains(string.Format(CultureInfo.InvariantCulture, step, cache), engine.ToString());
    }

    private static void AssertCopied(RecordingEngine engine, VolumeUnderTest volume, string cache, string[] sources, string waits = "")
    {
        Settings.Register(engine, Directory.GetCurrentDirectory(), Array.ConvertAll(Settings.Table.Rows, setting => setting.Name switch
        {
            Settings.CachePathProperty => cache,
            "CopyOnWriteCacheWait" => waits,
            _ => string.Empty,
        }));
        var copy = new Copy
        {
            BuildEngine = engine,
            SourceFiles = [.. Array.ConvertAll(sources, source => new ProjectItem(volume.Folder, source))],
            DestinationFolder = new ProjectItem(volume.Folder, volume.PathOf("out")),
        };
        Assert.IsTrue(copy.Execute(), engine.ToString());
    }

    private static string[] EntriesIn(string cache) => Directory.GetFiles(cache, "*" + CacheFiles.Entry);
}
