using System;
using System.IO;
using System.Linq;
using CopyOnWrite.Measurement;
using CopyOnWrite.Testing;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Tests.Faults;

/// <summary>
/// What users, programs, disks and clocks do to the cross-volume cache, for each system's: the output is right, nothing fails, and the
/// call's line says what happened ("What happens when" in docs/guide/cache.md; whole builds: CloneCacheFaultTests of Sdk.Tests).
/// </summary>
public abstract class CacheFaultTests
{
    private protected const string Cloned = "cloned from the cache";
    private protected const string OnAnotherVolume = "on another volume";
    private protected const string Added = "on another volume, being added to the cache";
    private protected const string Outdated = "on another volume, cache entry outdated";
    private protected const string Damaged = "on another volume, cache entry damaged";
    private protected const string TooNew = "on another volume, too new for the cache";

    private CacheLane? _lane;

    private protected CacheLane Lane => _lane!;

    private protected abstract CacheLane OpenLane();

    [TestInitialize]
    public void Open() => _lane = OpenLane();

    [TestCleanup]
    public void Close() => _lane?.Dispose();

    [TestMethod]
    [DataRow("entry flipped")]
    [DataRow("entry truncated")]
    [DataRow("entry swapped with another")]
    [DataRow("entry a link")]
    [DataRow("entry a hard link of another")]
    [DataRow("entry deleted")]
    [DataRow("record truncated")]
    [DataRow("record garbage")]
    public void ADamagedEntryIsNamedAndReplaced(string how)
    {
        string[] sources = CachedSources();
        BrokenEntry.Make(how, WithoutEnding(sources[0]), WithoutEnding(sources[1]));

        Assert.AreEqual(Damaged, Copy(sources[0], "one"));
        Assert.AreEqual(Cloned, Copy(sources[0], "two"));

        // Of a pair that was swapped, the other one.
        Copy(sources[1], "three");
        Assert.AreEqual(Cloned, Copy(sources[1], "four"));
    }

    [TestMethod]
    [DataRow("entry flipped")]
    [DataRow("entry truncated")]
    [DataRow("entry swapped with another")]
    [DataRow("entry a link")]
    public void AProcessThatHasUsedTheEntryNamesTheDamageToo(string how)
    {
        string[] sources = CachedSources();
        FileCloner process = Lane.NewProcess();
        Assert.AreEqual(Cloned, Copy(process, sources[0], "one"));
        BrokenEntry.Make(how, WithoutEnding(sources[0]), WithoutEnding(sources[1]));

        Assert.AreEqual(Damaged, Copy(process, sources[0], "two"));
        Assert.AreEqual(Cloned, Copy(process, sources[0], "three"));
    }

    [TestMethod]
    [TestCategory("Slow")]
    [DataRow("rewritten")]
    [DataRow("replaced by another file")]
    public void APackageReplacedInPlaceWithItsSizeAndTimeIsCopiedAndTheEntryIsNamed(string how)
    {
        string[] sources = CachedSources();
        ReplaceInPlace(sources, how);

        Assert.AreEqual(Outdated, Copy(sources[0], "one"));
        Lane.Settle(sources[0]);
        Copy(sources[0], "two"); // Added now, if it was too new before.
        Assert.AreEqual(Cloned, Copy(sources[0], "three"));
    }

    [TestMethod]
    public void AFolderThatIsOpenedToOthersIsNotUsed()
    {
        string[] sources = CachedSources();
        Lane.OpenToOthers();

        Assert.AreEqual(OnAnotherVolume, Copy(sources[0], "one", CacheProblem.WritableByOthers));
    }

    [TestMethod]
    public void AFolderThatIsReplacedByALinkIsNotUsed()
    {
        string[] sources = CachedSources();
        Directory.Move(Lane.Folder, Lane.PathOf("elsewhere"));
        Directory.CreateSymbolicLink(Lane.Folder, Lane.PathOf("elsewhere"));

        Assert.AreEqual(OnAnotherVolume, Copy(sources[0], "one", CacheProblem.Link));
    }

    [TestMethod]
    [TestCategory("Slow")]
    public void ADiskThatFillsUpBehindTheCallLeavesNothingAndTheNextCallSaysSo()
    {
        string source = Lane.Take(3)[2];
        CachedSources();
        string[] before = NamesInCache();
        FileCloner process = Lane.NewProcess();
        using (Lane.FillTheDiskUnderTheEntryOf(source))
        {
            Assert.AreEqual(Added, Copy(process, source, "one"));
        }

        CollectionAssert.AreEqual(before, NamesInCache());
        Assert.AreEqual(OnAnotherVolume, Copy(process, source, "two", CacheProblem.NotWritable));
        Assert.AreEqual(Added, Copy(process, source, "three"));
        Assert.AreEqual(Cloned, Copy(process, source, "four"));
    }

