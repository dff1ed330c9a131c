using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using CopyOnWrite.Windows;
using Microsoft.VisualStudio.TestTools.UnitTesting;
using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Tests.Windows;

/// <summary>How entries are made: by one process at a time, and never a wrong one.</summary>
public sealed partial class CacheOnTheModelTests
{
    [TestMethod]
    public void AnEntryThatAnotherProcessIsMakingIsLeftToIt()
    {
        string source = Package();
        Copy(Package("other", Length + 1), "any");
        Claim(source);

        CopyWhileClaimed(source, "first");
        Assert.IsTrue(File.Exists(InCache(source, CacheFiles.Claim)));
        Assert.IsFalse(File.Exists(Entry(source)));

        // The system deletes the claim with the process.
        Model.Kill();
        Assert.IsFalse(File.Exists(InCache(source, CacheFiles.Claim)));
        Assert.AreEqual(s_missed, Copy(source, "second"));
        Assert.AreEqual(s_cloned, Copy(source, "third"));
    }

    [TestMethod]
    public void WhatAKilledProcessOrMachineLeftIsTakenOver()
    {
        string source = Package();
        Copy(Package("other", Length + 1), "any");
        foreach (string ending in new[] { CacheFiles.Claim, CacheFiles.New, CacheFiles.Entry })
        {
            File.WriteAllText(InCache(source, ending), "left");
        }

        File.SetUnixFileMode(Entry(source), UnixFileMode.UserRead);

        Assert.AreEqual(s_missed, Copy(source, "first"));
        Assert.AreEqual(s_cloned, Copy(source, "second"));
        AssertCacheHolds(source, PathOf("c/other"));
    }

    [TestMethod]
    [DataRow("written to and closed")]
    [DataRow("open for writing")]
    [DataRow("open for writing, and no time shows it yet")]
    [DataRow("replaced")]
    public void ASourceThatChangesWhileItIsCopiedIntoTheCacheBecomesNoEntryAndNobodyIsKeptFromChangingIt(string how)
    {
        string source = Package();
        Assert.AreEqual(s_missed, CopyBehind(source, "first"));
        nint writer = 0;
        int error = -1;
        Model.Injections.Add(nameof(IWindowsCalls.WriteFile), 0, when: path =>
        {
            if (error == -1 && path.EndsWith(CacheFiles.New, StringComparison.Ordinal))
            {
                error = 0;
                if (how == "replaced")
                {
                    File.Move(Files.Write(PathOf("c/newer"), Length + 5), source, overwrite: true);
                }
                else
                {
                    FILE_NETWORK_OPEN_INFORMATION before = StateOf(source);
                    error = Model.CreateFile(source, GENERIC_WRITE, FILE_SHARE_READ, OPEN_EXISTING, 0, out writer);
                    WriteThrough(writer);
                    if (how == "open for writing, and no time shows it yet")
                    {
                        PutBack(source, before);
                    }
                }

                if (how == "written to and closed")
                {
                    Model.CloseHandle(writer);
                }
            }

            return false;
        });

        EndCall();

        Assert.AreEqual(0, error, "The writer was refused.");
        Assert.IsFalse(File.Exists(Entry(source)));
        AssertCacheHolds();
        if (how.StartsWith("open for writing", StringComparison.Ordinal))
        {
            Model.CloseHandle(writer);
        }

        Model.Injections.Clear();
        Assert.AreEqual(OutcomeKind.Copied, Copy(source, "second").Kind);
    }

    [TestMethod]
    [DataRow(1)]
    [DataRow(2)]
    public void OfAnEntryInWhoseMakingTheTagIsDeletedNothingIsLeft(int write)
    {
        string source = Package();
        Assert.AreEqual(s_missed, CopyBehind(source, "first"));
        int writes = 0;
        Model.Injections.Add(nameof(IWindowsCalls.WriteFile), 0, when: path =>
        {
            // First the content, then the record.
            if (path.EndsWith(CacheFiles.New, StringComparison.Ordinal) && ++writes == write)
            {
                File.Delete(Path.Combine(Folder, CacheFiles.Tag));
            }

            return false;
        });

        EndCall();

        Assert.IsGreaterThanOrEqualTo(write, writes);
        CollectionAssert.AreEqual(new[] { Path.Combine(Folder, CacheFiles.Ignore) }, Directory.GetFileSystemEntries(Folder));
    }

    /// <summary>Its name answers "access denied", as everything in a folder that cannot be written to.</summary>
    [TestMethod]
    public void AFileThatAScannerHasOpenAfterItWasDeletedIsNoReasonToGiveUpTheFolder()
    {
        string source = Package();
        Copy(Package("other", Length + 1), "any");
        string left = InCache(source, CacheFiles.New);
        File.WriteAllText(left, "left");
        Assert.AreEqual(0, Model.CreateFile(left, GENERIC_READ, SmallFile.ShareAll, OPEN_EXISTING, 0, out nint scanner));
        Assert.AreEqual(0, Model.DeleteFile(left));

        Assert.AreEqual(s_missed, CopyBehind(source, "first"));
        EndCall();
        Model.CloseHandle(scanner);

        Assert.AreEqual(s_missed, CopyHere(source, "second"));
        Assert.AreEqual(s_cloned, CopyHere(source, "third"));
    }

