namespace CopyOnWrite.Tasks.Tests;

/// <summary>
/// What the cache lacks when a build ends. The process has one thread for all of its caches, and the tests hold it up.
/// </summary>
[TestClass]
[OSCondition(OperatingSystems.Linux)]
[DoNotParallelize]
public sealed class CacheAtTheEndOfTheBuildTests
{
    [TestMethod]
    [DataRow(false, 0)]
    [DataRow(true, 3)]
    [Timeout(120_000)]
    public void WhatIsNotAddedWhenTheBuildEndsIsLeftUnlessTheBuildWaits(bool waits, int entries)
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require("btrfs");
        string[] sources = SettledFiles.Take(3);
        string cache = volume.PathOf("cache");
        CacheUpkeep upkeep = TaskProcess.Instance.Cloner!.CacheUpkeep;
        var engine = new RecordingEngine();
        Settings.Register(engine, Directory.GetCurrentDirectory(), ["", cache, "", "", waits ? "true" : "", "", "", ""]);

        // Simulates another call of the process, so that the thread begins no entry before the build ends.
        upkeep.CallBegins();
        try
        {
            var task = new Copy
            {
                BuildEngine = engine,
                SourceFiles = [.. Array.ConvertAll(sources, source => new ProjectItem(volume.Folder, source))],
                DestinationFolder = new ProjectItem(volume.Folder, volume.PathOf("out")),
            };
            Assert.IsTrue(task.Execute(), engine.ToString());
            Assert.IsEmpty(Entries(), engine.ToString());
            object? end = engine.GetRegisteredTaskObject(upkeep, RegisteredTaskObjectLifetime.Build);
            Assert.IsInstanceOfType<IDisposable>(end, engine.ToString());
            ((IDisposable)end).Dispose();
            Assert.HasCount(entries, Entries(), engine.ToString());
        }
        finally
        {
            upkeep.CallEnds();
        }

        upkeep.Wait();
        Assert.HasCount(entries, Entries(), engine.ToString());

        string[] Entries() => Directory.GetFiles(cache, "*" + CacheFiles.Entry);
    }
}
