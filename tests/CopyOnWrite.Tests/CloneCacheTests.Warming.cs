using System.IO;
using System.Linq;
using CopyOnWrite.Testing;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Tests;

/// <summary>Files that are added to the cache before a build copies them.</summary>
public abstract partial class CloneCacheTests
{
    [TestMethod]
    public void WhatTheCacheIsWarmedWithIsClonedByTheFirstCopy()
    {
        string[] sources = SettledFiles.Take(3);
        using (CacheFill fill = Warming(sources))
        {
            int done = 0;
            fill.Run(() => done++);
            Assert.AreEqual((3, 3, 3), (done, fill.Count, fill.Present));
            Assert.AreEqual((3 * SettledFiles.Length, CacheProblem.None), (fill.BytesAdded, fill.Problem));
        }

        AssertCacheHolds(sources);
        Assert.AreEqual(CloneOutcome.ClonedFromCache(SettledFiles.Length), Copy(sources[1], "first"));
        using CacheFill again = Warming(sources);
        again.Run();
        Assert.AreEqual((3, 0L), (again.Present, again.BytesAdded));
    }

    [TestMethod]
    public void WhatABuildWouldNotAddIsNotAdded()
    {
        using VolumeUnderTest plain = VolumeUnderTest.Require("plain");
        string[] notAdded =
        [
            Files.Write(plain.PathOf("small"), 1000), plain.PathOf("missing"), plain.Folder,
            Files.Write(Volume.PathOf("on the volume itself"), SettledFiles.Length), plain.PathOf(new string('x', 5000)),
        ];
        string source = SettledFiles.Take();

        using CacheFill fill = Warming([.. notAdded, source]);
        fill.Run();

        Assert.AreEqual((1, 1), (fill.Count, fill.Present));
        AssertCacheHolds(source);
    }

    /// <summary>As after a restore, whose files are new: their change time has to be some seconds old.</summary>
    [TestMethod]
    [TestCategory("Slow")]
    public void AFileThatWasWrittenJustNowIsWaitedFor()
    {
        using VolumeUnderTest plain = VolumeUnderTest.Require("plain");
        string source = Files.Write(plain.PathOf("source"), SettledFiles.Length);
        using (CacheFill fill = Warming([source]))
        {
            fill.Run();
            Assert.AreEqual(1, fill.Present);
        }

        Assert.AreEqual(CloneOutcome.ClonedFromCache(SettledFiles.Length), Copy(source, "first"));
    }

    [TestMethod]
    public void AFolderThatIsNoCacheIsNotWarmed()
    {
        File.WriteAllText(Folder, "a file");
        Assert.IsNull(Strategy.NewCacheFill(Folder, SettledFiles.Take(1), out CacheProblem problem, out _));
        Assert.AreEqual(CacheProblem.NotAFolder, problem);
        Assert.AreEqual("a file", File.ReadAllText(Folder));
    }

    [TestMethod]
    public void OnAVolumeThatCannotCloneNothingIsMade()
    {
        using VolumeUnderTest plain = VolumeUnderTest.Require("plain");
        Assert.IsNull(Strategy.NewCacheFill(plain.PathOf("cache"), SettledFiles.Take(1), out CacheProblem problem, out _));
        Assert.AreEqual(CacheProblem.None, problem);
        Assert.IsEmpty(Names(plain.Folder).Where(name => name == "cache"));
    }

    private CacheFill Warming(string[] files)
    {
        CacheFill? fill = Strategy.NewCacheFill(Folder, files, out CacheProblem problem, out int error);
        Assert.IsNotNull(fill, $"{problem}, error {error}");
        return fill;
    }
}