    [TestMethod]
    public void AnEntryWithAsManyReferencesAsThereCanBeIsReplacedByAnother()
    {
        string source = Package();
        Copy(source, "first");
        Assert.AreEqual(s_cloned, Copy(source, "second"));
        List<long> blocks = [.. Model.FileAt(Entry(source)).Clusters];
        foreach (long cluster in blocks)
        {
            Model.Volume.SetReferences(cluster, ModelVolume.MostReferences);
        }

        Assert.AreEqual(s_missed, Copy(source, "third"));
        Assert.AreEqual(s_cloned, Copy(source, "fourth"));
        AssertClone(source, "fourth");
        CollectionAssert.AreEqual(blocks, Model.FileAt(PathOf("second")).Clusters);
        AssertCacheHolds(source);
    }

    [TestMethod]
    [DataRow(nameof(IWindowsCalls.WriteFile), CacheFiles.New, ERROR_DISK_FULL)]
    [DataRow(nameof(IWindowsCalls.FlushFileBuffers), CacheFiles.New, ERROR_DISK_FULL)]
    [DataRow(nameof(IWindowsCalls.CreateFile), CacheFiles.New, ERROR_DISK_FULL)]
    [DataRow(nameof(IWindowsCalls.CreateFile), CacheFiles.Claim, ERROR_WRITE_PROTECT)]
    public void WhatKeepsTheCacheFromBeingAddedToIsToldToTheNextCallAndLeavesNothing(string call, string ending, int error)
    {
        string source = Package();
        Model.Injections.Add(call, error, when: path => path.EndsWith(ending, StringComparison.Ordinal));

        Assert.AreEqual(s_missed, CopyHere(source, "first"));
        AssertCacheHolds();

        Model.Injections.Clear();
        Assert.AreEqual(s_copied, CopyHere(source, "second", CacheProblem.NotWritable));
        Assert.AreEqual(s_missed, CopyHere(source, "third"));
        Assert.AreEqual(s_cloned, CopyHere(source, "fourth"));
    }

    [TestMethod]
    [DataRow(nameof(IWindowsCalls.ReadFile), "package")]
    [DataRow(nameof(IWindowsCalls.CreateFile), "package")]
    [DataRow(nameof(IWindowsCalls.Rename), CacheFiles.New)]
    [DataRow(nameof(IWindowsCalls.CreateFile), CacheFiles.Entry)]
    public void WhatFailsForOneSourceLeavesNothingAndIsTriedAgain(string call, string ending)
    {
        string source = Package();
        Assert.AreEqual(s_missed, CopyBehind(source, "first"));
        Injections.Injection injected = Model.Injections.Add(
            call, ERROR_ACCESS_DENIED, times: 1, when: path => path.EndsWith(ending, StringComparison.Ordinal));

        EndCall();

        Assert.AreEqual(1, injected.Met);
        AssertCacheHolds();
        Assert.AreEqual(s_missed, Copy(source, "second"));
        Assert.AreEqual(s_cloned, Copy(source, "third"));
    }

    [TestMethod]
    public void AVolumeThatIsAlmostFullIsNotAddedTo()
    {
        string source = Package();
        Model.Free = 1UL << 30;

        Assert.AreEqual(s_copied, CopyHere(source, "first", CacheProblem.NotWritable));
        AssertCacheHolds();
        Model.Free = 2UL << 30;
        Assert.AreEqual(s_missed, CopyHere(source, "second"));
    }

    [TestMethod]
    public void EightProcessesAtOnceMakeEachEntryOnceAndNoWrongFile()
    {
        string[] sources = [.. Enumerable.Range(1, 6).Select(number => Package(new string('p', number), Length + number))];
        int clones = 0;
        Parallel.For(0, 8, new ParallelOptions { MaxDegreeOfParallelism = 8 }, process =>
        {
            var cloner = new WindowsCloner(Model, new VolumePairs());
            for (int round = 0; round < 3; round++)
            {
                using (CloneCache cache = cloner.NewCache(CacheLocation.At(Folder))!)
                {
                    foreach (string source in sources)
                    {
                        string destination = PathOf($"{process}-{round}-{Path.GetFileName(source)}");
                        CloneOutcome outcome = cloner.Copy(source, destination, cache);
                        Assert.AreNotEqual(OutcomeKind.NotHandled, outcome.Kind, outcome.ToString());
                        Assert.AreEqual(CacheProblem.None, cache.Problem, $"error {cache.ErrorNumber}");
                        CollectionAssert.AreEqual(File.ReadAllBytes(source), File.ReadAllBytes(destination), destination);
                        _ = outcome.Kind == OutcomeKind.ClonedFromCache ? Interlocked.Increment(ref clones) : 0;
                    }
                }

                cloner.CacheUpkeep.Wait();
            }
        });

        AssertCacheHolds(sources);
        Assert.IsGreaterThan(0, clones);
    }

    private WindowsCloneCache? Call { get; set; }

    /// <summary>The call stays open: nothing is added until <see cref="EndCall"/>.</summary>
    private CloneOutcome CopyBehind(string source, string name)
    {
        Call = (WindowsCloneCache)Strategy.NewCache(CacheLocation.At(Folder))!;
        return Strategy.Copy(source, PathOf(name), Call);
    }

    private void EndCall()
    {
        Call!.Dispose();
        Strategy.CacheUpkeep.Wait();
    }

    private void CopyWhileClaimed(string source, string name)
    {
        Assert.AreEqual(s_missed, CopyBehind(source, name));
        EndCall();
        AssertIsCopy(source, PathOf(name));
    }

    private void Claim(string source) =>
        Assert.AreEqual(0, Model.CreateFile(
            InCache(source, CacheFiles.Claim), GENERIC_WRITE, 0, CREATE_NEW, FILE_FLAG_DELETE_ON_CLOSE, out _));

    private unsafe void WriteThrough(nint file)
    {
        byte other = 0x5A;
        Assert.AreEqual(0, Model.WriteFile(file, &other, 1, out _));
    }
}
