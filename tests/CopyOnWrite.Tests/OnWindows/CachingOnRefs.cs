using System;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using CopyOnWrite.Measurement;
using CopyOnWrite.Testing;
using CopyOnWrite.Windows;
using Microsoft.VisualStudio.TestTools.UnitTesting;
using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Tests.OnWindows;

/// <summary>The cross-volume cache on a volume that clones: COW_VOLUME_REFS.</summary>
[TestClass]
[TestCategory("Windows")]
public sealed class CachingOnRefs : CachingOnWindows
{
    private protected override VolumeUnderTest OpenVolume() => VolumeUnderTest.Require("ReFS");
}

/// <summary>The same on a Dev Drive: COW_VOLUME_DEVDRIVE.</summary>
[TestClass]
[TestCategory("Windows")]
public sealed class CachingOnADevDrive : CachingOnWindows
{
    private protected override VolumeUnderTest OpenVolume() => VolumeUnderTest.Require("Dev Drive");
}

/// <summary>
/// The cross-volume cache through the system's own calls: sources where temporary files are, on C:, destinations on a volume that clones.
/// </summary>
public abstract class CachingOnWindows
{
    private const int Length = 100_000;

    private readonly CallsAnHourLater _calls = new();
    private VolumeUnderTest? _volume;
    private VolumeUnderTest? _driveC;

    private string Folder => _volume!.PathOf("cache");

    [TestInitialize]
    public void OpenVolumes()
    {
        _volume = OpenVolume();
        _driveC = VolumeUnderTest.InTemporaryFolder();
    }

    [TestCleanup]
    public void ReleaseVolumes()
    {
        _volume?.Dispose();
        _driveC?.Dispose();
    }

    private protected abstract VolumeUnderTest OpenVolume();

    [TestMethod]
    public void TheFirstCopyIsMadeAsWithoutACacheAndLaterOnesAreClonesOfItsEntry()
    {
        string source = Package();

        Assert.AreEqual(CloneOutcome.Copied(Reason.DifferentVolumesBeingCached, Length), Copy(source, "first"));
        foreach (string name in new[] { "second", "third" })
        {
            Assert.AreEqual(CloneOutcome.ClonedFromCache(Length), Copy(source, name));
            Assert.IsGreaterThanOrEqualTo((long)Length, Extents.BytesInCommon(Entry(source), _volume!.PathOf(name)), name);
        }

        Assert.IsTrue((File.GetAttributes(Entry(source)) & FileAttributes.ReadOnly) != 0);
        Assert.AreEqual(File.GetAttributes(_volume!.PathOf("first")), File.GetAttributes(_volume!.PathOf("second")));
    }

    [TestMethod]
    public void TheFolderIsItsUsersAlone()
    {
        Copy(Package(), "first");

        Assert.AreEqual(
            0, _calls.CreateFile(Folder, GENERIC_READ, SmallFile.ShareAll, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, out nint folder));
        int error = _calls.GetSecurity(folder, out byte[] security);
        Assert.AreEqual(0, _calls.GetUser(out byte[] user));
        _calls.CloseHandle(folder);
        Assert.AreEqual(0, error);
        Assert.AreEqual(CacheProblem.None, SecurityDescriptor.ProblemOf(security, user), Convert.ToHexString(security.AsSpan(0, 200)));
        Assert.AreEqual("*\n", File.ReadAllText(Path.Combine(Folder, ".gitignore")));
    }

    [TestMethod]
    public void ASourceThatChangedIsCopiedAndCachedAnew()
    {
        string source = Package();
        Copy(source, "first");
        DateTime time = File.GetLastWriteTimeUtc(source);
        BrokenEntry.WriteOther(source);
        File.SetLastWriteTimeUtc(source, time);

        Assert.AreEqual(CloneOutcome.Copied(Reason.DifferentVolumesEntryOutdated, Length), Copy(source, "second"));
        Assert.AreEqual(CloneOutcome.ClonedFromCache(Length), Copy(source, "third"));
    }

