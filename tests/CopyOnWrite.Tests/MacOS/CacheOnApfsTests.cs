namespace CopyOnWrite.Tests.MacOS;

/// <summary>What only macOS has: volumes with a UUID and without owners, access lists, flags, groups, and other calls.</summary>
[TestClass]
public sealed class CacheOnApfsTests : CacheTests
{
    private ApfsModel Model => ((ApfsCacheLane)Lane).Model;

    private ModelVolume Packages => ((ApfsCacheLane)Lane).Packages;

    private protected override CacheLane OpenLane() => new ApfsCacheLane();

    [TestMethod]
    public void AHitIsOneCloneAndNothingAfterIt()
    {
        string source = CachedSources(1)[0];
        FileCloner process = Lane.NewProcess();
        Assert.AreEqual(Cloned, Copy(process, source, "first"));
        int clones = Model.Count("Clone");

        Assert.AreEqual(Cloned, Copy(process, source, "second"));

        Assert.AreEqual((clones + 1, 0, 0), (Model.Count("Clone"), Model.Count("Rename"), Model.Count("SetMode")));
    }

    [TestMethod]
    public void TheSameVolumeUnderAnotherNumberIsKnownByItsUuid()
    {
        string source = CachedSources(1)[0];
        Packages.Device = 77;

        AssertServes(source);
    }

    [TestMethod]
    public void AnotherVolumeUnderTheSameNumberIsNotTakenForTheOld()
    {
        string source = CachedSources(1)[0];
        Packages.Uuid++;

        Assert.AreEqual(Outdated, Copy(source, "later"));
        AssertServes(source);
    }

    [TestMethod]
    [TestCategory("Slow")]
    public void ACloneOfAReadOnlySourceIsWritableAndTheEntryIsNot()
    {
        const UnixFileMode readOnly = UnixFileMode.UserRead | UnixFileMode.GroupRead;
        string source = Lane.Take();
        File.SetUnixFileMode(source, readOnly);
        SettledFiles.Settle(source);
        Assert.AreEqual(Added, Copy(source, "first"));
        FileCloner process = Lane.NewProcess();
        using CloneCache cache = NewCache(process);

        Assert.AreEqual(OutcomeKind.ClonedFromCache, process.Copy(source, Lane.PathOf("second"), cache).Kind);

        Assert.AreEqual(readOnly | UnixFileMode.UserWrite, File.GetUnixFileMode(Lane.PathOf("second")));
        Assert.AreEqual(readOnly, File.GetUnixFileMode(Entry(source)));
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
        string source = Lane.Take();
        switch (what)
        {
            case "flags":
                Model.SetFlags(source, 0x20);
                break;
            case "access list":
                Model.GiveAccessList(source);
                break;
            case "group may write":
                Lane.MakeWritableByOthers(source);
                break;
            case "another user's":
                Lane.GiveAway(source);
                break;
            default:
                Packages.Uuid = 0;
                break;
        }

        SettledFiles.Settle(source);

        Copy(source, "first");
        Assert.AreNotEqual(Cloned, Copy(source, "second"));
        AssertCacheHolds();
    }

    [TestMethod]
    public void WhereAFolderGivesFilesAnotherGroupThanACopyHasTheyAreLeftToTheBuiltIn()
    {
        string source = CachedSources(1)[0];
        Directory.CreateDirectory(Lane.PathOf("shared"));
        Model.GiveToGroup(Lane.PathOf("shared"), 4711);

        Assert.AreEqual(Copied, Copy(source, "shared/second"));
        AssertServes(source);
    }

    [TestMethod]
    [DataRow(MacNative.EINVAL, Reason.DifferentVolumes)]
    [DataRow(MacNative.ENOTSUP, Reason.DifferentVolumes)]
    [DataRow(MacNative.EACCES, Reason.AccessDenied)]
    [DataRow(MacNative.ENOSPC, Reason.VolumeFull)]
    public void AnEntryThatCannotBeClonedIsLeftToTheBuiltIn(int errno, object reason)
    {
        string source = CachedSources(1)[0];
        FileCloner process = Lane.NewProcess();
        Assert.AreEqual(Cloned, Copy(process, source, "first"));
        Model.Inject("Clone", () => errno);

        Assert.AreEqual((Reason)reason, Copy(process, source, "second"));
        Assert.AreEqual(errno == MacNative.ENOTSUP ? Copied : Cloned, Copy(process, source, "third"));
    }

