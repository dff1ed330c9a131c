using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using CopyOnWrite.MacOS;
using CopyOnWrite.Measurement;
using CopyOnWrite.Testing;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Tests.MacOS;

/// <summary>
/// The cross-volume cache of macOS on a model of APFS: sources on one volume, destinations on another. What is not cloned, the tests copy
/// as the built-in task does.
/// </summary>
[TestClass]
public sealed partial class CacheOnApfsModelTests
{
    private static readonly (OutcomeKind, Reason) s_missed = (OutcomeKind.NotHandled, Reason.DifferentVolumesBeingCached);
    private static readonly (OutcomeKind, Reason) s_left = (OutcomeKind.NotHandled, Reason.DifferentVolumes);
    private static readonly (OutcomeKind, Reason) s_tooNew = (OutcomeKind.NotHandled, Reason.DifferentVolumesTooNew);
    private static readonly (OutcomeKind, Reason) s_outdated = (OutcomeKind.NotHandled, Reason.DifferentVolumesEntryOutdated);
    private static readonly (OutcomeKind, Reason) s_damaged = (OutcomeKind.NotHandled, Reason.DifferentVolumesEntryDamaged);
    private static readonly (OutcomeKind, Reason) s_cloned = (OutcomeKind.ClonedFromCache, Reason.None);

    private VolumeUnderTest? _volume;
    private ApfsModel? _model;
    private string? _packages;

    private VolumeUnderTest Volume => _volume!;

    private ApfsModel Model => _model!;

    /// <summary>That of the sources.</summary>
    private ModelVolume Packages { get; set; } = null!;

    private MacCloner Cloner { get; set; } = null!;

    private string Folder => Volume.PathOf("cache");

    [TestInitialize]
    public void Start()
    {
        _volume = VolumeUnderTest.Require("plain");
        _model = new ApfsModel(Volume.Folder);
        Cloner = new MacCloner(Model, new VolumePairs());
    }

    [TestCleanup]
    public void End()
    {
        Cloner?.CacheUpkeep.Wait();
        _model?.Delete();
        _volume?.Dispose();
    }

    [TestMethod]
    public void TheFirstCopyIsTheBuiltInsAndLaterOnesAreClonesOfTheEntry()
    {
        string source = Take();

        Assert.AreEqual(s_missed, Copy(source, "first"));
        Assert.AreEqual(0, Model.BytesInCommon(PathInCache(source, CacheFiles.Entry), Volume.PathOf("first")));
        foreach (string name in new[] { "second", "third" })
        {
            Assert.AreEqual(s_cloned, Copy(source, name));
            AssertClone(source, name);
        }

        AssertCacheHolds(source);
        Assert.AreEqual(SettledFiles.Length, Cloner.CacheUpkeep.BytesAdded);
    }

    [TestMethod]
    public void AHitIsOneCloneAndNothingAfterIt()
    {
        string source = Take();
        Copy(source, "first");
        int clones = Model.Count("Clone");

        Assert.AreEqual(s_cloned, Copy(source, "second"));

        Assert.AreEqual((clones + 1, 0, 0), (Model.Count("Clone"), Model.Count("Rename"), Model.Count("SetMode")));
    }

    [TestMethod]
    public void AnotherProcessClonesFromTheEntryToo()
    {
        string source = Take();
        Copy(source, "first");

        Cloner = new MacCloner(Model, new VolumePairs());

        Assert.AreEqual(s_cloned, Copy(source, "second"));
        AssertClone(source, "second");
    }

    [TestMethod]
    public void ACallAddsNothingBeforeItEndsAndEachSourceOnce()
    {
        string source = Take();
        using (CloneCache cache = Cloner.NewCache(CacheLocation.At(Folder))!)
        {
            foreach (string name in new[] { "first", "second" })
            {
                CloneOutcome outcome = Cloner.Copy(source, Volume.PathOf(name), cache);
                Assert.AreEqual(s_missed, (outcome.Kind, outcome.Reason));
            }

            Cloner.CacheUpkeep.Wait();
            AssertCacheHolds();
        }

        Cloner.CacheUpkeep.Wait();
        AssertCacheHolds(source);
        Assert.AreEqual(SettledFiles.Length, Cloner.CacheUpkeep.BytesAdded);
    }

    [TestMethod]
    public void AnExistingDestinationIsReplacedByAClone()
    {
        string source = Take();
        Copy(source, "first");
        Files.Write(Volume.PathOf("later"), 5000);

        Assert.AreEqual(s_cloned, Copy(source, "later"));
        AssertClone(source, "later");
        CollectionAssert.AreEqual(new[] { "cache", "first", "later" }, Names(Volume.Folder));
    }

