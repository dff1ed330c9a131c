namespace CopyOnWrite.Tests;

/// <summary>Answers of the system that no volume here gives on request.</summary>
[TestClass]
[DoNotParallelize]
[OSCondition(OperatingSystems.Linux)]
public sealed class InjectedErrorTests
{
    private const int ManyFiles = 40;

    // A smaller one has a temporary name from the beginning where it replaces another.
    private const int LargeFile = (1024 * 1024) + 1;

    private readonly LinuxPlatform _strategy = new(new Refusals());

    [TestMethod]
    [TestCategory("Slow")]
    [DataRow("ENOSPC", LinuxNative.ENOSPC)]
    [DataRow("EDQUOT", LinuxNative.EDQUOT)]
    [DataRow("EINVAL", LinuxNative.EINVAL)]
    [DataRow("EAGAIN", LinuxNative.EAGAIN)]
    [DataRow("EPERM", LinuxNative.EPERM)]
    public void HoweverManyFilesCannotBeClonedTheNextIs(string error, int number)
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require("btrfs");
        string source = Settled(volume);
        string destination = volume.PathOf("destination");

        using (InjectedErrors.Into("ioctl", error, path: null))
        {
            for (int i = 0; i < ManyFiles; i++)
            {
                _strategy.Copy(source, destination).AssertIs(OutcomeKind.Copied, Reason.FileCannotBeCloned, number);
                CollectionAssert.AreEqual(File.ReadAllBytes(source), File.ReadAllBytes(destination));
                File.Delete(destination);
            }
        }