    [TestMethod]
    [DataRow("access list", CacheProblem.AccessList)]
    [DataRow("owners ignored", CacheProblem.OwnersIgnored)]
    public void AFolderThatOthersMayChangeIsNotUsed(string what, object problem)
    {
        string source = CachedSources(1)[0];
        if (what == "access list")
        {
            Model.GiveAccessList(Folder);
        }
        else
        {
            Model.Root.IgnoresOwners = true;
        }

        Assert.AreEqual(Unusable, Copy(source, "second", (CacheProblem)problem));
        Assert.AreEqual((CacheProblem)problem, Lane.NewProcess().ReadCache(Folder).Problem);
        Prune(0);
        Lane.NewProcess().ClearCache(Folder);
        AssertCacheHolds(source);
    }

    [TestMethod]
    public void WhereOwnershipIsIgnoredTheFolderIsNotMade()
    {
        Model.Mount(Lane.PathOf("external"), isApfs: true).IgnoresOwners = true;

        Assert.AreEqual(Unusable, Copy(Lane.Take(), "external/first", CacheProblem.OwnersIgnored, Lane.PathOf("external/cache")));
        CollectionAssert.AreEqual(new[] { "first" }, Names(Lane.PathOf("external")));
    }

    [TestMethod]
    [DataRow(CacheFiles.Entry)]
    [DataRow(CacheFiles.Record)]
    [DataRow(CacheFiles.Claim)]
    [DataRow(CacheFiles.New)]
    public void WhereAFolderHasTheNameOfACacheFileNoCopyIsMadeForNothing(string ending)
    {
        string source = Lane.Take();
        CachedSources(1);
        BrokenEntry.Put("a folder with files", Lane.InCache(source, ending), string.Empty);
        int copied = Model.Count("CopyAll");

        Copy(source, "first");

        Assert.AreEqual(copied, Model.Count("CopyAll"));
    }

    [TestMethod]
    public void AnEntryThatAnotherProcessMakesIsNotCopiedTwice()
    {
        string source = Lane.Take();
        CachedSources(1);
        int copied = Model.Count("CopyAll");
        using (Lane.Claim(source))
        {
            Assert.AreEqual(Added, Copy(source, "first"));
        }

        Assert.AreEqual(copied, Model.Count("CopyAll"));
    }

    [TestMethod]
    public void FilesThatKilledProcessesHadNotYetNamedGoAndThoseOfLivingOnesStay()
    {
        string source = Lane.Take();
        CachedSources(1);
        string dead = Path.Combine(Folder, ".cow-0123456789abcdef-AbCdEfGh.user");
        string living = Path.Combine(Folder, ".cow-0123456789abcdef-ZZZZZZZZ.user");
        File.WriteAllText(dead, "left");
        using (Lane.Claim(source))
        {
            File.Move(Lane.InCache(source, CacheFiles.Claim), living);
            Assert.AreEqual(2, Lane.NewProcess().ReadCache(Folder).Leftovers);

            Prune();

            Assert.AreEqual((false, true), (File.Exists(dead), File.Exists(living)));
        }

        Prune();
        Assert.IsFalse(File.Exists(living));
    }

    [TestMethod]
    [DataRow("CopyAll", MacNative.EIO)]
    [DataRow("Flush", MacNative.EIO)]
    [DataRow("CloneIn", MacNative.EINVAL)]
    [DataRow("RenameIn", MacNative.EIO)]
    public void AnEntryThatCannotBeMadeLeavesNothingAndTheNextCallTriesAgain(string call, int errno)
    {
        string source = Lane.Take();
        CachedSources(1); // The folder and what belongs to it are there: the next calls of each name are the entry's own.
        string[] before = NamesInCache();
        FileCloner process = Lane.NewProcess();
        Model.Inject(call, call == "RenameIn" ? [() => 0, () => 0, () => errno] : [() => errno]);

        Assert.AreEqual(Added, Copy(process, source, "first"));
        CollectionAssert.AreEqual(before, NamesInCache());

        Assert.AreEqual(Added, Copy(process, source, "second"));
        AssertServes(source);
    }

    /// <summary>Whether a clone leaves its source's change time alone no man page says.</summary>
    [TestMethod]
    public void WhereACloneChangesItsSourcesChangeTimeTheCacheIsNotUsed()
    {
        string source = Lane.Take();
        FileCloner process = Lane.NewProcess();
        Model.Inject("CloneIn", () =>
        {
            Thread.Sleep(20); // Longer than a tick of the clock.
            foreach (string made in Directory.GetFiles(Folder, "*" + CacheFiles.New))
            {
                File.SetUnixFileMode(made, File.GetUnixFileMode(made));
            }

            return 0;
        });

        Assert.AreEqual(Added, Copy(process, source, "first"));
        AssertCacheHolds();
        Assert.AreEqual(Copied, Copy(process, source, "second"));
        Assert.AreEqual(1, Model.Count("CloneIn"));

        string own = Files.Write(Lane.PathOf("own"), Lane.Length);
        Assert.AreEqual(OutcomeKind.Cloned, process.Copy(own, Lane.PathOf("third")).Kind);
    }
}