    [TestMethod]
    [TestCategory("Slow")]
    public void ACloneOfAReadOnlySourceIsWritableAndTheEntryIsNot()
    {
        string source = Take();
        File.SetUnixFileMode(source, UnixFileMode.UserRead | UnixFileMode.GroupRead);
        SettledFiles.Settle(source);

        Assert.AreEqual(s_missed, Copy(source, "first", asBuiltIn: UnixFileMode.UserWrite));
        Assert.AreEqual(s_cloned, Copy(source, "second", asBuiltIn: UnixFileMode.UserWrite));

        AssertClone(source, "second");
        Assert.AreEqual(UnixFileMode.UserRead | UnixFileMode.GroupRead, File.GetUnixFileMode(PathInCache(source, CacheFiles.Entry)));
    }

    [TestMethod]
    public void AFileOnTheDestinationsVolumeIsClonedAndTheFolderIsNotMade()
    {
        string source = Files.Write(Volume.PathOf("own"), SettledFiles.Length);

        Assert.AreEqual((OutcomeKind.Cloned, Reason.None), Copy(source, "first"));
        Assert.IsFalse(Directory.Exists(Folder));
    }

    [TestMethod]
    public void OnAVolumeThatCannotCloneTheFolderIsNotMade()
    {
        Model.Mount(Volume.PathOf("hfs"), isApfs: false);

        Assert.AreEqual(s_left, Copy(Take(), "hfs/first", folder: Volume.PathOf("hfs/cache")));
        CollectionAssert.AreEqual(new[] { "first" }, Names(Volume.PathOf("hfs")));
    }

    [TestMethod]
    [DataRow(SettledFiles.Length, true)]
    [DataRow(SettledFiles.Length + 1, false)]
    public void OnlyFilesOfAtLeastTheThresholdAreCached(long threshold, bool cached)
    {
        using CloneCache cache = Cloner.NewCache(CacheLocation.At(Folder))!;
        Assert.AreEqual(64 * 1024, cache.MinimumFileSize);
        cache.MinimumFileSize = threshold;

        CloneOutcome outcome = Cloner.Copy(Take(), Volume.PathOf("first"), cache);

        Assert.AreEqual(cached ? s_missed : s_left, (outcome.Kind, outcome.Reason));
        Assert.AreEqual(cached, Directory.Exists(Folder));
    }

    [TestMethod]
    public void AFileThatWasWrittenJustNowIsNotCached()
    {
        Model.Mount(Volume.PathOf("other"), isApfs: true);

        Assert.AreEqual(s_tooNew, Copy(Files.Write(Volume.PathOf("other/source"), SettledFiles.Length), "first"));
        AssertCacheHolds();
    }

    /// <summary>What a clone of an entry would not have, or who could change the entry, is left to the built-in.</summary>
    [TestMethod]
    [DataRow("flags")]
    [DataRow("access list")]
    [DataRow("group may write")]
    [DataRow("another user's")]
    [DataRow("volume without UUID")]
    [TestCategory("Slow")]
    public void ASourceThatIsNotPlainIsLeftToTheBuiltIn(string what)
    {
        string source = Take();
        switch (what)
        {
            case "flags":
                Model.SetFlags(source, 0x20);
                break;
            case "access list":
                Model.GiveAccessList(source);
                break;
            case "group may write":
                File.SetUnixFileMode(source, SettledFiles.Mode | UnixFileMode.GroupWrite);
                break;
            case "another user's":
                Model.Give(source, 4711);
                break;
            default:
                Packages.Uuid = 0;
                break;
        }

        SettledFiles.Settle(source);

        Copy(source, "first");
        Assert.AreEqual(OutcomeKind.NotHandled, Copy(source, "second").Kind);
        AssertCacheHolds();
    }

    [TestMethod]
    public void WhereAFolderGivesFilesAnotherGroupThanACopyHasTheyAreLeftToTheBuiltIn()
    {
        string source = Take();
        Copy(source, "first");
        Directory.CreateDirectory(Volume.PathOf("shared"));
        Model.GiveToGroup(Volume.PathOf("shared"), 4711);

        Assert.AreEqual(s_left, Copy(source, "shared/second"));
        Assert.AreEqual(s_cloned, Copy(source, "third"));
    }

