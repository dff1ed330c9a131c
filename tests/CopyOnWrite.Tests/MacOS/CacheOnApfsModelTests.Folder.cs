using System;
using System.IO;
using System.Linq;
using System.Text;
using System.Threading.Tasks;
using CopyOnWrite.Linux;
using CopyOnWrite.MacOS;
using CopyOnWrite.Testing;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Tests.MacOS;

/// <summary>Folders that must not be used, other processes, pruning, warming and what the tool reads.</summary>
public sealed partial class CacheOnApfsModelTests
{
    private static readonly TimeSpan s_month = TimeSpan.FromDays(30);

    [TestMethod]
    [DataRow("another user's", CacheProblem.WrongOwner)]
    [DataRow("group may write", CacheProblem.WritableByOthers)]
    [DataRow("others may write", CacheProblem.WritableByOthers)]
    [DataRow("access list", CacheProblem.AccessList)]
    [DataRow("owners ignored", CacheProblem.OwnersIgnored)]
    [DataRow("link", CacheProblem.Link)]
    [DataRow("file", CacheProblem.NotAFolder)]
    [DataRow("without tag", CacheProblem.NotACache)]
    [DataRow("another program's tag", CacheProblem.NotACache)]
    public void AFolderThatOthersMayChangeOrThatIsNoCacheIsNotUsed(string what, object problem)
    {
        string source = Take();
        Copy(source, "first");
        Spoil(what);
        string[] before = Names(Folder);

        Assert.AreEqual(s_left, Copy(source, "second", (CacheProblem)problem));

        CollectionAssert.AreEqual(before, Names(Folder));
        Assert.AreEqual((CacheProblem)problem, Cloner.ReadCache(Folder).Problem);
        Cloner.PruneCache(Folder, 0, TimeSpan.Zero);
        Cloner.ClearCache(Folder);
        CollectionAssert.AreEqual(before, Names(Folder));
    }

    /// <summary>Put there while others could write to the folder: that they no longer can says nothing of it.</summary>
    [TestMethod]
    [DataRow("another user's")]
    [DataRow("writable by its group")]
    public void ARecordThatAnotherUserCanHaveWrittenIsNotUsed(string what)
    {
        string source = Take();
        Copy(source, "first");
        string record = PathInCache(source, CacheFiles.Record);
        if (what == "another user's")
        {
            Model.Give(record, 4711);
        }
        else
        {
            File.SetUnixFileMode(record, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupWrite);
        }

        Assert.AreEqual(1, Cloner.ReadCache(Folder).Damaged);
        Assert.AreEqual(s_damaged, Copy(source, "second"));
        Assert.AreEqual(s_cloned, Copy(source, "third"));
    }

    [TestMethod]
    public void WhereOwnershipIsIgnoredTheFolderIsNotMade()
    {
        Model.Mount(Volume.PathOf("external"), isApfs: true).IgnoresOwners = true;

        Assert.AreEqual(s_left, Copy(Take(), "external/first", CacheProblem.OwnersIgnored, Volume.PathOf("external/cache")));
        CollectionAssert.AreEqual(new[] { "first" }, Names(Volume.PathOf("external")));
    }

    [TestMethod]
    public void AFolderOnAnotherVolumeIsNotUsedAndNotMadeThere()
    {
        Model.Mount(Volume.PathOf("other"), isApfs: true);
        string source = Take();

        Assert.AreEqual(s_left, Copy(source, "first", CacheProblem.OnAnotherVolume, Volume.PathOf("other/cache")));
        Assert.IsFalse(Directory.Exists(Volume.PathOf("other/cache")));

        // Made by a build whose outputs are there.
        Copy(source, "other/second", folder: Volume.PathOf("other/cache"));
        Assert.AreEqual(s_left, Copy(source, "third", CacheProblem.OnAnotherVolume, Volume.PathOf("other/cache")));
    }

