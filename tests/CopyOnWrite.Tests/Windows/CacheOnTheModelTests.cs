using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using CopyOnWrite.Windows;
using Microsoft.VisualStudio.TestTools.UnitTesting;
using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Tests.Windows;

/// <summary>
/// The cross-volume cache on the model: sources on C:, which is NTFS with a change journal, destinations on a ReFS volume, which has none.
/// </summary>
[TestClass]
public sealed partial class CacheOnTheModelTests : ModelTests
{
    private const int Length = 100_000;

    private static readonly CloneOutcome s_missed = CloneOutcome.Copied(Reason.DifferentVolumesBeingCached, Length);
    private static readonly CloneOutcome s_copied = CloneOutcome.Copied(Reason.DifferentVolumes, Length);
    private static readonly CloneOutcome s_tooNew = CloneOutcome.Copied(Reason.DifferentVolumesTooNew, Length);
    private static readonly CloneOutcome s_outdated = CloneOutcome.Copied(Reason.DifferentVolumesEntryOutdated, Length);
    private static readonly CloneOutcome s_damaged = CloneOutcome.Copied(Reason.DifferentVolumesEntryDamaged, Length);
    private static readonly CloneOutcome s_cloned = CloneOutcome.ClonedFromCache(Length);

    private ModelVolume DriveC { get; set; } = null!;

    private string Folder => PathOf("cache");

    [TestInitialize]
    public void MakeDriveC()
    {
        Directory.CreateDirectory(PathOf("c"));
        DriveC = Model.AddVolume(PathOf("c"), 0xC);
        DriveC.Flags = FILE_NAMED_STREAMS | FILE_SUPPORTS_EXTENDED_ATTRIBUTES | FILE_SUPPORTS_POSIX_UNLINK_RENAME;
        Model.Volume.HasJournal = false;
    }

    [TestCleanup]
    public void EndFilling() => Strategy.CacheUpkeep.Wait();

    [TestMethod]
    [DataRow(19045u)]
    [DataRow(26100u)]
    public void TheFirstCopyIsMadeAsWithoutACacheAndLaterOnesAreClonesOfItsEntry(uint build)
    {
        Model.Build = build;
        string source = Package();

        Assert.AreEqual(s_missed, Copy(source, "first"));
        Assert.AreEqual(0L, Model.BytesInCommon(PathOf("first"), Entry(source)));
        foreach (string name in new[] { "second", "third" })
        {
            Assert.AreEqual(s_cloned, Copy(source, name));
            AssertClone(source, name);
        }

        AssertCacheHolds(source);
    }

    [TestMethod]
    public void TheProcessThatMadeTheEntryClonesFromItToo()
    {
        string source = Package();
        Assert.AreEqual(s_missed, CopyHere(source, "first"));
        Assert.AreEqual(s_cloned, CopyHere(source, "second"));
        AssertClone(source, "second");
    }

    [TestMethod]
    public void ACallAddsNothingBeforeItEndsAndEachSourceOnce()
    {
        string source = Package();
        using (CloneCache cache = Strategy.NewCache(CacheLocation.At(Folder))!)
        {
            Assert.AreEqual(s_missed, Strategy.Copy(source, PathOf("first"), cache));
            Assert.AreEqual(s_missed, Strategy.Copy(source, PathOf("second"), cache));
            Strategy.CacheUpkeep.Wait();
            AssertCacheHolds();
        }

        Strategy.CacheUpkeep.Wait();
        AssertCacheHolds(source);
        Assert.AreEqual(Length, Strategy.CacheUpkeep.BytesAdded);
    }

    [TestMethod]
    public void AnExistingDestinationIsReplacedByAClone()
    {
        string source = Package();
        Copy(source, "first");
        Files.Write(PathOf("later"), 5000);

        Assert.AreEqual(s_cloned, Copy(source, "later"));
        AssertClone(source, "later");
    }

    [TestMethod]
    [DataRow(0u, false)]
    [DataRow(FILE_ATTRIBUTE_HIDDEN, false)]
    [DataRow(FILE_ATTRIBUTE_NOT_CONTENT_INDEXED, false)]
    [DataRow(0u, true)]
    public void ACloneHasTheAttributesThatACopyOfTheSourceHasAndTheEntryIsReadOnly(uint attributes, bool readOnly)
    {
        string source = Package(mode: readOnly ? UnixFileMode.UserRead : Files.Mode644);
        Model.FileAt(source).Attributes = attributes;

        Assert.AreEqual(s_missed, Copy(source, "first"));
        Assert.AreEqual(s_cloned, Copy(source, "second"));

        Assert.AreEqual(AttributesOf(PathOf("first")), AttributesOf(PathOf("second")));
        Assert.AreNotEqual(0u, AttributesOf(Entry(source)) & FILE_ATTRIBUTE_READONLY);
    }

    [TestMethod]
    public void TheEntryIsOnTheDiskBeforeItIsCloned()
    {
        string source = Package();
        Model.Ahead = 5 * TimeSpan.TicksPerSecond;

        Assert.AreEqual(s_missed, Copy(source, "first"));
        Assert.IsFalse(Model.FileAt(Entry(source)).IsDirty);
        Assert.AreEqual(s_cloned, Copy(source, "second"));
    }

    [TestMethod]
    [DataRow(Length, Reason.DifferentVolumesBeingCached)]
    [DataRow(Length + 1, Reason.DifferentVolumes)]
    public void OnlyFilesOfAtLeastTheThresholdAreCached(long threshold, Reason expected)
    {
        string source = Package();
        using (CloneCache cache = Strategy.NewCache(CacheLocation.At(Folder))!)
        {
            cache.MinimumFileSize = threshold;
            Assert.AreEqual(expected, Strategy.Copy(source, PathOf("first"), cache).Reason);
        }

        Assert.AreEqual(expected == Reason.DifferentVolumesBeingCached, Directory.Exists(Folder));
    }