    [TestMethod]
    [DataRow(MacNative.EINVAL, Reason.DifferentVolumes)]
    [DataRow(MacNative.ENOTSUP, Reason.DifferentVolumes)]
    [DataRow(MacNative.EACCES, Reason.AccessDenied)]
    [DataRow(MacNative.ENOSPC, Reason.VolumeFull)]
    public void AnEntryThatCannotBeClonedIsLeftToTheBuiltIn(int errno, Reason reason)
    {
        string source = Take();
        Copy(source, "first");
        Model.Inject("Clone", () => errno);

        Assert.AreEqual((OutcomeKind.NotHandled, reason), Copy(source, "second"));
        Assert.AreEqual(errno == MacNative.ENOTSUP ? s_left : s_cloned, Copy(source, "third"));
    }

    [TestMethod]
    public void TheFolderIsItsOwnersAloneAndKeptOutOfGitAndBackups()
    {
        using (Files.Umask(0))
        {
            Copy(Take(), "first");
        }

        Assert.AreEqual(UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute, File.GetUnixFileMode(Folder));
        Assert.AreEqual("*\n", File.ReadAllText(Path.Combine(Folder, ".gitignore")));
        Assert.StartsWith("Signature: 8a477f597d28d172789f06886806bc55\n", File.ReadAllText(Path.Combine(Folder, "CACHEDIR.TAG")));
    }

    private string Take() => Take(1)[0];

    /// <summary>Sources on a volume of their own.</summary>
    private string[] Take(int count)
    {
        string[] files = SettledFiles.Take(count);
        string folder = Path.GetDirectoryName(files[0])!;
        if (_packages != folder)
        {
            _packages = folder;
            Packages = Model.Mount(folder, isApfs: true);
        }

        return files;
    }

    /// <summary>As a call of the task for one file; the destination has to be right, however it was made.</summary>
    /// <param name="asBuiltIn">What the built-in adds to the mode of a copy.</param>
    private (OutcomeKind Kind, Reason Reason) Copy(
        string source, string name, CacheProblem problem = CacheProblem.None, string? folder = null, UnixFileMode asBuiltIn = 0)
    {
        string destination = Volume.PathOf(name);
        CloneOutcome outcome;
        using (CloneCache cache = Cloner.NewCache(CacheLocation.At(folder ?? Folder))!)
        {
            outcome = Cloner.Copy(source, destination, cache);
            if (outcome.Kind == OutcomeKind.NotHandled)
            {
                File.Copy(source, destination, overwrite: true);
                File.SetUnixFileMode(destination, File.GetUnixFileMode(destination) | asBuiltIn);
            }

            Assert.AreEqual(problem, cache.Problem, $"{outcome}, error {cache.ErrorNumber}");
        }

        Cloner.CacheUpkeep.Wait();
        FileStatus expected = FileStatus.Of(source);
        FileStatus actual = FileStatus.Of(destination);
        Assert.IsTrue(File.ReadAllBytes(source).AsSpan().SequenceEqual(File.ReadAllBytes(destination)), $"{name} has other content.");
        Assert.AreEqual(
            (expected.Length, File.GetUnixFileMode(source) | asBuiltIn, expected.Modified),
            (actual.Length, File.GetUnixFileMode(destination), actual.Modified),
            name);
        return (outcome.Kind, outcome.Reason);
    }

    private void AssertClone(string source, string name) =>
        Assert.AreEqual(SettledFiles.Length, Model.BytesInCommon(PathInCache(source, CacheFiles.Entry), Volume.PathOf(name)), name);

    /// <summary>Entries for these sources, and nothing else but what belongs to the folder itself.</summary>
    private void AssertCacheHolds(params IEnumerable<string> sources)
    {
        IEnumerable<string> files = sources.SelectMany(s => new[] { PathInCache(s, CacheFiles.Entry), PathInCache(s, CacheFiles.Record) });
        string[] expected = [.. files.Select(p => Path.GetFileName(p)!).Order(StringComparer.Ordinal)];
        string[] found = [.. Names(Folder).Where(name => name is not (".gitignore" or "CACHEDIR.TAG" or "last-pruned"))];
        CollectionAssert.AreEqual(expected, found, $"Found: {string.Join(", ", found)}");
    }

    private string PathInCache(string source, string ending) =>
        Path.Combine(Folder, $"{PathHash.Of(Encoding.UTF8.GetBytes(source + '\0')):x16}{ending}");

    private static string[] Names(string folder) =>
        Directory.Exists(folder)
            ? [.. Directory.EnumerateFileSystemEntries(folder).Select(p => Path.GetFileName(p)!).Order(StringComparer.Ordinal)]
            : [];
}