    [TestMethod]
    public void AnEmptyFolderOfTheUsersBecomesTheCache()
    {
        Directory.CreateDirectory(Folder, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        string source = Take();

        Assert.AreEqual(s_missed, Copy(source, "first"));
        Assert.AreEqual(s_cloned, Copy(source, "second"));
        AssertCacheHolds(source);
    }

    [TestMethod]
    public void MissingFoldersAboveAreMade()
    {
        string folder = Volume.PathOf("not/there/yet/cache");
        string source = Take();

        Copy(source, "first", folder: folder);
        Assert.AreEqual(s_cloned, Copy(source, "second", folder: folder + "/"));
    }

    [TestMethod]
    public void DeletedBetweenTwoCallsTheFolderIsMadeAgain()
    {
        string source = Take();
        Copy(source, "first");
        Directory.Delete(Folder, recursive: true);

        Assert.AreEqual(s_missed, Copy(source, "second"));
        Assert.AreEqual(s_cloned, Copy(source, "third"));
    }

    [TestMethod]
    public void AnEntryThatAnotherProcessMakesIsNotMadeTwice()
    {
        string source = Take();
        Copy(Take(), "any");
        string claim = PathInCache(source, CacheFiles.Claim);
        File.WriteAllText(claim, "alive");
        int copied = Model.Count("CopyAll");
        using (new FlockOf(claim))
        {
            Assert.AreEqual(s_missed, Copy(source, "first"));
            Assert.AreEqual(5, new FileInfo(claim).Length);
            Assert.AreEqual(copied, Model.Count("CopyAll"));
        }

        // The process has ended without making it.
        Assert.AreEqual(s_missed, Copy(source, "second"));
        Assert.AreEqual(s_cloned, Copy(source, "third"));
        Assert.IsFalse(File.Exists(claim));
    }

    [TestMethod]
    public void ProcessesThatFillOneCacheTogetherMakeWholeEntriesOfAllSources()
    {
        string[] sources = Take(12);
        Parallel.For(0, 4, new ParallelOptions { MaxDegreeOfParallelism = 4 }, process =>
        {
            var cloner = new MacCloner(Model, new VolumePairs());
            using (CloneCache cache = cloner.NewCache(CacheLocation.At(Folder))!)
            {
                foreach (string source in process % 2 == 0 ? sources : sources.Reverse())
                {
                    cloner.Copy(source, Volume.PathOf($"{process}-{Path.GetFileName(source)}"), cache);
                }
            }

            cloner.CacheUpkeep.Wait();
        });

        // Those that two processes wanted at one moment, and each left to the other, come with the next call.
        foreach (string source in sources)
        {
            Copy(source, "next");
            Assert.AreEqual(s_cloned, Copy(source, Path.GetFileName(source)));
        }

        AssertCacheHolds(sources);
    }

    [TestMethod]
    [Timeout(120_000)]
    [DataRow(CacheFiles.Claim, "a link")]
    [DataRow(CacheFiles.Claim, "a pipe")]
    [DataRow(CacheFiles.New, "a link")]
    [DataRow(CacheFiles.New, "a pipe")]
    [DataRow(CacheFiles.Entry, "a pipe")]
    [DataRow(CacheFiles.Record, "a pipe")]
    public void WhatIsInThePlaceOfACacheFileMakesWay(string ending, string what)
    {
        string source = Take();
        Copy(Take(), "any");
        BrokenEntry.Put(what, PathInCache(source, ending), Files.Write(Volume.PathOf("linked"), 100));

        Assert.AreEqual(ending == CacheFiles.Record ? s_damaged : s_missed, Copy(source, "first"));
        Assert.AreEqual(s_cloned, Copy(source, "second"));
        Assert.AreEqual(100, new FileInfo(Volume.PathOf("linked")).Length);
    }

    [TestMethod]
    public void WhatKilledProcessesLeftGoesAndWhatALivingOneMakesStays()
    {
        string[] sources = Take(3);
        Copy(sources[0], "first");
        string[] dead =
        [
            PathInCache(sources[1], CacheFiles.Claim),
            PathInCache(sources[1], CacheFiles.New),
            Path.Combine(Folder, ".cow-0123456789abcdef-AbCdEfGh.tmp"),
        ];
        string[] living =
        [
            PathInCache(sources[2], CacheFiles.Claim),
            PathInCache(sources[2], CacheFiles.New),
            Path.Combine(Folder, ".cow-0123456789abcdef-ZZZZZZZZ.tmp"),
        ];
        string strange = Path.Combine(Folder, "notes.new");
        foreach (string file in (string[])[.. dead, .. living, strange])
        {
            File.WriteAllText(file, "text");
        }

        using (new FlockOf(living[0]))
        using (new FlockOf(living[2]))
        {
            Assert.AreEqual(6, Cloner.ReadCache(Folder).Leftovers);
            Cloner.PruneCache(Folder, long.MaxValue, s_month);
            CollectionAssert.AreEqual(new[] { true, true, true }, living.Select(File.Exists).ToArray(), string.Join(", ", Names(Folder)));
            CollectionAssert.AreEqual(new[] { false, false, false }, dead.Select(File.Exists).ToArray(), string.Join(", ", Names(Folder)));
        }

        Cloner.PruneCache(Folder, long.MaxValue, s_month);
        File.Delete(strange);
        AssertCacheHolds(sources[0]);
    }

    [TestMethod]
    public void EntriesUnusedForTooLongOrLongestAreRemoved()
    {
        string[] sources = Take(4);
        for (int i = 0; i < sources.Length; i++)
        {
            Copy(sources[i], $"first-{i}");
            LastUsed(sources[i], TimeSpan.FromDays(new[] { 31, 20, 10, 5 }[i]));
        }

        Cloner.PruneCache(Folder, long.MaxValue, s_month);
        AssertCacheHolds(sources[1..]);
        Cloner.PruneCache(Folder, 2 * SettledFiles.Length, s_month);
        AssertCacheHolds(sources[2..]);
    }

    [TestMethod]
    public void TheRecordsTimeSaysWhenAnEntryWasUsedAndNotingItDoesNotSpoilTheEntry()
    {
        string source = Take();
        Copy(source, "first");
        LastUsed(source, TimeSpan.FromDays(31));

        Assert.AreEqual(s_cloned, Copy(source, "second"));
        Cloner.PruneCache(Folder, long.MaxValue, s_month);

        Assert.AreEqual(s_cloned, Copy(source, "third"));
    }

    [TestMethod]
    public void PruningIsDoneOnceInItsInterval()
    {
        string source = Take();
        Copy(source, "first");
        using CloneCache cache = Cloner.NewCache(CacheLocation.At(Folder))!;
        Cloner.Copy(source, Volume.PathOf("second"), cache);
        cache.Dispose();
        File.Delete(Path.Combine(Folder, ".gitignore"));

        cache.PruneIfDue(TimeSpan.FromDays(1), long.MaxValue, s_month, keepOutOfGit: true);
        Assert.IsTrue(File.Exists(Path.Combine(Folder, ".gitignore")), string.Join(", ", Names(Folder)));
        LastUsed(source, TimeSpan.FromDays(31));
        cache.PruneIfDue(TimeSpan.FromDays(1), long.MaxValue, s_month, keepOutOfGit: true);
        AssertCacheHoldsWithIgnoreFile(source);
        cache.PruneIfDue(TimeSpan.Zero, long.MaxValue, s_month, keepOutOfGit: true);
        AssertCacheHoldsWithIgnoreFile();
    }

    [TestMethod]
    public void ClearingRemovesWhatIsTheCachesAndTheFolder()
    {
        Copy(Take(), "first");
        File.WriteAllText(Path.Combine(Folder, "mine"), "text");

        Cloner.ClearCache(Folder);
        CollectionAssert.AreEqual(new[] { "mine" }, Names(Folder));

        File.Delete(Path.Combine(Folder, "mine"));
        Copy(Take(), "second");
        Cloner.ClearCache(Folder);
        Assert.IsFalse(Directory.Exists(Folder));
    }

    [TestMethod]
    public void TheToolSeesWhichEntriesAreUsable()
    {
        string[] sources = Take(3);
        foreach (string source in sources)
        {
            Copy(source, Path.GetFileName(source));
        }

        File.Delete(sources[1]);
        BrokenEntry.Make("entry altered", PathInCache(sources[2], string.Empty), string.Empty);

        CacheFolderState state = Cloner.ReadCache(Folder);

        Assert.AreEqual((true, CacheProblem.None, 0), (state.Exists, state.Problem, state.Leftovers));
        string[] seen = [.. state.Entries.Select(entry => $"{entry.Source}: {entry.State}").Order(StringComparer.Ordinal)];
        string[] expected =
            [$"{sources[0]}: {EntryState.Usable}", $"{sources[1]}: {EntryState.Outdated}", $"{sources[2]}: {EntryState.Damaged}"];
        CollectionAssert.AreEqual(expected.Order(StringComparer.Ordinal).ToArray(), seen, string.Join("; ", seen));
        Assert.IsFalse(Cloner.ReadCache(Volume.PathOf("none")).Exists);
    }

    [TestMethod]
    public void WarmingAddsWhatABuildWouldAdd()
    {
        string source = Take();
        string[] files = [source, Files.Write(Volume.PathOf("own"), SettledFiles.Length), Volume.PathOf("missing")];

        using (CacheFill fill = Cloner.NewCacheFill(Folder, files, out CacheProblem problem, out int error)!)
        {
            Assert.AreEqual((CacheProblem.None, 0, 1), (problem, error, fill.Count));
            fill.Run();
            Assert.AreEqual(1, fill.Present);
        }

        AssertCacheHolds(source);
        Assert.AreEqual(s_cloned, Copy(source, "first"));
    }

    [TestMethod]
    public void WhereItIsOfNoUseThereIsNothingToWarm()
    {
        Model.Mount(Volume.PathOf("hfs"), isApfs: false);

        Assert.IsNull(Cloner.NewCacheFill(Volume.PathOf("hfs/cache"), [Take()], out CacheProblem problem, out _));
        Assert.AreEqual(CacheProblem.None, problem);

        File.WriteAllText(Folder, "a file");
        Assert.IsNull(Cloner.NewCacheFill(Folder, [Take()], out problem, out _));
        Assert.AreEqual(CacheProblem.NotAFolder, problem);
    }

    private void Spoil(string what)
    {
        const UnixFileMode own = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute;
        switch (what)
        {
            case "another user's":
                Model.Give(Folder, 4711);
                break;
            case "group may write":
                File.SetUnixFileMode(Folder, own | UnixFileMode.GroupWrite);
                break;
            case "others may write":
                File.SetUnixFileMode(Folder, own | UnixFileMode.OtherWrite);
                break;
            case "access list":
                Model.GiveAccessList(Folder);
                break;
            case "owners ignored":
                Model.Root.IgnoresOwners = true;
                break;
            case "link":
                Directory.Move(Folder, Folder + "-elsewhere");
                Directory.CreateSymbolicLink(Folder, Folder + "-elsewhere");
                break;
            case "file":
                Directory.Move(Folder, Folder + "-elsewhere");
                File.WriteAllText(Folder, "a file");
                break;
            case "without tag":
                File.Delete(Path.Combine(Folder, CacheFiles.Tag));
                break;
            default:
                File.WriteAllText(
                    Path.Combine(Folder, CacheFiles.Tag), "Signature: 8a477f597d28d172789f06886806bc55\n# Another program's.\n");
                break;
        }
    }

    private void LastUsed(string source, TimeSpan ago) =>
        File.SetLastWriteTimeUtc(PathInCache(source, CacheFiles.Record), DateTime.UtcNow - ago);

    private void AssertCacheHoldsWithIgnoreFile(params string[] sources)
    {
        Assert.IsTrue(File.Exists(Path.Combine(Folder, ".gitignore")), string.Join(", ", Names(Folder)));
        AssertCacheHolds(sources);
    }

    /// <summary>The lock of another process: flock(2) is one of the open file.</summary>
    private sealed unsafe class FlockOf : IDisposable
    {
        private readonly int _file;

        internal FlockOf(string path)
        {
            fixed (byte* start = Encoding.UTF8.GetBytes(path + '\0'))
            {
                _file = LinuxNative.open(start, LinuxNative.O_RDWR | LinuxNative.O_CLOEXEC, 0);
                Assert.AreEqual(0, LinuxNative.flock(_file, LinuxNative.LOCK_EX | LinuxNative.LOCK_NB), path);
            }
        }

        public void Dispose() => _ = LinuxNative.close(_file);
    }
}
