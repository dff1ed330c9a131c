namespace CopyOnWrite.Tests.Cache;

[TestClass]
[OSCondition(OperatingSystems.Linux)]
public sealed class LinuxCacheOnBtrfs() : LinuxCacheTests("btrfs")
{
    /// <summary>In each of them inode numbers begin anew.</summary>
    [TestMethod]
    public void SubvolumesHaveNumbersOfTheirOwnThatAreNotDevices()
    {
        ulong volume = NumberOf(Lane.PathOf("."), out ulong device);
        string subvolume = Lane.PathOf("subvolume");
        Command.OutputOf("btrfs", "subvolume", "create", subvolume);
        ulong other = NumberOf(subvolume, out ulong otherDevice);
        Command.OutputOf("btrfs", "subvolume", "delete", subvolume);

        Assert.AreNotEqual(volume, other);
        Assert.AreNotEqual(device, volume);
        Assert.AreNotEqual(otherDevice, other);
    }

    /// <summary>The device number of a volume that was unmounted goes to the next one (get_anon_bdev in fs/super.c).</summary>
    [TestMethod]
    public void WhatIsMountedWithTheDeviceNumberOfAnotherVolumeIsNotTakenForThatOne()
    {
        var types = new FileSystemTypes();
        using SafeFileHandle known = File.OpenHandle(Lane.Take());
        using SafeFileHandle other = File.OpenHandle("/proc/self/status");
        const ulong Number = 5;
        ulong volume = types.NumberOf(Number, (int)known.DangerousGetHandle());
        Assert.IsTrue(types.HasChangeTimes(Number, (int)known.DangerousGetHandle()));

        Assert.AreNotEqual(volume, types.NumberOf(Number, (int)other.DangerousGetHandle()));
        Assert.IsFalse(types.HasChangeTimes(Number, (int)other.DangerousGetHandle()));
        _ = types.NumberOf(Number, (int)known.DangerousGetHandle());
        Assert.IsTrue(SpinWait.SpinUntil(
            () => !FileSystemTypes.IsKnownLocal(types.TypeOf(Number, (int)other.DangerousGetHandle())), TimeSpan.FromMinutes(1)),
            "An error of closing would be ignored.");
    }

    private static ulong NumberOf(string folder, out ulong device)
    {
        string path = Path.Combine(folder, "numbered");
        File.WriteAllText(path, "numbered");
        using SafeFileHandle file = File.OpenHandle(path);
        int descriptor = (int)file.DangerousGetHandle();
        Assert.IsTrue(LinuxNative.TryGetStatus(descriptor, out LinuxNative.Statx status));
        device = status.Volume;
        return new FileSystemTypes().NumberOf(status.Volume, descriptor);
    }
}

[TestClass]
[OSCondition(OperatingSystems.Linux)]
public sealed class LinuxCacheOnXfs() : LinuxCacheTests("xfs");

/// <summary>
/// What only Linux has: a folder that is deleted or exchanged while it is open, and destinations that the SDK itself fills.
/// </summary>
public abstract partial class LinuxCacheTests(string volume) : CacheTests
{
    private protected override CacheLane OpenLane() => new LinuxCacheLane(volume);

    /// <summary>So no other process can write to the file that is being made, or take it for done.</summary>
    [TestMethod]
    [DataRow(false)]
    [DataRow(true)]
    public void WhileTheCacheIsAskedTheDestinationIsMissingOrOld(bool destinationExists)
    {
        string destination = Lane.PathOf("asked");
        if (destinationExists)
        {
            File.WriteAllText(destination, "old");
        }

        string? there = null;
        using (CloneCache cache = Process.NewCache(() =>
        {
            there = File.Exists(destination) ? File.ReadAllText(destination) : "missing";
            return [Folder];
        })!)
        {
            Assert.AreEqual(Added, Copy(Process, cache, Source, "asked"));
        }

        Assert.AreEqual(destinationExists ? "old" : "missing", there);
        CollectionAssert.AreEqual(File.ReadAllBytes(Source), File.ReadAllBytes(destination));
    }