    [TestMethod]
    public void ACacheThatIsDeletedBetweenTwoCallsIsMadeAgain()
    {
        string[] sources = CachedSources();
        FileCloner process = Lane.NewProcess();
        Assert.AreEqual(Cloned, Copy(process, sources[0], "one"));
        Directory.Delete(Lane.Folder, recursive: true);

        Assert.AreEqual(Added, Copy(process, sources[0], "two"));
        Assert.AreEqual(Cloned, Copy(process, sources[0], "three"));
    }

    /// <summary>With all files in it, but not the folder: on Windows it cannot be deleted while it is in use.</summary>
    [TestMethod]
    public void ACacheWhoseFilesAreDeletedInTheMiddleOfACallIsFilledAgainAndUsedAfterIt()
    {
        string[] sources = CachedSources();
        FileCloner process = Lane.NewProcess();
        using (CloneCache cache = process.NewCache(CacheLocation.At(Lane.Folder))!)
        {
            Assert.AreEqual(Cloned, Copy(process, cache, sources[0], "one"));
            foreach (string file in Directory.GetFiles(Lane.Folder))
            {
                File.Delete(file);
            }

            Assert.AreEqual(Added, Copy(process, cache, sources[0], "two"));
            Assert.AreEqual(Added, Copy(process, cache, sources[1], "three"));
            Assert.AreEqual(CacheProblem.None, cache.Problem);
        }

        process.CacheUpkeep.Wait();
        Assert.AreEqual(Cloned, Copy(sources[0], "four"));
        Assert.AreEqual(Cloned, Copy(sources[1], "five"));
    }

    /// <summary>As by a script behind the build: what is made after it has listed the folder keeps it from removing the folder.</summary>
    [TestMethod]
    public void NothingIsMadeInAFolderWhoseFilesAreDeletedBehindTheCall()
    {
        string[] sources = Lane.Take(3);
        using (CacheFill fill = Lane.NewProcess().NewCacheFill(Lane.Folder, sources, out CacheProblem problem, out int error)!)
        {
            Assert.AreEqual((CacheProblem.None, 0, 3), (problem, error, fill.Count));
            fill.Run(() =>
            {
                foreach (string file in Directory.GetFiles(Lane.Folder))
                {
                    File.Delete(file);
                }
            });
            Assert.AreEqual((1, CacheProblem.None), (fill.Present, fill.Problem));
        }

        Assert.IsEmpty(Directory.GetFileSystemEntries(Lane.Folder));
        Assert.AreEqual(Added, Copy(sources[1], "one"));
        Assert.AreEqual(Cloned, Copy(sources[1], "two"));
    }

    private protected string[] CachedSources()
    {
        string[] sources = Lane.Take(2);
        foreach (string source in sources)
        {
            Assert.AreEqual(Added, Copy(source, "first"));
        }

        return sources;
    }

    private protected static void ReplaceInPlace(string[] sources, string how)
    {
        if (how == "rewritten")
        {
            FileTimes.Keeping(sources[0], BrokenEntry.FlipABit);
            return;
        }

        FileTimes.SetModified(sources[1], FileStatus.Of(sources[0]).Modified);
        File.Move(sources[1], sources[0], overwrite: true);
    }

    /// <summary>By a process of its own, with one call for one file.</summary>
    private protected string Copy(string source, string name, CacheProblem problem = CacheProblem.None) =>
        Copy(Lane.NewProcess(), source, name, problem);

    private protected string Copy(FileCloner process, string source, string name, CacheProblem problem = CacheProblem.None)
    {
        string said;
        using (CloneCache cache = process.NewCache(CacheLocation.At(Lane.Folder))!)
        {
            said = Copy(process, cache, source, name);
            Assert.AreEqual(problem, cache.Problem, $"{said}; error {cache.ErrorNumber}");
        }

        process.CacheUpkeep.Wait();
        return said;
    }

    /// <summary>What the call's line says of the file. The output has to be right, however it was made.</summary>
    private protected string Copy(FileCloner process, CloneCache cache, string source, string name)
    {
        string destination = Lane.PathOf(name);
        CloneOutcome outcome = process.Copy(source, destination, cache);
        if (outcome.Kind == OutcomeKind.NotHandled && Lane.LeavesCopies)
        {
            File.Copy(source, destination, overwrite: true);
        }
        else
        {
            Assert.AreNotEqual(OutcomeKind.NotHandled, outcome.Kind, outcome.ToString());
        }

        Assert.IsTrue(File.ReadAllBytes(source).AsSpan().SequenceEqual(File.ReadAllBytes(destination)), $"{name}: {outcome}");
        Assert.AreEqual(File.GetLastWriteTimeUtc(source), File.GetLastWriteTimeUtc(destination), $"{name}: {outcome}");
        return outcome.Kind == OutcomeKind.ClonedFromCache ? Cloned : ReasonText.Of(outcome.Reason);
    }

    private string WithoutEnding(string source) => Lane.InCache(source, CacheFiles.Entry)[..^CacheFiles.Entry.Length];

    private string[] NamesInCache() =>
        [.. Directory.EnumerateFileSystemEntries(Lane.Folder).Select(path => Path.GetFileName(path)).Order(StringComparer.Ordinal)];
}
