using System;
using System.IO;
using CopyOnWrite.Testing;
using Microsoft.Build.Framework;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Tasks.Tests;

/// <summary>
/// What the cache lacks when a build ends. The process has one thread for all of its caches, and the tests hold it up.
/// </summary>
[TestClass]
[OSCondition(OperatingSystems.Linux)]
[DoNotParallelize]
public sealed class CacheAtTheEndOfTheBuildTests
{
    /// <summary>On Windows the folder cannot be deleted while entries are added; elsewhere a process that lives on goes on with them.</summary>
    [TestMethod]
    [DataRow("waits", 3)]
    [DataRow("as on Windows", 0)]
    [DataRow("as elsewhere", 3)]
    [Timeout(120_000)]
    public void WhatIsNotAddedWhenTheBuildEndsIsAddedByThenOrLeftOrAddedBehindIt(string how, int entries)
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require("btrfs");
        string[] sources = SettledFiles.Take(3);
        string cache = volume.PathOf("cache");
        CacheUpkeep upkeep = TaskProcess.Instance.Cloner!.CacheUpkeep;
        var engine = new RecordingEngine();
        Settings.Register(
            engine, Directory.GetCurrentDirectory(), ["", cache, "", "", how == "waits" ? "true" : "", "", "", ""]);

        // As another call of the process, so that the thread begins no entry before the build ends.
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
            if (how == "as on Windows")
            {
                CacheAtTheEndOfTheBuild.Register(engine, upkeep, waits: false);
            }

            object? end = engine.GetRegisteredTaskObject(upkeep, RegisteredTaskObjectLifetime.Build);
            Assert.AreEqual(how != "as elsewhere", end is IDisposable, engine.ToString());
            (end as IDisposable)?.Dispose();
            Assert.HasCount(how == "waits" ? entries : 0, Entries(), engine.ToString());
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