    /// <summary>The folder is open, and nothing was added in this call yet.</summary>
    [TestMethod]
    public void DeletedBeforeTheFirstMissOfACallTheFolderIsReportedAndTheNextCallMakesItAgain()
    {
        using (CloneCache cache = NewCache(Process))
        {
            Assert.AreEqual(Cloned, Copy(Process, cache, Cached, "second"));
            Directory.Delete(Folder, recursive: true);

            Assert.AreEqual(Unusable, Copy(Process, cache, Source, "third"));
            Assert.AreEqual((CacheProblem.NotWritable, LinuxNative.ENOENT), (cache.Problem, cache.ErrorNumber));
        }

        Assert.AreEqual(Added, Copy(Source, "fourth"));
        AssertServes(Source);
    }

    /// <summary>All that is made and removed is in the folder that was opened.</summary>
    [TestMethod]
    public void NothingIsRemovedOrMadeThroughALinkThatTookTheOpenFoldersPlace()
    {
        string[] sources = CachedSources();
        using CacheFolder folder = CacheFolder.OpenExisting(Lane.NewProcess().CacheSystem!, Folder)!;
        string elsewhere = Lane.PathOf("elsewhere");
        Lane.MakeFolder(elsewhere);
        foreach (string file in Directory.GetFiles(Folder))
        {
            File.Copy(file, Path.Combine(elsewhere, Path.GetFileName(file)));
        }

        string[] before = Names(elsewhere);
        Directory.Move(Folder, Lane.PathOf("renamed"));
        Directory.CreateSymbolicLink(Folder, elsewhere);

        CachePruning.Prune(folder, 0, TimeSpan.Zero);

        CollectionAssert.AreEqual(new[] { CacheFiles.Ignore, CacheFiles.Tag }, Names(Lane.PathOf("renamed")));
        CollectionAssert.AreEqual(before, Names(elsewhere));
        Assert.IsTrue(sources.All(source => File.Exists(Entry(source))), "What the link leads to has these entries too.");
    }

    [TestMethod]
    [DataRow("cache")]
    [DataRow("more/cache")]
    public void AFolderThatCannotBeMadeIsDoneWithout(string name)
    {
        string parent = Directory.CreateDirectory(Lane.PathOf("parent")).FullName;
        using (new Immutable(parent))
        {
            Assert.AreEqual(Unusable, Copy(Lane.Take(), "one", CacheProblem.Inaccessible, Path.Combine(parent, name)));
        }

        Assert.AreEqual(Unusable, Copy(Lane.Take(), "two", CacheProblem.Inaccessible, "/proc/cache"));
    }

    /// <summary>bindfs is a FUSE file system, as sshfs is, where a change may leave all times and the length as they were.</summary>
    [TestMethod]
    public void ASourceWithoutAReliableChangeTimeIsCopiedEachTime()
    {
        string[] names = ["mounted", "overlay", "overlay-of-ext4", "empty"];
        string name = Path.GetFileName(Source);
        string[] mounted = Array.ConvertAll(names, folder => Directory.CreateDirectory(Lane.PathOf(folder)).FullName);
        string folder = Path.GetDirectoryName(Source)!;
        Mounted Overlay(string below, string at) =>
            new(at, "mount", "-t", "overlay", "overlay", "-o", $"ro,lowerdir={below}:{mounted[3]}", at);
        using Mounted fuse = new(mounted[0], "bindfs", folder, mounted[0]);
        using Mounted overFuse = Overlay(mounted[0], mounted[1]);
        using Mounted overExt4 = Overlay(folder, mounted[2]);

        Assert.AreEqual(Copied, Copy(Path.Combine(mounted[0], name), "one"));
        Assert.AreEqual(Copied, Copy(Path.Combine(mounted[1], name), "two"));
        Assert.AreEqual(Added, Copy(Source, "another"));
        AssertCacheHolds(Source);
        Assert.AreEqual(Added, Copy(Path.Combine(mounted[2], name), "three"));
    }

