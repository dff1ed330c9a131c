using System;
using System.IO;
using CopyOnWrite.Testing;
using Microsoft.VisualStudio.TestTools.UnitTesting;
using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Tests.Windows;

/// <summary>
/// Sources that changed since they were cached or that must not be, and broken entries: a copy at worst, never the wrong file.
/// </summary>
public sealed partial class CacheOnTheModelTests
{
    [TestMethod]
    public void ASourceRewrittenWithItsLengthItsTimesAndItsChangeTimeHasAnotherNumberInTheJournal()
    {
        string source = Package();
        Copy(source, "first");
        ModelFile file = Model.FileAt(source);
        RewriteAsIfNothingHadHappened(source);

        Assert.AreEqual(s_outdated, Copy(source, "second"));
        Assert.AreEqual(s_cloned, Copy(source, "third"));
        Assert.AreSame(file, Model.FileAt(source));
    }

    [TestMethod]
    public void ASourceRewrittenWithItsLengthAndWriteTimeHasAnotherChangeTime()
    {
        DriveC.HasJournal = false;
        string source = Package();
        Assert.AreEqual(s_missed, Copy(source, "first"));
        FileTimes.Keeping(source, BrokenEntry.WriteOther);

        Assert.AreEqual(s_outdated, Copy(source, "second"));
        Assert.AreEqual(s_cloned, Copy(source, "third"));
    }

    [TestMethod]
    public void AnotherFileUnderTheNameOfTheSourceIsNotTakenForIt()
    {
        string source = Package();
        string other = Package("other");
        BrokenEntry.WriteOther(other);
        File.SetLastWriteTimeUtc(other, File.GetLastWriteTimeUtc(source));
        Copy(source, "first");
        Copy(other, "second");

        File.Move(source, source + ".kept");
        File.Move(other, source);
        File.Move(source + ".kept", other);

        Copy(source, "third");
        Copy(other, "fourth");
    }

    [TestMethod]
    public void ASourceWhoseAttributesAloneChangedIsCopiedWithTheNewOnes()
    {
        string source = Package();
        Copy(source, "first");
        Assert.AreEqual(0, Model.SetFileAttributes(source, FILE_ATTRIBUTE_HIDDEN));

        Assert.AreEqual(s_outdated, Copy(source, "second"));
        Assert.AreNotEqual(0u, AttributesOf(PathOf("second")) & FILE_ATTRIBUTE_HIDDEN);
    }

    [TestMethod]
    public void APathInAnotherCaseFindsTheSameEntry()
    {
        string source = Package();
        Copy(source, "first");

        Assert.AreEqual(Entry(source), Entry(Path.Combine(Path.GetDirectoryName(source)!, "PACKAGE")));
    }

    /// <summary>Seconds with a journal, minutes without: times are not final while a file is written to, and can be set.</summary>
    [TestMethod]
    [DataRow(true, -60, false)]
    [DataRow(true, 10, true)]
    [DataRow(false, 10, false)]
    [DataRow(false, 180, true)]
    public void ASourceIsCachedOnceItIsAsOldAsItsVolumeAsksFor(bool hasJournal, int seconds, bool cached)
    {
        DriveC.HasJournal = hasJournal;
        string source = Package();
        Model.Ahead = seconds * TimeSpan.TicksPerSecond;

        Assert.AreEqual(cached ? s_missed : s_tooNew, Copy(source, "first"));
        Assert.AreEqual(cached, File.Exists(Entry(source)));
    }

    /// <summary>As on FAT: a package replaced by another of its length and write time would not be noticed.</summary>
    [TestMethod]
    [DataRow(true)]
    [DataRow(false)]
    public void ASourceWithoutANumberInAJournalAndWithoutAChangeTimeIsNotCached(bool hasJournal)
    {
        DriveC.HasJournal = hasJournal;
        string source = Package();
        Model.FileAt(source).ChangeTimeSet = 0;

        Assert.AreEqual(hasJournal ? s_missed : s_copied, Copy(source, "first"));
        Assert.AreEqual(hasJournal, File.Exists(Entry(source)));
    }

    [TestMethod]
    [DataRow("streams")]
    [DataRow("extended attributes")]
    [DataRow("sparse")]
    [DataRow("less allocated than its length")]
    [DataRow("of another machine")]
    [DataRow("of a volume that does not say which file it is")]
    public void ASourceWithMoreThanContentIsCopied(string what)
    {
        string source = Package();
        ModelFile file = Model.FileAt(source);
        _ = what switch
        {
            "streams" => file.Streams["Zone.Identifier"] = [1],
            "extended attributes" => file.EaSize = 40,
            "sparse" => file.IsSparse = true,
            "less allocated than its length" => file.SmallerAllocation = 4096,
            "of another machine" => DriveC.IsRemote = true,
            _ => (object)Model.Injections.Add("FileIdInfo", ERROR_INVALID_PARAMETER, when: path => path == source),
        };

        Assert.AreEqual(s_copied, Copy(source, "first"));
        Assert.IsFalse(File.Exists(Entry(source)));
    }

