using System;
using System.IO;
using System.Threading;
using CopyOnWrite.Measurement;
using CopyOnWrite.Testing;
using Microsoft.VisualStudio.TestTools.UnitTesting;
using Microsoft.Win32.SafeHandles;

namespace CopyOnWrite.Tests;

/// <summary>Who can write to an output can write to that output, and to nothing that comes out of the cache later.</summary>
public abstract partial class CloneCacheTests
{
    // Long enough in the making that a writer is sure to come between, and not so long that the test is slow.
    private const int AttackedLength = 16 * 1024 * 1024;

    /// <summary>The writer has the destination open before anything is in it, and writes all the while that it is made.</summary>
    [TestMethod]
    [TestCategory("Slow")]
    [DataRow(false)]
    [DataRow(true)]
    public void WhatIsWrittenToADestinationInTheMakingGetsIntoNoEntryAndNoOtherOutput(bool destinationExists)
    {
        using VolumeUnderTest plain = VolumeUnderTest.Require("plain");
        string source = SettledFiles.Settle(Files.Write(plain.PathOf("source"), AttackedLength));
        byte[] expected = File.ReadAllBytes(source);
        string destination = Volume.PathOf("attacked");
        if (destinationExists)
        {
            File.WriteAllText(destination, "old");
        }

        using var writing = new ManualResetEventSlim();
        using var stop = new ManualResetEventSlim();
        long writes = 0;
        Thread? attacker = null;
        CloneOutcome outcome;

        // The folder is asked for when the destination has been made and nothing written to it yet.
        using (CloneCache cache = Strategy.NewCache(new FoundBy(() =>
        {
            string made = destinationExists ? Directory.GetFiles(Volume.Folder, ".cow-*")[0] : destination;
            SafeFileHandle opened = Open(made);
            attacker = new Thread(() =>
            {
                using SafeFileHandle file = opened;
                for (byte[] attack = [.. "not from source"u8]; !stop.IsSet; writes++)
                {
                    RandomAccess.Write(file, attack, 0);
                    writing.Set();
                }
            });
            attacker.Start();
            writing.Wait();
            return Folder;
        }))!)
        {
            outcome = Strategy.Copy(source, destination, cache);
            stop.Set();
            attacker?.Join();
        }

        Strategy.CacheUpkeep.Wait();
        Assert.AreEqual(CloneOutcome.Copied(Reason.DifferentVolumesBeingCached, AttackedLength), outcome, $"{writes} writes");
        Assert.IsTrue(
            expected.AsSpan().SequenceEqual(File.ReadAllBytes(PathInCache(source, CacheFiles.Entry))),
            $"The entry has what was written to the destination ({writes} writes).");
        Assert.AreEqual(CloneOutcome.ClonedFromCache(AttackedLength), Copy(source, "later"));
    }

    [TestMethod]
    [DataRow("changed")]
    [DataRow("replaced")]
    [DataRow("deleted")]
    [DataRow("a pipe")]
    [Timeout(120_000)]
    public void ASourceThatIsAnotherBehindTheCallIsNoEntry(string how)
    {
        string source = SettledFiles.Take();
        string other = SettledFiles.Take();
        using (CloneCache cache = Strategy.NewCache(CacheLocation.At(Folder))!)
        {
            Strategy.Copy(source, Volume.PathOf("first"), cache);
            switch (how)
            {
                case "changed":
                    FileTimes.Keeping(source, BrokenEntry.WriteOther);
                    break;
                case "replaced":
                    FileTimes.SetModified(other, FileStatus.Of(source).Modified);
                    File.Move(other, source, overwrite: true);
                    break;
                default:
                    File.Delete(source);
                    break;
            }

            if (how == "a pipe")
            {
                BrokenEntry.Put("a pipe", source, string.Empty);
            }
        }

        Strategy.CacheUpkeep.Wait();
        AssertCacheHolds();
    }

    [TestMethod]
    [TestCategory("Slow")]
    public void ASourceThatChangesBeforeItIsCopiedInFullIsNoEntryUnderWhatItWas()
    {
        string source = SettledFiles.Take();
        CloneOutcome outcome;

        // Asked for when the source has been opened and looked at, and not yet copied.
        using (CloneCache cache = Strategy.NewCache(new FoundBy(() =>
        {
            using SafeFileHandle file = Open(source);
            FileTimes.Keeping(source, _ => RandomAccess.Write(file, [.. "changed just now"u8], SettledFiles.Length - 100));
            return Folder;
        }))!)
        {
            outcome = Strategy.Copy(source, Volume.PathOf("first"), cache);
            Assert.AreEqual(CacheProblem.None, cache.Problem);
        }

        Strategy.CacheUpkeep.Wait();
        Assert.AreEqual(CloneOutcome.Copied(Reason.DifferentVolumesBeingCached, SettledFiles.Length), outcome);
        AssertSame(source, "first");
        AssertCacheHolds();
        SettledFiles.Settle(source);
        Assert.AreEqual(CloneOutcome.Copied(Reason.DifferentVolumesBeingCached, SettledFiles.Length), Copy(source, "second"));
        Assert.AreEqual(CloneOutcome.ClonedFromCache(SettledFiles.Length), Copy(source, "third"));
    }

    // As a program that takes no locks opens it: .NET's own FileStream would be told that the file is in use.
    private static SafeFileHandle Open(string path)
    {
        SafeFileHandle handle = new(Files.OpenForWriting(path), ownsHandle: true);
        Assert.IsFalse(handle.IsInvalid, path);
        return handle;
    }
}
