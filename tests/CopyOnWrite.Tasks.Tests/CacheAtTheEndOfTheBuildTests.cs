namespace CopyOnWrite.Tasks.Tests;

/// <summary>
/// What the cache lacks when a build ends. The process has one thread for all of its caches, and the tests hold it up.
/// </summary>
[TestClass]
[OSCondition(OperatingSystems.Linux)]
[DoNotParallelize]
public sealed class CacheAtTheEndOfTheBuildTests
{
    private static readonly TimeSpan s_hang = TimeSpan.FromMinutes(1);

    [TestMethod]
    [DataRow(false, 0)]
    [DataRow(true, 3)]
    [Timeout(120_000)]
    public void WhatIsNotAddedWhenTheBuildEndsIsLeftUnlessTheBuildWaits(bool waits, int entries)
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require("btrfs");
        string[] sources = SettledFiles.Take(3);
        string cache = volume.PathOf("cache");
        CacheFiller filler = TaskProcess.Instance.Platform!.CacheFiller;
        var engine = new RecordingEngine();
        Settings.Register(engine, Directory.GetCurrentDirectory(), ["", cache, "", "", waits ? "true" : "", "", "", ""]);

        // Simulates another call of the process, so that the thread begins no entry before the build ends.
        filler.CallBegins();
        try
        {
            Assert.IsTrue(NewCopy(engine, volume, sources).Execute(), engine.ToString());
            Assert.IsEmpty(Entries(), engine.ToString());
            object? end = engine.GetRegisteredTaskObject(filler, RegisteredTaskObjectLifetime.Build);
            Assert.IsInstanceOfType<IDisposable>(end, engine.ToString());
            ((IDisposable)end).Dispose();
            Assert.HasCount(entries, Entries(), engine.ToString());
        }
        finally
        {
            filler.CallEnds();
        }

        filler.Wait();
        Assert.HasCount(entries, Entries(), engine.ToString());

        string[] Entries() => Directory.GetFiles(cache, "*" + CacheFiles.Entry);
    }

    /// <summary>The engine's process lives on after a build that a logger's exception ended.</summary>
    [TestMethod]
    [Timeout(120_000)]
    public void AfterACallWhoseLoggerThrewTheCacheIsFilledAgain()
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require("btrfs");
        string[] sources = SettledFiles.Take(1);
        File.WriteAllText(volume.PathOf("file"), string.Empty);
        var throwing = new RecordingEngine
        {
            OnMessage = text => _ = text.Contains(" is a file, ", StringComparison.Ordinal)
                ? throw new InvalidOperationException("logger")
                : 0,
        };
        Settings.Register(throwing, Directory.GetCurrentDirectory(), ["", volume.PathOf("file"), "", "", "", "", "", ""]);
        Assert.ThrowsExactly<InvalidOperationException>(() => NewCopy(throwing, volume, sources).Execute());

        var engine = new RecordingEngine();
        Settings.Register(engine, Directory.GetCurrentDirectory(), ["", volume.PathOf("cache"), "", "", "", "", "", ""]);
        Assert.IsTrue(NewCopy(engine, volume, sources).Execute(), engine.ToString());

        // Not CacheFiller.Wait, which makes entries beside calls at work.
        Assert.IsTrue(
            SpinWait.SpinUntil(() => Directory.GetFiles(volume.PathOf("cache"), "*" + CacheFiles.Entry).Length == 1, s_hang),
            "No entry is begun.");
        TaskProcess.Instance.Platform!.CacheFiller.Wait();
    }

    private static Copy NewCopy(RecordingEngine engine, VolumeUnderTest volume, string[] sources) => new()
    {
        BuildEngine = engine,
        SourceFiles = [.. Array.ConvertAll(sources, source => new ProjectItem(volume.Folder, source))],
        DestinationFolder = new ProjectItem(volume.Folder, volume.PathOf("out")),
    };
}
