using System.IO;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Tests.Windows;

/// <summary>Files that are added to the cache before a build copies them.</summary>
public sealed partial class CacheOnTheModelTests
{
    [TestMethod]
    public void WhatTheCacheIsWarmedWithIsClonedByTheFirstCopy()
    {
        string[] sources = [Package(), Package("other", Length + 1)];
        using (CacheFill fill = Warming(sources))
        {
            int done = 0;
            fill.Run(() => done++);
            Assert.AreEqual((2, 2, 2), (done, fill.Count, fill.Present));
            Assert.AreEqual(((2 * Length) + 1L, CacheProblem.None), (fill.BytesAdded, fill.Problem));
        }

        AssertCacheHolds(sources);
        Assert.AreEqual(s_cloned, Copy(sources[0], "first"));
        using CacheFill again = Warming(sources);
        again.Run();
        Assert.AreEqual((2, 0L), (again.Present, again.BytesAdded));
    }

    [TestMethod]
    public void WhatABuildWouldNotAddIsNotAdded()
    {
        string streams = Package("streams");
        Model.FileAt(streams).Streams["Zone.Identifier"] = [1];
        string[] notAdded = [Package("small", 1000), PathOf("c/missing"), PathOf("c"), Source(Length), streams];
        string source = Package();

        using CacheFill fill = Warming([.. notAdded, source]);
        fill.Run();

        Assert.AreEqual((1, 1), (fill.Count, fill.Present));
        AssertCacheHolds(source);
    }

    [TestMethod]
    public void OnAVolumeThatCannotCloneNothingIsMade()
    {
        Assert.IsNull(Strategy.NewCacheFill(PathOf("c/cache"), [Package()], out CacheProblem problem, out _));
        Assert.AreEqual(CacheProblem.None, problem);
        Assert.IsFalse(Directory.Exists(PathOf("c/cache")));
    }

    [TestMethod]
    public void AFolderThatOthersCanChangeIsNotWarmed()
    {
        Directory.CreateDirectory(Folder);
        Assert.IsNull(Strategy.NewCacheFill(Folder, [Package()], out CacheProblem problem, out _));
        Assert.AreEqual(CacheProblem.WritableByOthers, problem);
    }

    private CacheFill Warming(string[] files)
    {
        CacheFill? fill = Strategy.NewCacheFill(Folder, files, out CacheProblem problem, out int error);
        Assert.IsNotNull(fill, $"{problem}, error {error}");
        return fill;
    }
}