    [TestMethod]
    [DataRow("altered")]
    [DataRow("flipped")]
    [DataRow("truncated")]
    [DataRow("deleted")]
    [DataRow("swapped")]
    public void ABrokenEntryCostsACopyAndIsReplaced(string how)
    {
        string source = Package();
        Copy(source, "first");
        File.SetAttributes(Entry(source), FileAttributes.Normal);
        switch (how)
        {
            case "altered":
                BrokenEntry.WriteOther(Entry(source));
                break;
            case "flipped":
                DateTime time = File.GetLastWriteTimeUtc(Entry(source));
                BrokenEntry.FlipABit(Entry(source));
                File.SetLastWriteTimeUtc(Entry(source), time);
                break;
            case "truncated":
                File.WriteAllBytes(Entry(source), new byte[10]);
                break;
            case "swapped":
                string other = Package("the other");
                Copy(other, "any");
                File.SetAttributes(Entry(other), FileAttributes.Normal);
                File.Delete(Entry(source));
                File.Move(Entry(other), Entry(source));
                break;
            default:
                File.Delete(Entry(source));
                break;
        }

        Assert.AreEqual(CloneOutcome.Copied(Reason.DifferentVolumesEntryDamaged, Length), Copy(source, "second"));
        Assert.AreEqual(CloneOutcome.ClonedFromCache(Length), Copy(source, "third"));
    }

    [TestMethod]
    public void AnEntryThatAnotherProcessIsMakingIsLeftToItAndItsClaimGoesWithIt()
    {
        string source = Package();
        Copy(Package("other"), "any");
        string claim = Path.ChangeExtension(Entry(source), CacheFiles.Claim);
        Assert.AreEqual(0, _calls.CreateFile(claim, GENERIC_WRITE, 0, CREATE_NEW, FILE_FLAG_DELETE_ON_CLOSE, out nint process));

        Copy(source, "first");
        Assert.IsTrue(File.Exists(claim));
        Assert.IsFalse(File.Exists(Entry(source)));

        _calls.CloseHandle(process);
        Assert.IsFalse(File.Exists(claim));
        Copy(source, "second");
        Assert.AreEqual(CloneOutcome.ClonedFromCache(Length), Copy(source, "third"));
    }

    [TestMethod]
    public void WhatIsPrunedOrClearedIsGoneThoughItIsReadOnly()
    {
        string source = Package();
        Copy(source, "first");
        WindowsCloner cloner = NewCloner();
        Assert.AreEqual(EntryState.Usable, cloner.ReadCache(Folder).Entries.Single().State);

        cloner.PruneCache(Folder, 0, TimeSpan.Zero);
        Assert.IsFalse(File.Exists(Entry(source)));

        Copy(source, "second");
        cloner.ClearCache(Folder);
        Assert.IsFalse(Directory.Exists(Folder));
    }

    [TestMethod]
    public void EightProcessesAtOnceMakeNoWrongFile()
    {
        string[] sources = [.. Enumerable.Range(1, 4).Select(number => Package(new string('p', number)))];
        int clones = 0;
        Parallel.For(0, 8, new ParallelOptions { MaxDegreeOfParallelism = 8 }, process =>
        {
            for (int round = 0; round < 3; round++)
            {
                foreach (string source in sources)
                {
                    CloneOutcome outcome = Copy(source, $"{process}-{round}-{Path.GetFileName(source)}");
                    _ = outcome.Kind == OutcomeKind.ClonedFromCache ? Interlocked.Increment(ref clones) : 0;
                }
            }
        });

        Assert.IsGreaterThan(0, clones);
        CollectionAssert.AreEquivalent(
            sources.Select(source => Path.GetFileName(Entry(source))).ToArray(),
            Directory.GetFiles(Folder, "*" + CacheFiles.Entry).Select(Path.GetFileName).ToArray());
    }

    private string Package(string name = "package") => Files.Write(_driveC!.PathOf(name), Length);

    private string Entry(string source) => new CacheNames(Folder, source).Entry;

    private WindowsCloner NewCloner() => new(_calls, new VolumePairs());

    /// <summary>As a process with one call for one file; the destination has to be right, however it was made.</summary>
    private CloneOutcome Copy(string source, string name)
    {
        WindowsCloner cloner = NewCloner();
        string destination = _volume!.PathOf(name);
        CloneOutcome outcome;
        using (CloneCache cache = cloner.NewCache(CacheLocation.At(Folder))!)
        {
            outcome = cloner.Copy(source, destination, cache);
            Assert.AreNotEqual(OutcomeKind.NotHandled, outcome.Kind, outcome.ToString());
            Assert.AreEqual(CacheProblem.None, cache.Problem, $"{outcome}, error {cache.ErrorNumber}");
        }

        cloner.CacheUpkeep.Wait();
        CollectionAssert.AreEqual(File.ReadAllBytes(source), File.ReadAllBytes(destination), name);
        Assert.IsTrue(cloner.IsUnchanged(source, destination), name);
        return outcome;
    }
}