    /// <summary>A write to a page that a program keeps mapped sets no time on tmpfs.</summary>
    [TestMethod]
    public void ASourceOnTmpfsIsNoEntry()
    {
        using VolumeUnderTest tmpfs = VolumeUnderTest.Require("tmpfs");
        string source = Files.Write(tmpfs.PathOf("source"), Lane.Length);
        Lane.Settle(source);
        CachedSources(1);

        Assert.AreEqual(Copied, Copy(source, "one"));
        Assert.AreEqual(Copied, Copy(source, "two"));

        // Nor through overlayfs, as the root of a machine that runs from an image has it.
        (string empty, string at) = (Lane.PathOf("empty"), Lane.PathOf("overlay"));
        Array.ForEach([empty, at], folder => Directory.CreateDirectory(folder));
        using Mounted overlay = new(at, "mount", "-t", "overlay", "overlay", "-o", $"ro,lowerdir={tmpfs.Folder}:{empty}", at);
        Lane.Settle(Path.Combine(at, "source"));
        Assert.AreEqual(Copied, Copy(Path.Combine(at, "source"), "three"));
    }

    /// <summary>xfs keeps a later time than the last that 64 bits of nanoseconds have, and gives the entry another.</summary>
    [TestMethod]
    [DataRow("2262-04-12 00:00:00", false)]
    [DataRow("2262-04-10 00:00:00", true)]
    public void ASourceWithATimeThatHasNoNumberOfItsOwnIsNoEntry(string time, bool isCached)
    {
        string source = Lane.NewSource();
        Command.OutputOf("touch", "-d", time + " UTC", source);
        Lane.Settle(source);
        CachedSources(1);

        Assert.AreEqual(isCached ? Added : Copied, Copy(source, "copy"));
    }

    /// <summary>Containers with a package folder each at one path, which share a cache.</summary>
    [TestMethod]
    public void FilesThatTakeTurnsAtOnePathAreEachClonedFromTheSecondTimeOn()
    {
        string[] sources = Lane.Take(2);
        string package = Lane.PathOf("package");
        for (int turn = 0; turn < 4; turn++)
        {
            File.Delete(package);
            File.CreateSymbolicLink(package, sources[turn % 2]);
            Platform process = Lane.NewProcess();
            using (CloneCache cache = NewCache(process))
            {
                Assert.AreEqual(turn < 2 ? Added : Cloned, process.Copy(package, Lane.PathOf($"turn-{turn}"), cache).Reason);
            }

            process.CacheFiller.Wait();
            Prune();
            CollectionAssert.AreEqual(File.ReadAllBytes(package), File.ReadAllBytes(Lane.PathOf($"turn-{turn}")));
        }
    }

    [TestMethod]
    public void AFullVolumeDoesNotEmptyTheCacheOfAnother()
    {
        using VolumeUnderTest full = VolumeUnderTest.Require("full");
        string big = Lane.PathOf("big");
        using (FileStream file = File.Create(big))
        {
            file.SetLength(Volume.At(full.Folder).TotalBytes + 1);
        }

        using CloneCache cache = NewCache(Process);
        var call = new CloneCall(Process, cache);
        using CloneWorker worker = Process.NewWorker(call);
        var copier = new FileCopier(call, new CopyOptions());
        copier.Copy(worker, Cached, Lane.PathOf("served")).Outcome.AssertIs(OutcomeKind.ClonedFromCache);

        FileOutcome outcome = copier.Copy(worker, big, full.PathOf("big"));

        outcome.Outcome.AssertIs(OutcomeKind.NotHandled, Reason.VolumeFull);
        Assert.AreEqual(FileSteps.None, outcome.Steps);
        AssertCacheHolds(Cached);
    }

    /// <summary>Root builds in a checkout that is not root's, as in a container.</summary>
    [TestMethod]
    public void InAnotherUsersRepositoryTheDefaultFolderIsNotMadeAndAChosenOneIs()
    {
        string repository = Directory.CreateDirectory(Lane.PathOf("repository")).FullName;
        string folder = Path.Combine(repository, CacheFiles.DefaultFolder);
        Lane.GiveAway(repository);

        Assert.AreEqual(Unusable, Copy(Lane.Take(), "one", CacheProblem.OtherUsersRepository, folder));
        Assert.IsEmpty(Directory.GetFileSystemEntries(repository));
        Assert.AreEqual(Added, Copy(Lane.Take(), "two", folder: Path.Combine(repository, "chosen")));
    }

