using System;
using System.IO;
using System.Linq;
using CopyOnWrite.Testing;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Tests;

/// <summary>Folders and destinations on volumes that are not the cache's business.</summary>
public abstract partial class CloneCacheTests
{
    [TestMethod]
    [DataRow("plain", false)]
    [DataRow("plain", true)]
    [DataRow("tmpfs", false)]
    [DataRow("another that clones", false)]
    [DataRow("another that clones", true)]
    public void OnAnotherVolumeTheCacheIsNotUsedAndNoFolderIsMade(string volumeName, bool isThere)
    {
        using VolumeUnderTest other = VolumeUnderTest.Require(
            volumeName != "another that clones" ? volumeName : VolumeName == "xfs" ? "btrfs" : "xfs");
        if (isThere)
        {
            Directory.CreateDirectory(other.PathOf("cache"), UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        }

        AssertNotUsed(other.PathOf("cache"), CacheProblem.OnAnotherVolume);
        CollectionAssert.AreEqual(isThere ? new[] { "cache" } : [], Names(other.Folder));
        Assert.IsEmpty(Names(other.PathOf("cache")).Where(n => n is not (".gitignore" or "CACHEDIR.TAG")));
    }

    [TestMethod]
    public void OnAnotherVolumeNoFolderAboveIsMadeEither()
    {
        using VolumeUnderTest other = VolumeUnderTest.Require("plain");
        AssertNotUsed(other.PathOf("not/there/cache"), CacheProblem.OnAnotherVolume);
        Assert.IsEmpty(Names(other.Folder));
    }

    [TestMethod]
    public void ACallWithDestinationsOnTwoVolumesUsesTheCacheForItsOwn()
    {
        using VolumeUnderTest other = VolumeUnderTest.Require(VolumeName == "xfs" ? "btrfs" : "xfs");
        string[] sources = SettledFiles.Take(2);
        Copy(sources[0], "first");
        using CloneCache cache = Strategy.NewCache(CacheLocation.At(Folder))!;

        Assert.AreEqual(Reason.DifferentVolumes, Strategy.Copy(sources[0], other.PathOf("there"), cache).Reason);
        Assert.AreEqual(OutcomeKind.ClonedFromCache, Strategy.Copy(sources[0], Volume.PathOf("here"), cache).Kind);
        AssertSame(sources[0], "here");
    }

    [TestMethod]
    public void WhereTheDestinationsVolumeCannotCloneNoFolderIsMadeAndNothingIsSaid()
    {
        using VolumeUnderTest tmpfs = VolumeUnderTest.Require("tmpfs");
        string source = SettledFiles.Take();
        using CloneCache cache = Strategy.NewCache(CacheLocation.At(tmpfs.PathOf("cache")))!;

        for (int i = 0; i < 2; i++)
        {
            CloneOutcome outcome = Strategy.Copy(source, tmpfs.PathOf($"copy-{i}"), cache);
            Assert.AreEqual(OutcomeKind.Copied, outcome.Kind, outcome.ToString());
            Assert.IsTrue(File.ReadAllBytes(source).AsSpan().SequenceEqual(File.ReadAllBytes(tmpfs.PathOf($"copy-{i}"))));
        }

        Assert.AreEqual(CacheProblem.None, cache.Problem);
        CollectionAssert.AreEqual(new[] { "copy-0", "copy-1" }, Names(tmpfs.Folder));
    }
}