        _strategy.Copy(source, destination).AssertIs(OutcomeKind.Cloned);
    }

    [TestMethod]
    public void AFewInterruptionsAreGoneThrough()
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require("plain");
        string source = Files.Write(volume.PathOf("source"), 50_000);
        string destination = volume.PathOf("destination");

        CopyWith("write", "EINTR:when=1..100", path: null, source, destination).AssertIs(OutcomeKind.Copied);
        CollectionAssert.AreEqual(File.ReadAllBytes(source), File.ReadAllBytes(destination));
    }

    [TestMethod]
    [DataRow("EAGAIN")]
    [DataRow("EACCES")]
    public void ALockThatIsRefusedOnAFreshTemporaryFileLeavesNothing(string error)
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require("plain");
        string source = Files.Write(volume.PathOf("source"), 9000);
        string destination = Files.Write(volume.PathOf("destination"), 7000);
        ulong folder = HashOfFolder(destination);
        ulong name = NativePath.HashOfName(Encoding.UTF8.GetBytes(destination + '\0'));
        string temporary = Path.Combine(volume.Folder, TemporaryFiles.NameOf(name, 0));

        CopyWith("fcntl", error, temporary, source, destination).AssertIs(OutcomeKind.Copied);
        Assert.AreNotEqual(Reason.None, _strategy.RefusingFolders.Find(folder, LinuxDestination.Locks));
        CollectionAssert.AreEqual(File.ReadAllBytes(source), File.ReadAllBytes(destination));
        CollectionAssert.AreEquivalent(new[] { source, destination }, Directory.GetFileSystemEntries(volume.Folder));
    }

    /// <summary>AppArmor and SELinux refuse with EACCES, NFS without its daemon with ENOLCK, other sandboxes with EPERM.</summary>
    [TestMethod]
    [DataRow("EACCES", 9000)]
    [DataRow("ENOLCK", 9000)]
    [DataRow("EPERM", LargeFile)]
    public void WhereLocksAreRefusedOneRefusalIsRememberedAndEveryFileIsReplaced(string error, int length)
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require("plain");
        string source = Files.Write(volume.PathOf("source"), length);
        string[] destinations = [.. Enumerable.Range(0, 3).Select(i => Files.Write(volume.PathOf($"destination{i}"), 7000))];
        CloneOutcome[] outcomes = [];
        InjectedErrors? injected = null;
        var thread = new Thread(() =>
        {
            // Ended by another thread, as it starts a process.
            injected = InjectedErrors.Into("fcntl", error, path: null);
            outcomes = Array.ConvertAll(destinations, destination => _strategy.Copy(source, destination));
        });
        thread.Start();
        thread.Join();
        injected!.Dispose();

        Array.ForEach(outcomes, outcome => outcome.AssertIs(OutcomeKind.Copied));
        Array.ForEach(destinations, path => CollectionAssert.AreEqual(File.ReadAllBytes(source), File.ReadAllBytes(path)));
        Assert.AreNotEqual(Reason.None, _strategy.RefusingFolders.Find(HashOfFolder(source), LinuxDestination.Locks));
        CollectionAssert.AreEquivalent((string[])[source, .. destinations], Directory.GetFiles(volume.Folder));
    }

    /// <summary>As signals end calls on FUSE and NFS.</summary>
    [TestMethod]
    [DataRow("statx")]
    [DataRow("utimensat")]
    [DataRow("renameat")]
    public void AnInterruptedCallIsRepeatedForTheLibraryToo(string call)
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require("btrfs");
        string source = Settled(volume);
        string destination = Files.Write(volume.PathOf("destination"), 7000);
        using InjectedErrors _ = InjectedErrors.Into(call, "EINTR:when=1", path: call == "utimensat" ? null : destination);

        CloneOutcome outcome = new FileCloner(_strategy).TryClone(source, destination, overwrite: true);

        Assert.IsTrue(outcome.IsClone, outcome.ToString());
    }

    [TestMethod]
    [DataRow("btrfs")]
    [DataRow("xfs")]
    [DataRow("plain")]
    public void AReplacedFileHasNoOtherNameThatWouldHaveToBeRemoved(string name)
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require(name);
        string source = Files.Write(volume.PathOf("source"), 9000);
        string destination = Files.Write(volume.PathOf("destination"), 7000);
        string beside = TemporaryFiles.NameOf(NativePath.HashOfName(Encoding.UTF8.GetBytes(destination + '\0')), 0);
        string temporary = Path.Combine(volume.Folder, beside);

        CloneOutcome outcome = CopyWith("unlink,unlinkat", "EIO", temporary, source, destination);

        Assert.AreNotEqual(OutcomeKind.NotHandled, outcome.Kind, outcome.ToString());
        CollectionAssert.AreEquivalent(new[] { source, destination }, Directory.GetFileSystemEntries(volume.Folder));
    }

    [TestMethod]
    [DataRow("btrfs")]
    [DataRow("plain")]
    public void AFileWhoseTimesCannotBeSetDoesNotReplaceTheOldOne(string name)
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require(name);
        string source = Files.Write(volume.PathOf("source"), 9000);
        string destination = Files.Write(volume.PathOf("destination"), 7000);
        byte[] old = File.ReadAllBytes(destination);

        CopyWith("utimensat", "EIO", path: null, source, destination)
            .AssertIs(OutcomeKind.NotHandled, Reason.InputOutputError, LinuxNative.EIO);

        CollectionAssert.AreEqual(old, File.ReadAllBytes(destination));
        CollectionAssert.AreEquivalent(new[] { source, destination }, Directory.GetFileSystemEntries(volume.Folder));
    }

    /// <summary>Kernels before 6.10, systems without /proc, without hard links or without unnamed files.</summary>
    [TestMethod]
    [DataRow("linkat", "ENOENT:when=1", false)]
    [DataRow("linkat", "ENOENT", true)]
    [DataRow("linkat", "EPERM", true)]
    [DataRow("openat", "EOPNOTSUPP:when=1", true)]
    public void WhereAnUnnamedFileGetsNoNameItHasATemporaryOneFromTheBeginning(string call, string error, bool isRemembered)
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require("plain");
        string source = Files.Write(volume.PathOf("source"), LargeFile);
        string existing = Files.Write(volume.PathOf("existing"), 7000);
        foreach (string destination in (string[])[volume.PathOf("new"), existing])
        {
            var strategy = new LinuxPlatform(new Refusals());

            // Of all files that the thread opens, .NET's own among them, only the unnamed one is opened by the folder's path.
            using (InjectedErrors.Into(call, error, call == "openat" ? $"{volume.Folder}/" : null))
            {
                strategy.Copy(source, destination).AssertIs(OutcomeKind.Copied);
            }

            CollectionAssert.AreEqual(File.ReadAllBytes(source), File.ReadAllBytes(destination));
            CollectionAssert.IsSubsetOf(Directory.GetFiles(volume.Folder), new[] { source, existing, volume.PathOf("new") });
            Assert.AreEqual(
                isRemembered, strategy.RefusingFolders.Find(HashOfFolder(destination), LinuxDestination.UnnamedFiles) != Reason.None);
        }
    }

    [TestMethod]
    [DataRow("EPERM")]
    [DataRow("ETXTBSY")]
    [DataRow("EBUSY")]
    public void AFolderThatRefusesToRenameIsAskedOnceAndNewFilesAreStillMadeInIt(string error)
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require("plain");
        string source = Files.Write(volume.PathOf("source"), 9000);
        string destination = Files.Write(volume.PathOf("destination"), 7000);
        byte[] old = File.ReadAllBytes(destination);
        CopyWith("rename,renameat,renameat2", error, path: null, source, destination)
            .AssertIs(OutcomeKind.NotHandled, Reason.DestinationFolderRefuses);

        // Not tried again, although it would succeed now.
        _strategy.Copy(source, destination).AssertIs(OutcomeKind.NotHandled, Reason.DestinationFolderRefuses);
        CollectionAssert.AreEqual(old, File.ReadAllBytes(destination));
        _strategy.Copy(source, volume.PathOf("new")).AssertIs(OutcomeKind.Copied);
        CollectionAssert.AreEquivalent(new[] { source, destination, volume.PathOf("new") }, Directory.GetFiles(volume.Folder));
    }

    /// <summary>A container's file, and one that refuses alone: the others in the folder are replaced all the same.</summary>
    [TestMethod]
    [DataRow("mount --bind", "umount", Reason.DestinationFolderRefuses)]
    [DataRow("chattr +i", "chattr -i", Reason.DestinationFolderRefuses)]
    [DataRow("", "", Reason.OtherError)]
    internal void AFileThatCannotBeReplacedSaysNothingOfItsFolder(string protect, string release, Reason reason)
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require("plain");
        string source = Files.Write(volume.PathOf("source"), 9000);
        string destination = Files.Write(volume.PathOf("destination"), 7000);
        string next = Files.Write(volume.PathOf("next"), 7000);
        Links.MakeHardLink(next, volume.PathOf("other name"));
        if (protect.Length == 0)
        {
            CopyWith("rename,renameat,renameat2", "EBUSY:when=1", path: null, source, destination).AssertIs(OutcomeKind.NotHandled, reason);
        }
        else
        {
            string[] from = protect.StartsWith("mount", StringComparison.Ordinal) ? [source] : [];
            Command.OutputOf(protect.Split(' ')[0], [.. protect.Split(' ')[1..], .. from, destination]);
            try
            {
                _strategy.Copy(source, destination).AssertIs(OutcomeKind.NotHandled, reason);
            }
            finally
            {
                Command.OutputOf(release.Split(' ')[0], [.. release.Split(' ')[1..], destination]);
            }
        }

        _strategy.Copy(source, next).AssertIs(OutcomeKind.Copied);
        CollectionAssert.AreEquivalent(
            new[] { source, destination, next, volume.PathOf("other name") }, Directory.GetFiles(volume.Folder));
    }

    /// <summary>Such as a share that lets its users neither rename nor delete.</summary>
    [TestMethod]
    public void WhatCannotBeRemovedStaysOnceForAFolderHoweverManyBuildsThereAre()
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require("plain");
        string source = Files.Write(volume.PathOf("source"), 9000);
        using InjectedErrors _ = InjectedErrors.Into("rename,renameat,renameat2,unlink,unlinkat", "EPERM", path: null);
        for (int build = 0; build < 3; build++)
        {
            var strategy = new LinuxPlatform(new Refusals());
            for (int file = 0; file < 3; file++)
            {
                string destination = volume.PathOf($"new{file}");
                strategy.RefusingFolders.Remember(
                    HashOfFolder(destination), LinuxDestination.UnnamedFiles, Reason.DestinationFolderRefuses);
                strategy.Copy(source, destination).AssertIs(OutcomeKind.NotHandled, Reason.DestinationFolderRefuses, error: 0);
            }
        }

        string left = TemporaryFiles.NameOf(NativePath.HashOfName(Encoding.UTF8.GetBytes("new0\0")), 0);
        CollectionAssert.AreEquivalent(new[] { source, volume.PathOf(left) }, Directory.GetFiles(volume.Folder));
    }

    /// <summary>As File.Copy does: the caller has no other way than to replace what may be written in place.</summary>
    [TestMethod]
    public void TheLibraryWritesInPlaceWhereAFolderRefusesToRename()
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require("plain");
        string source = Files.Write(volume.PathOf("source"), 9000);
        string destination = Files.Write(volume.PathOf("destination"), 7000);
        _strategy.RefusingFolders.Remember(HashOfFolder(destination), LinuxDestination.Renaming, Reason.DestinationFolderRefuses);

        Assert.IsTrue(new FileCloner(_strategy).CloneOrCopy(source, destination, overwrite: true).IsCopy);

        CollectionAssert.AreEqual(File.ReadAllBytes(source), File.ReadAllBytes(destination));
        CollectionAssert.AreEquivalent(new[] { source, destination }, Directory.GetFiles(volume.Folder));

        string other = volume.PathOf("other name");
        string linked = Files.Write(volume.PathOf("linked"), 7000);
        byte[] old = File.ReadAllBytes(linked);
        Links.MakeHardLink(linked, other);
        Assert.ThrowsExactly<IOException>(() => new FileCloner(_strategy).CloneOrCopy(source, linked, overwrite: true));
        CollectionAssert.AreEqual(old, File.ReadAllBytes(other), "It was written through a hard link.");
    }

    private static ulong HashOfFolder(string file) => NativePath.HashOfFolder(Encoding.UTF8.GetBytes(file + '\0'));

    [TestMethod]
    [DataRow("EIO", Reason.None)]
    [DataRow("ENOMEM", Reason.None)]
    [DataRow("EPERM", Reason.None)]
    [DataRow("EOPNOTSUPP", Reason.VolumeCannotClone)]
    internal void TheCacheRemembersThatAVolumeCannotCloneOnlyIfTheErrorMeansIt(string error, Reason remembered)
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require("btrfs");
        var destination = new CacheDestination(1, Encoding.UTF8.GetBytes(volume.Folder + '\0'));

        using (InjectedErrors.Into("open,openat", error, volume.Folder))
        {
            Assert.AreEqual(CacheProblem.CannotClone, _strategy.CacheSystem!.CanShareBlocks(volume.Folder, destination, out _));
        }

        Assert.AreEqual(remembered, _strategy.CacheSystem!.WhyNot(1, destination));
    }

    /// <summary>Of a file system (FAT: 4 GiB) or a limit of the process: no cache that is emptied helps.</summary>
    [TestMethod]
    public void AFileThatIsTooLargeForItsFileSystemIsNotAFullVolume()
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require("plain");
        string source = Files.Write(volume.PathOf("source"), 9000);
        string destination = volume.PathOf("destination");

        using (InjectedErrors.Into("write,copy_file_range,sendfile", "EFBIG", null))
        {
            _strategy.Copy(source, destination).AssertIs(OutcomeKind.NotHandled, Reason.OtherError, LinuxNative.EFBIG);

            // .NET, which the library then asks, throws an ArgumentOutOfRangeException.
            Assert.ThrowsExactly<IOException>(() => new FileCloner(_strategy).CloneOrCopy(source, destination));
        }

        CollectionAssert.AreEqual(new[] { source }, Directory.GetFileSystemEntries(volume.Folder));
    }

    /// <summary>Some versions of OpenZFS say that they cloned, and did not (openzfs/zfs#15728).</summary>
    [TestMethod]
    public void WhereACloneThatIsSaidToBeMadeIsNotThereTheFileIsCopied()
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require("plain");
        string source = Files.Write(volume.PathOf("source"), 9000);
        using (InjectedErrors.Answer("ioctl", 0))
        {
            _strategy.Copy(source, volume.PathOf("destination")).AssertIs(OutcomeKind.Copied);
        }

        CollectionAssert.AreEqual(File.ReadAllBytes(source), File.ReadAllBytes(volume.PathOf("destination")));
    }

    /// <summary>A network volume may report only then that it has no space (close(2)). strace closes nothing: it stays open.</summary>
    [TestMethod]
    public void WhereClosingTheNewFileFailsOnAVolumeThatIsNotKnownItGetsNoName()
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require("plain");
        string source = Files.Write(volume.PathOf("source"), 9000);
        string mounted = Directory.CreateDirectory(volume.PathOf("mounted")).FullName;
        Directory.CreateDirectory(volume.PathOf("below"));
        Command.OutputOf(Tools.Require("bindfs"), volume.PathOf("below"), mounted);
        try
        {
            // What a thread opens and closes for its first file alone comes before.
            _strategy.Copy(source, Path.Combine(mounted, "zero")).AssertIs(OutcomeKind.Copied);
            string[] closed = InjectedErrors.Trace(
                "close", () => _strategy.Copy(source, Path.Combine(mounted, "one")).AssertIs(OutcomeKind.Copied));
            int first = Array.FindIndex(closed, line => line.Contains("/.cow-", StringComparison.Ordinal)) + 1;
            CopyWith("close", $"EIO:when={first}", null, source, Path.Combine(mounted, "two"))
                .AssertIs(OutcomeKind.NotHandled, Reason.InputOutputError, LinuxNative.EIO);
            Assert.IsFalse(File.Exists(Path.Combine(mounted, "two")));
        }
        finally
        {
            Command.OutputOf("umount", "--lazy", mounted);
        }
    }

    /// <summary>Else a power failure leaves zeros of the right length and time (`./build.sh torture --only power`).</summary>
    [TestMethod]
    public void OnExt4TheWritingOfANewFilesContentIsStartedBeforeTheFileGetsItsName()
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require("plain");
        string source = Files.Write(volume.PathOf("source"), 9000);
        string[] calls = InjectedErrors.Trace(
            "sync_file_range,linkat", () => _strategy.Copy(source, volume.PathOf("new")).AssertIs(OutcomeKind.Copied));
        CollectionAssert.AreEqual(new[] { "sync_file_range", "linkat" }, calls.Select(line => line.Split('(')[0]).ToArray());
    }

    /// <summary>Processes that are started meanwhile would have it open, and the volume would be in use.</summary>
    [TestMethod]
    public void WhatACopyOpensNoProcessInherits()
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require("plain");
        string source = Files.Write(volume.PathOf("source"), LargeFile);
        string small = Files.Write(volume.PathOf("small"), 9000);
        string[] calls = [.. InjectedErrors.Trace("open,openat,dup,fcntl", () =>
        {
            _strategy.Copy(source, volume.PathOf("new")).AssertIs(OutcomeKind.Copied);
            _strategy.Copy(small, volume.PathOf("new")).AssertIs(OutcomeKind.Copied);
            _strategy.Copy(source, volume.PathOf("new")).AssertIs(OutcomeKind.Copied);
        }).Where(line => line.StartsWith("open", StringComparison.Ordinal) && line.Contains(volume.Folder, StringComparison.Ordinal))];
        Assert.IsGreaterThanOrEqualTo(6, calls.Length, string.Join('\n', calls));
        Assert.IsEmpty(calls.Where(line => !line.Contains("O_CLOEXEC", StringComparison.Ordinal)));
    }

    /// <summary>Another process would take it for a leftover.</summary>
    [TestMethod]
    public void AFileIsLockedBeforeItGetsATemporaryName()
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require("plain");
        string source = Files.Write(volume.PathOf("source"), LargeFile);
        string destination = Files.Write(volume.PathOf("destination"), 7000);
        string[] calls = InjectedErrors.Trace(
            "fcntl,linkat,renameat", () => _strategy.Copy(source, destination).AssertIs(OutcomeKind.Copied));
        CollectionAssert.AreEqual(
            new[] { "fcntl", "linkat", "renameat" },
            calls.Where(line => line.Contains(volume.Folder, StringComparison.Ordinal)).Select(line => line.Split('(')[0]).ToArray(),
            string.Join('\n', calls));
    }

    /// <summary>It was another file when it was opened, whose process has just finished.</summary>
    [TestMethod]
    public void AFileThatGetsANameWhileALeftoverOfThatNameIsLockedIsNotRemoved()
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require("plain");
        string name = Files.Write(volume.PathOf("name"), 10);
        string inode = $":{FileStatus.Of(name).Identity.Split('/')[1]} ";
        InjectedErrors held = InjectedErrors.Hold("fcntl", name);
        byte[] encoded = Encoding.UTF8.GetBytes(name + '\0');
        var removing = Task.Run(() => _strategy.LockedFiles.RemoveLeftover(LinuxNative.AT_FDCWD, encoded, out bool _));
        bool isLocked = SpinWait.SpinUntil(
            () => File.ReadAllText("/proc/locks").Contains(inode, StringComparison.Ordinal), TimeSpan.FromMinutes(1));
        File.Move(name, volume.PathOf("finished"));
        File.WriteAllText(name, "another process's");
        held.Dispose();

        Assert.AreEqual((true, LinuxNative.EEXIST), (isLocked, removing.Result));
        Assert.IsTrue(File.Exists(name));
    }

    [TestMethod]
    public void TheProcessThatLocksAFreshFileIsLeftToRemoveIt()
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require("plain");
        string path = volume.PathOf("fresh");
        using FileStream locked = Files.MakeLocked(path);
        int fresh = (int)Files.OpenForWriting(path);

        Assert.AreEqual(LockedTempFile.Hold.Lost, LockedTempFile.TryHold(fresh));

        _ = LinuxNative.close(fresh);
        Assert.IsTrue(File.Exists(path), "Who has the lock would remove whatever has the name by then.");
    }

    private CloneOutcome CopyWith(string calls, string error, string? path, string source, string destination)
    {
        using InjectedErrors _ = InjectedErrors.Into(calls, error, path);
        return _strategy.Copy(source, destination);
    }

    /// <summary>Flushed to the disk, or it would be copied.</summary>
    private static string Settled(VolumeUnderTest volume) => SettledFiles.Settle(Files.Write(volume.PathOf("source"), 400_000));
}