    [TestMethod]
    public void AFileOnTheDestinationsVolumeAndADestinationOnAVolumeThatCannotCloneNeedNoCache()
    {
        using (CloneCache cache = Strategy.NewCache(CacheLocation.At(Folder))!)
        {
            Assert.AreEqual(OutcomeKind.Cloned, Strategy.Copy(Source(Length), PathOf("own"), cache).Kind);
            Assert.AreEqual(Reason.VolumeCannotClone, Strategy.Copy(PathOf("own"), PathOf("c/out"), cache).Reason);
            Assert.IsNull(cache.Folder);
        }

        Assert.IsFalse(Directory.Exists(Folder));
    }

    [TestMethod]
    public void AnEntryWithoutTheIntegrityThatTheDestinationsFolderGivesIsNotCloned()
    {
        string source = Package();
        Copy(source, "first");
        Model.Volume.IntegrityOfNewFiles = 2;
        Model.FileAt(Folder).FolderIntegrity = 0;

        Assert.AreEqual(s_copied, Copy(source, "second"));
        Assert.AreEqual(2, Model.FileAt(PathOf("second")).Integrity);
    }

    [TestMethod]
    public void ARefusedCloneOfAnEntryIsACopy()
    {
        string source = Package();
        Copy(source, "first");
        Model.Injections.Add(nameof(FSCTL_DUPLICATE_EXTENTS_TO_FILE), ERROR_INVALID_PARAMETER, times: 1);

        CloneOutcome outcome = Copy(source, "second");

        Assert.AreEqual(OutcomeKind.Copied, outcome.Kind, outcome.ToString());
        Assert.AreEqual(s_cloned, Copy(source, "third"));
    }

    [TestMethod]
    public void OnceAVolumeHasRefusedToCloneItIsNotAskedAgain()
    {
        string source = Package();
        Copy(source, "first");
        Model.Injections.Add(nameof(FSCTL_DUPLICATE_EXTENTS_TO_FILE), ERROR_INVALID_FUNCTION);

        Assert.AreEqual(
            CloneOutcome.Copied(Reason.VolumeCannotClone, Length, ERROR_INVALID_FUNCTION), CopyHere(source, "second"));
        Assert.AreEqual(s_copied, CopyHere(source, "third"));
        Assert.AreEqual(1, Model.Injections.CountOf(nameof(FSCTL_DUPLICATE_EXTENTS_TO_FILE)));
    }

    [TestMethod]
    public void WithoutAFolderFilesAreCopied()
    {
        string source = Package();
        using CloneCache cache = Strategy.NewCache(new FoundBy(() => null))!;

        Assert.AreEqual(s_copied, Strategy.Copy(source, PathOf("first"), cache));
        Assert.AreEqual(CacheProblem.None, cache.Problem);
    }

    private string Package(string name = "package", int length = Length, UnixFileMode mode = Files.Mode644) =>
        Files.Write(PathOf("c/" + name), length, mode, fresh: !File.Exists(PathOf("c/" + name)));

    /// <summary>As a process with one call for one file; the destination has to be right, however it was made.</summary>
    private CloneOutcome Copy(string source, string name, CacheProblem problem = CacheProblem.None) =>
        Copy(new WindowsCloner(Model, new VolumePairs()), source, name, problem);

    /// <summary>As another call of one process.</summary>
    private CloneOutcome CopyHere(string source, string name, CacheProblem problem = CacheProblem.None) =>
        Copy(Strategy, source, name, problem);

    private CloneOutcome Copy(WindowsCloner cloner, string source, string name, CacheProblem problem)
    {
        CloneOutcome outcome;
        using (CloneCache cache = cloner.NewCache(CacheLocation.At(Folder))!)
        {
            outcome = cloner.Copy(source, PathOf(name), cache);
            Assert.AreNotEqual(OutcomeKind.NotHandled, outcome.Kind, outcome.ToString());
            Assert.AreEqual(problem, cache.Problem, $"{outcome}, error {cache.ErrorNumber}");
        }

        cloner.CacheUpkeep.Wait();
        AssertIsCopy(source, PathOf(name));
        Assert.AreEqual(0, Model.OpenHandles, "handles left open");
        return outcome;
    }

    private string Entry(string source) => new CacheNames(Folder, source).Entry;

    private string InCache(string source, string ending) => Path.ChangeExtension(Entry(source), ending);

    private void AssertClone(string source, string name) =>
        Assert.AreEqual((long)Length, Model.BytesInCommon(Entry(source), PathOf(name)), name);

    /// <summary>Entries for these sources, and nothing else but what belongs to the folder itself.</summary>
    private void AssertCacheHolds(params IEnumerable<string> sources)
    {
        string[] expected = [.. sources.SelectMany(s => new[] { InCache(s, CacheFiles.Entry), InCache(s, CacheFiles.Record) }).Order()];
        string[] found = [.. Directory.GetFileSystemEntries(Folder)
            .Where(path => Path.GetFileName(path) is not (CacheFiles.Ignore or CacheFiles.Tag))
            .Order()];
        CollectionAssert.AreEqual(expected, found, $"Found: {string.Join(", ", found)}");
    }

    private uint AttributesOf(string path)
    {
        Assert.AreEqual(0, Model.GetFileAttributes(path, out WIN32_FILE_ATTRIBUTE_DATA data));
        return data.FileAttributes;
    }
}