    /// <summary>As a shared git folder is linked to.</summary>
    [TestMethod]
    public void InAnotherUsersGitFolderThatALinkLeadsToTheDefaultFolderIsNotMade()
    {
        string git = Directory.CreateDirectory(Lane.PathOf("git")).FullName;
        File.WriteAllText(Path.Combine(git, "HEAD"), string.Empty);
        string link = Directory.CreateSymbolicLink(Lane.PathOf(".git"), git).FullName;
        Lane.GiveAway(git);

        string folder = Path.Combine(link, CacheFiles.FolderInGit);
        Assert.AreEqual(Unusable, Copy(Lane.Take(), "one", CacheProblem.OtherUsersRepository, folder));

        Assert.HasCount(1, Directory.GetFileSystemEntries(git));
    }

    [TestMethod]
    public void AFolderThatOnlyAnotherUserMayOpenBelongsToAnotherUser()
    {
        Lane.MakeFolder(Folder);
        Lane.GiveAway(Folder);
        const uint Stranger = 12345;
        CacheProblem problem;
        int error;

        // Of this thread alone (setfsuid(2)), as is the loss of root's right to open everything.
        _ = setfsuid(Stranger);
        try
        {
            problem = Lane.NewProcess().CacheSystem!.OpenFolder(Folder, makes: false, out _, out error);
        }
        finally
        {
            _ = setfsuid(0);
        }

        Assert.AreEqual((CacheProblem.WrongOwner, LinuxNative.EACCES), (problem, error));
    }

    private const int Cachestat = 451;

    [LibraryImport("libc")]
    private static partial int setfsuid(uint user);

    /// <summary>After a power failure it would be zeros that look like the source.</summary>
    [TestMethod]
    public void TheContentOfAnEntryIsOnTheDisk()
    {
        using SafeFileHandle entry = File.OpenHandle(Entry(CachedSources(1)[0]));
        bool isKnown = cachestat(Cachestat, entry.DangerousGetHandle(), [0, 0], out CachedPages pages, 0) == 0;
        Tools.SkipUnless(isKnown, "Linux before 6.5 cannot be asked.");
        Assert.AreEqual((0UL, 0UL), (pages.Dirty, pages.Writeback));
    }

    /// <summary>By number, SYS_cachestat: glibc has no function for it. A range of 0 and 0 is the whole file (linux/mman.h).</summary>
    [LibraryImport("libc", EntryPoint = "syscall")]
    private static partial nint cachestat(nint number, nint file, ulong[] range, out CachedPages pages, nint flags);

    [StructLayout(LayoutKind.Sequential)]
    private struct CachedPages
    {
        internal ulong Cached;
        internal ulong Dirty;
        internal ulong Writeback;
        internal ulong Evicted;
        internal ulong RecentlyEvicted;
    }

    /// <summary>Until a started process calls execve it has the file's open description, and so its lock (flock(2)).</summary>
    [TestMethod]
    public void WhatCouldNotBeMadeIsGoneAlsoWhileAnotherProcessHasItsDescription()
    {
        CachedSources(1);
        using CacheFolder folder = CacheFolder.OpenExisting(Lane.NewProcess().CacheSystem!, Folder)!;
        int inherited = -1;
        string unfinished = TemporaryFiles.NewName();

        folder.MakeFile(unfinished, "name", made =>
        {
            inherited = LinuxNative.fcntl((int)made, LinuxNative.F_DUPFD_CLOEXEC, 0);
            return CacheError.OfThisFile;
        });

        Assert.IsFalse(File.Exists(Path.Combine(Folder, unfinished)));
        Assert.AreEqual(0, LinuxNative.close(inherited));
    }
}