    [TestMethod]
    [DataRow(FILE_ATTRIBUTE_COMPRESSED)]
    [DataRow(0x4000u)] // FILE_ATTRIBUTE_ENCRYPTED
    [DataRow(0x00400000u)] // FILE_ATTRIBUTE_RECALL_ON_DATA_ACCESS
    public void ASourceWithOddAttributesIsTheSystemsToCopy(uint attribute)
    {
        string source = Package();
        Model.FileAt(source).Attributes |= attribute;

        Assert.AreEqual(CloneOutcome.Copied(Reason.FileCannotBeCloned, Length), Copy(source, "first"));
        Assert.IsFalse(File.Exists(Entry(source)));
    }

    [TestMethod]
    [DataRow("entry truncated")]
    [DataRow("entry altered")]
    [DataRow("entry deleted")]
    [DataRow("entry a link")]
    [DataRow("entry a hard link of another")]
    [DataRow("entry swapped with another")]
    [DataRow("record truncated")]
    [DataRow("record empty")]
    [DataRow("record garbage")]
    [DataRow("record deleted")]
    [DataRow("record a link")]
    [DataRow("record swapped with another")]
    [DataRow("both swapped with another")]
    public void ABrokenEntryCostsACopyAndIsReplaced(string how)
    {
        string source = Package();
        string other = Package("other", Length + 1);
        BrokenEntry.WriteOther(other);
        CopyHere(source, "first");
        CopyHere(other, "second");

        BrokenEntry.Make(how, InCache(source, string.Empty).TrimEnd('.'), InCache(other, string.Empty).TrimEnd('.'));

        Assert.AreEqual(OutcomeKind.Copied, Copy(source, "third").Kind);
        Assert.AreEqual(s_cloned, Copy(source, "fourth"));
        AssertClone(source, "fourth");

        // By a process that knows the entries, and needs no records, and by others.
        CopyHere(source, "fifth");
        CopyHere(other, "sixth");
        Copy(other, "again");
        Assert.AreEqual(OutcomeKind.ClonedFromCache, Copy(other, "seventh").Kind);
        AssertCacheHolds(source, other);
    }

    /// <summary>Nobody but this user and administrators can put one there.</summary>
    [TestMethod]
    [DataRow(CacheFiles.Entry)]
    [DataRow(CacheFiles.Record)]
    [DataRow(CacheFiles.Claim)]
    [DataRow(CacheFiles.New)]
    public void AFolderInThePlaceOfACacheFileCostsACopyAndIsNotReported(string ending)
    {
        string source = Package();
        Copy(Package("other", Length + 1), "any");
        BrokenEntry.Put("a folder with files", InCache(source, ending), string.Empty);

        Assert.AreEqual(s_missed, Copy(source, "first"));
        Assert.AreEqual(s_missed, Copy(source, "second"));
        Assert.AreEqual("mine", File.ReadAllText(Path.Combine(InCache(source, ending), "file")));
    }

    /// <summary>By a program that sets every time that there is to set.</summary>
    private void RewriteAsIfNothingHadHappened(string source)
    {
        FILE_NETWORK_OPEN_INFORMATION before = StateOf(source);
        FileTimes.Keeping(source, BrokenEntry.WriteOther);
        Model.FileAt(source).ChangeTimeSet = before.ChangeTime;
    }

    /// <summary>As Windows shows it while a handle that wrote is open: times are final once it is closed (page "File Times").</summary>
    private void PutBack(string source, in FILE_NETWORK_OPEN_INFORMATION before)
    {
        File.SetLastWriteTimeUtc(source, DateTime.FromFileTimeUtc(before.LastWriteTime));
        ModelFile file = Model.FileAt(source);
        file.ChangeTimeSet = before.ChangeTime;
        file.Usn = UsnBefore;
    }

    private FILE_NETWORK_OPEN_INFORMATION StateOf(string source)
    {
        Assert.AreEqual(0, Model.CreateFile(source, FILE_READ_ATTRIBUTES, 0, OPEN_EXISTING, 0, out nint file));
        Assert.AreEqual(0, Model.GetNetworkOpenInformation(file, out FILE_NETWORK_OPEN_INFORMATION state));
        Model.CloseHandle(file);
        UsnBefore = Model.FileAt(source).Usn;
        return state;
    }

    private long UsnBefore { get; set; }
}
