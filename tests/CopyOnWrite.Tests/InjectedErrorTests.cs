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
    private VolumeUnderTest? _volume;
    private string _source = null!;
    private string _destination = null!;

    private string Folder => _volume!.Folder;

    [TestInitialize]
    public void Open() => On("plain");

    [TestCleanup]
    public void Close() => _volume?.Dispose();

    [TestMethod]
    [TestCategory("Slow")]
    [DataRow("ENOSPC", LinuxNative.ENOSPC)]
    [DataRow("EDQUOT", LinuxNative.EDQUOT)]
    [DataRow("EINVAL", LinuxNative.EINVAL)]
    [DataRow("EAGAIN", LinuxNative.EAGAIN)]
    [DataRow("EPERM", LinuxNative.EPERM)]
    [DataRow("EXDEV", LinuxNative.EXDEV, DisplayName = "a file of another layer, on overlayfs")]
    public void HoweverManyFilesCannotBeClonedTheNextIs(string error, int number)
    {
        On("btrfs", length: 400_000);
        using (InjectedErrors.Into("ioctl", error, path: null))
        {
            for (int i = 0; i < ManyFiles; i++)
            {
                _strategy.Copy(_source, _destination).AssertIs(OutcomeKind.Copied, Reason.FileCannotBeCloned, number);
                AssertIsCopied(_destination);
                File.Delete(_destination);
            }
        }

        _strategy.Copy(_source, _destination).AssertIs(OutcomeKind.Cloned);
    }

    [TestMethod]
    public void AFewInterruptionsAreGoneThrough()
    {
        Files.Write(_source, 50_000);
        File.Delete(_destination);

        CopyWith("write", "EINTR:when=1..100", path: null).AssertIs(OutcomeKind.Copied);
        AssertIsCopied(_destination);
    }

    /// <summary>AppArmor and SELinux refuse with EACCES, NFS without its daemon with ENOLCK, other sandboxes with EPERM.</summary>
    [TestMethod]
    [DataRow("EACCES", 9000)]
    [DataRow("EAGAIN", 9000)]
    [DataRow("ENOLCK", 9000)]
    [DataRow("EPERM", LargeFile)]
    public void WhereLocksAreRefusedOneRefusalIsRememberedAndEveryFileIsReplaced(string error, int length)
    {
        Files.Write(_source, length);
        string[] destinations = [_destination, Files.Write(PathOf("second"), 7000), Files.Write(PathOf("third"), 7000)];
        CloneOutcome[] outcomes = [];
        InjectedErrors? injected = null;
        var thread = new Thread(() =>
        {
            // Ended by another thread, as it starts a process.
            injected = InjectedErrors.Into("fcntl", error, path: null);
            outcomes = Array.ConvertAll(destinations, destination => _strategy.Copy(_source, destination));
        });
        thread.Start();
        thread.Join();
        injected!.Dispose();

        Array.ForEach(outcomes, outcome => outcome.AssertIs(OutcomeKind.Copied));
        Array.ForEach(destinations, AssertIsCopied);
        Assert.IsTrue(IsRemembered(LinuxDestination.Locks, _strategy));
        AssertOnly([_source, .. destinations]);
    }

    /// <summary>As signals end calls on FUSE and NFS.</summary>
    [TestMethod]
    [DataRow("statx")]
    [DataRow("utimensat")]
    [DataRow("renameat")]
    public void AnInterruptedCallIsRepeatedForTheLibraryToo(string call)
    {
        On("btrfs", length: 400_000);
        using InjectedErrors _ = InjectedErrors.Into(call, "EINTR:when=1", path: call == "utimensat" ? null : _destination);

        CloneOutcome outcome = new FileCloner(_strategy).TryClone(_source, _destination, overwrite: true);

        Assert.IsTrue(outcome.IsClone, outcome.ToString());
    }

    [TestMethod]
    [DataRow("btrfs")]
    [DataRow("xfs")]
    [DataRow("plain")]
    public void AReplacedFileHasNoOtherNameThatWouldHaveToBeRemoved(string name)
    {
        On(name);
        CloneOutcome outcome = CopyWith("unlink,unlinkat", "EIO", TemporaryFile());

        Assert.AreNotEqual(OutcomeKind.NotHandled, outcome.Kind, outcome.ToString());
        AssertOnly(_source, _destination);
    }

    [TestMethod]
    [DataRow("btrfs")]
    [DataRow("plain")]
    public void AFileWhoseTimesCannotBeSetDoesNotReplaceTheOldOne(string name)
    {
        On(name);
        byte[] old = File.ReadAllBytes(_destination);

        CopyWith("utimensat", "EIO", path: null).AssertIs(OutcomeKind.NotHandled, Reason.InputOutputError, LinuxNative.EIO);

        CollectionAssert.AreEqual(old, File.ReadAllBytes(_destination));
        AssertOnly(_source, _destination);
    }

    /// <summary>Kernels before 6.10, systems without /proc, without hard links or without unnamed files.</summary>
    [TestMethod]
    [DataRow("linkat", "ENOENT:when=1", false)]
    [DataRow("linkat", "ENOENT", true)]
    [DataRow("linkat", "EPERM", true)]
    [DataRow("openat", "EOPNOTSUPP:when=1", true)]
    public void WhereAnUnnamedFileGetsNoNameItHasATemporaryOneFromTheBeginning(string call, string error, bool isRemembered)
    {
        Files.Write(_source, LargeFile);
        foreach (string destination in (string[])[PathOf("new"), _destination])
        {
            var strategy = new LinuxPlatform(new Refusals());

            // Of all files that the thread opens, .NET's own among them, only the unnamed one is opened by the folder's path.
            using (InjectedErrors.Into(call, error, call == "openat" ? $"{Folder}/" : null))
            {
                strategy.Copy(_source, destination).AssertIs(OutcomeKind.Copied);
            }

            AssertIsCopied(destination);
            Assert.AreEqual(isRemembered, IsRemembered(LinuxDestination.UnnamedFiles, strategy));
        }

        AssertOnly(_source, _destination, PathOf("new"));
    }

    [TestMethod]
    [DataRow("EPERM")]
    [DataRow("ETXTBSY")]
    [DataRow("EBUSY")]
    public void AFolderThatRefusesToRenameIsAskedOnceAndNewFilesAreStillMadeInIt(string error)
    {
        byte[] old = File.ReadAllBytes(_destination);
        CopyWith("rename,renameat,renameat2", error, path: null).AssertIs(OutcomeKind.NotHandled, Reason.DestinationFolderRefuses);

        // Not tried again, although it would succeed now.
        _strategy.Copy(_source, _destination).AssertIs(OutcomeKind.NotHandled, Reason.DestinationFolderRefuses);
        CollectionAssert.AreEqual(old, File.ReadAllBytes(_destination));
        _strategy.Copy(_source, PathOf("new")).AssertIs(OutcomeKind.Copied);
        AssertOnly(_source, _destination, PathOf("new"));
    }

    /// <summary>A container's file, and one that refuses alone: the others in the folder are replaced all the same.</summary>
    [TestMethod]
    [DataRow("mounted over", Reason.DestinationFolderRefuses)]
    [DataRow("immutable", Reason.DestinationFolderRefuses)]
    [DataRow("busy", Reason.OtherError)]
    internal void AFileThatCannotBeReplacedSaysNothingOfItsFolder(string how, Reason reason)
    {
        string next = Files.Write(PathOf("next"), 7000);
        Links.MakeHardLink(next, PathOf("other name"));
        using (how switch
        {
            "immutable" => new Immutable(_destination),
            "mounted over" => new Mounted(_destination, "mount", "--bind", _source, _destination),
            _ => (IDisposable)InjectedErrors.Into("rename,renameat,renameat2", "EBUSY:when=1", path: null),
        })
        {
            _strategy.Copy(_source, _destination).AssertIs(OutcomeKind.NotHandled, reason);
        }

        _strategy.Copy(_source, next).AssertIs(OutcomeKind.Copied);
        AssertOnly(_source, _destination, next, PathOf("other name"));
    }

    /// <summary>Such as a share that lets its users neither rename nor delete.</summary>
    [TestMethod]
    public void WhatCannotBeRemovedStaysOnceForAFolderHoweverManyBuildsThereAre()
    {
        using InjectedErrors _ = InjectedErrors.Into("rename,renameat,renameat2,unlink,unlinkat", "EPERM", path: null);
        for (int build = 0; build < 3; build++)
        {
            var strategy = new LinuxPlatform(new Refusals());
            for (int file = 0; file < 3; file++)
            {
                strategy.RefusingFolders.Remember(HashOfFolder(), LinuxDestination.UnnamedFiles, Reason.DestinationFolderRefuses);
                strategy.Copy(_source, PathOf($"new{file}"))
                    .AssertIs(OutcomeKind.NotHandled, Reason.DestinationFolderRefuses, error: 0);
            }
        }

        AssertOnly(_source, _destination, PathOf(TemporaryFiles.NameOf(NativePath.HashOfName(Encoding.UTF8.GetBytes("new0\0")), 0)));
    }

    /// <summary>As File.Copy does: the caller has no other way than to replace what may be written in place.</summary>
    [TestMethod]
    public void TheLibraryWritesInPlaceWhereAFolderRefusesToRename()
    {
        string linked = Files.Write(PathOf("linked"), 7000);
        string other = PathOf("other name");
        byte[] old = File.ReadAllBytes(linked);
        Links.MakeHardLink(linked, other);
        _strategy.RefusingFolders.Remember(HashOfFolder(), LinuxDestination.Renaming, Reason.DestinationFolderRefuses);

        Assert.IsTrue(new FileCloner(_strategy).CloneOrCopy(_source, _destination, overwrite: true).IsCopy);
        Assert.ThrowsExactly<IOException>(() => new FileCloner(_strategy).CloneOrCopy(_source, linked, overwrite: true));

        AssertIsCopied(_destination);
        CollectionAssert.AreEqual(old, File.ReadAllBytes(other), "It was written through a hard link.");
        AssertOnly(_source, _destination, linked, other);
    }

    [TestMethod]
    [DataRow("EIO", Reason.None)]
    [DataRow("ENOMEM", Reason.None)]
    [DataRow("EPERM", Reason.None)]
    [DataRow("EOPNOTSUPP", Reason.VolumeCannotClone)]
    internal void TheCacheRemembersThatAVolumeCannotCloneOnlyIfTheErrorMeansIt(string error, Reason remembered)
    {
        On("btrfs");
        var destination = new CacheDestination(1, Encoding.UTF8.GetBytes(Folder + '\0'));

        using (InjectedErrors.Into("open,openat", error, Folder))
        {
            Assert.AreEqual(CacheProblem.CannotClone, _strategy.CacheSystem!.CanShareBlocks(Folder, destination, out _));
        }

        Assert.AreEqual(remembered, _strategy.CacheSystem!.WhyNot(1, destination));
    }

    /// <summary>Of a file system (FAT: 4 GiB) or a limit of the process: no cache that is emptied helps.</summary>
    [TestMethod]
    public void AFileThatIsTooLargeForItsFileSystemIsNotAFullVolume()
    {
        File.Delete(_destination);
        using (InjectedErrors.Into("write,copy_file_range,sendfile", "EFBIG", null))
        {
            _strategy.Copy(_source, _destination).AssertIs(OutcomeKind.NotHandled, Reason.OtherError, 27); // EFBIG

            // .NET, which the library then asks, throws an ArgumentOutOfRangeException.
            Assert.ThrowsExactly<IOException>(() => new FileCloner(_strategy).CloneOrCopy(_source, _destination));
        }

        AssertOnly(_source);
    }

    /// <summary>Some versions of OpenZFS say that they cloned, and did not (openzfs/zfs#15728).</summary>
    [TestMethod]
    public void WhereACloneThatIsSaidToBeMadeIsNotThereTheFileIsCopied()
    {
        using (InjectedErrors.Answer("ioctl", 0))
        {
            _strategy.Copy(_source, PathOf("new")).AssertIs(OutcomeKind.Copied);
        }

        AssertIsCopied(PathOf("new"));
    }

    /// <summary>A network volume may report only then that it has no space (close(2)). strace closes nothing: it stays open.</summary>
    [TestMethod]
    public void WhereClosingTheNewFileFailsOnAVolumeThatIsNotKnownItGetsNoName()
    {
        string mounted = Directory.CreateDirectory(PathOf("mounted")).FullName;
        string failing = Path.Combine(mounted, "two");
        Directory.CreateDirectory(PathOf("below"));
        using Mounted _ = new(mounted, "bindfs", PathOf("below"), mounted);

        // What a thread opens and closes for its first file alone comes before.
        _strategy.Copy(_source, Path.Combine(mounted, "zero")).AssertIs(OutcomeKind.Copied);
        for (int attempt = 1; ; attempt++)
        {
            string[] closed = Trace("close", Path.Combine(mounted, $"one{attempt}"));
            int first = Array.FindIndex(closed, line => line.Contains("/.cow-", StringComparison.Ordinal)) + 1;
            CloneOutcome outcome = CopyWith("close", $"EIO:when={first}", null, failing);

            // The runtime may close something in the thread meanwhile.
            if (outcome.Kind == OutcomeKind.NotHandled || attempt == 3)
            {
                outcome.AssertIs(OutcomeKind.NotHandled, Reason.InputOutputError, LinuxNative.EIO);
                break;
            }

            File.Delete(failing);
        }

        Assert.IsFalse(File.Exists(failing));
    }

    [TestMethod]
    public void WhereClosingAFileOfATreeFailsItIsNamedAndNotInTheClone()
    {
        string folder = Directory.CreateDirectory(PathOf("tree")).FullName;
        Files.Write(Path.Combine(folder, "file"), 9000);
        using PrivateTree tree = PrivateTree.Make(_strategy, folder, Folder, PathOf("clone"));
        using InjectedErrors _ = InjectedErrors.Into("close", "EIO", PathOf($"{tree.Name}/file"));

        TreeEntry failed = tree.Fill(new CloneTreeOptions()).Entries.Single();

        Assert.AreEqual(("file", TreeEntryKind.Failed), (failed.Path, failed.Kind));
        Assert.IsEmpty(Directory.GetFiles(tree.Path));
    }

    /// <summary>Else a power failure leaves zeros of the right length and time (`./build.sh torture --only power`).</summary>
    [TestMethod]
    public void OnExt4TheWritingOfANewFilesContentIsStartedBeforeTheFileGetsItsName() =>
        AssertCalls(["sync_file_range", "linkat"], Trace("sync_file_range,linkat", PathOf("new")));

    /// <summary>Another process would take it for a leftover.</summary>
    [TestMethod]
    public void AFileIsLockedBeforeItGetsATemporaryName()
    {
        Files.Write(_source, LargeFile);
        string[] calls = Trace("fcntl,linkat,renameat", _destination);
        AssertCalls(["fcntl", "linkat", "renameat"], calls.Where(line => line.Contains(Folder, StringComparison.Ordinal)));
    }

    /// <summary>Processes that are started meanwhile would have it open, and the volume would be in use.</summary>
    [TestMethod]
    [DataRow(LargeFile, "new")]
    [DataRow(LargeFile, "destination")]
    [DataRow(9000, "destination")]
    public void WhatACopyOpensNoProcessInherits(int length, string name)
    {
        Files.Write(_source, length);
        string[] calls = [.. Trace("open,openat", PathOf(name)).Where(line => line.Contains(Folder, StringComparison.Ordinal))];
        Assert.IsGreaterThanOrEqualTo(2, calls.Length, string.Join('\n', calls));
        Assert.IsEmpty(calls.Where(line => !line.Contains("O_CLOEXEC", StringComparison.Ordinal)));
    }

    /// <summary>It was another file when it was opened, whose process has just finished.</summary>
    [TestMethod]
    public void AFileThatGetsANameWhileALeftoverOfThatNameIsLockedIsNotRemoved()
    {
        string inode = $":{FileStatus.Of(_source).Identity.Split('/')[1]} ";
        InjectedErrors held = InjectedErrors.Hold("fcntl", _source);
        byte[] encoded = Encoding.UTF8.GetBytes(_source + '\0');
        var removing = Task.Run(() => _strategy.LockedFiles.RemoveLeftover(LinuxNative.AT_FDCWD, encoded, out bool _));
        bool isLocked = SpinWait.SpinUntil(
            () => File.ReadAllText("/proc/locks").Contains(inode, StringComparison.Ordinal), TimeSpan.FromMinutes(1));
        File.Move(_source, PathOf("finished"));
        File.WriteAllText(_source, "another process's");
        held.Dispose();

        Assert.AreEqual((true, LinuxNative.EEXIST), (isLocked, removing.Result));
        Assert.IsTrue(File.Exists(_source));
    }

    [TestMethod]
    public void TheProcessThatLocksAFreshFileIsLeftToRemoveIt()
    {
        string path = PathOf("fresh");
        using FileStream locked = Files.MakeLocked(path);
        int fresh = (int)Files.OpenForWriting(path);

        Assert.AreEqual(LockedTempFile.Hold.Lost, LockedTempFile.TryHold(fresh));

        _ = LinuxNative.close(fresh);
        Assert.IsTrue(File.Exists(path), "Who has the lock would remove whatever has the name by then.");
    }

    /// <summary>Else the rename of one file could give another the content.</summary>
    [TestMethod]
    public void NoTwoDestinationsHaveOneTemporaryNameAlsoWhereNewFilesNeedOne()
    {
        _strategy.RefusingFolders.Remember(HashOfFolder(), LinuxDestination.UnnamedFiles, Reason.DestinationFolderRefuses);

        string[] renames = [.. Trace("renameat", PathOf("a")), .. Trace("renameat", PathOf("b"))];

        string[] names = [.. renames.Select(line => Regex.Match(line, @"\.cow-[^""]*").Value)];
        Assert.HasCount(2, names, string.Join('\n', renames));
        Assert.AreNotEqual(names[0], names[1]);
    }

    /// <summary>A cleaner of output folders removes the file in the making, and another process's gets its name.</summary>
    [TestMethod]
    public void AFileThatHasLostItsNameIsMadeAgainAndTheFileOfThatNameStays()
    {
        string temporary = TemporaryFile();
        FileStream? other = null;
        InjectedErrors.WhileWritten(
            temporary,
            () =>
            {
                File.Delete(temporary);
                other = Files.MakeLocked(temporary);
            },
            () => _strategy.Copy(_source, _destination).AssertIs(OutcomeKind.Copied));

        using FileStream living = other!;
        AssertIsCopied(_destination);
        AssertOnly(_source, _destination, temporary);
    }

    /// <summary>A new file that has a name from the beginning is renamed to the destination, which nothing had when it was made.</summary>
    [TestMethod]
    public void WithoutOverwriteTheFileThatAnotherProcessMakesMeanwhileStays()
    {
        File.Delete(_destination);
        _strategy.RefusingFolders.Remember(HashOfFolder(), LinuxDestination.UnnamedFiles, Reason.DestinationFolderRefuses);

        InjectedErrors.WhileWritten(
            TemporaryFile(),
            () => File.WriteAllText(_destination, "another's"),
            () => Assert.ThrowsExactly<IOException>(() => new FileCloner(_strategy).CloneOrCopy(_source, _destination)));

        Assert.AreEqual("another's", File.ReadAllText(_destination));
        AssertOnly(_source, _destination);
    }

    /// <summary>Whose process may live: a sandbox does not tell.</summary>
    [TestMethod]
    public void WhereItIsNotKnownWhetherAProcessLivesItsFileStays()
    {
        string left = Files.Write(PathOf(Files.LeftByAnEndedProcess(_strategy)), 100);
        using (InjectedErrors.Into("kill", "EACCES:when=1", path: null))
        {
            Assert.IsNotNull(_strategy.ProcessFiles.NewNameIn(Folder));
        }

        Assert.IsTrue(File.Exists(left));
        Assert.IsNotNull(new LinuxPlatform(null).ProcessFiles.NewNameIn(Folder));
        Assert.IsFalse(File.Exists(left));
    }

    /// <summary>NFS with all_squash, SMB with uid=: what a killed process left has the owner of a new file, not the process's.</summary>
    [TestMethod]
    [DataRow("--force-user=1234", false)]
    [DataRow("--create-for-user=1234", true, DisplayName = "another user's file")]
    public void OnAMountThatShowsAnotherOwnerWhatAKilledProcessLeftIsRemoved(string option, bool stays)
    {
        string mounted = Directory.CreateDirectory(PathOf("mounted")).FullName;
        Directory.CreateDirectory(PathOf("below"));
        string left = Path.Combine(mounted, Files.LeftByAnEndedProcess(_strategy));
        using Mounted _ = new(mounted, "bindfs", option, PathOf("below"), mounted);
        Files.Write(left, 100);
        if (stays)
        {
            Command.OutputOf("chown", "4321", left);
        }

        _strategy.Copy(_source, Path.Combine(mounted, "destination")).AssertIs(OutcomeKind.Copied);

        string[] expected = [Path.Combine(mounted, "destination"), .. stays ? (string[])[left] : []];
        CollectionAssert.AreEquivalent(expected, Directory.GetFileSystemEntries(mounted));
    }

    /// <summary>Files on another volume; the source is flushed to the disk, or it would not be cloned.</summary>
    private void On(string name, int length = 9000)
    {
        _volume?.Dispose();
        _volume = VolumeUnderTest.Require(name);
        _source = Files.Write(PathOf("source"), length);
        _destination = Files.Write(PathOf("destination"), 7000);
    }

    private string PathOf(string name) => _volume!.PathOf(name);

    private ulong HashOfFolder() => NativePath.HashOfFolder(Encoding.UTF8.GetBytes(_source + '\0'));

    private bool IsRemembered(ulong what, LinuxPlatform strategy) => strategy.RefusingFolders.Find(HashOfFolder(), what) != Reason.None;

    /// <summary>The name that a file has before it replaces the destination.</summary>
    private string TemporaryFile() => PathOf(TemporaryFiles.NameOf(NativePath.HashOfName(Encoding.UTF8.GetBytes(_destination + '\0')), 0));

    private CloneOutcome CopyWith(string calls, string error, string? path, string? destination = null)
    {
        using InjectedErrors _ = InjectedErrors.Into(calls, error, path);
        return _strategy.Copy(_source, destination ?? _destination);
    }

    /// <summary>The calls of one copy.</summary>
    private string[] Trace(string calls, string destination) =>
        InjectedErrors.Trace(calls, () => _strategy.Copy(_source, destination).AssertIs(OutcomeKind.Copied));

    private static void AssertCalls(string[] expected, IEnumerable<string> lines) =>
        CollectionAssert.AreEqual(expected, lines.Select(line => line.Split('(')[0]).ToArray(), string.Join('\n', lines));

    private void AssertIsCopied(string path) => CollectionAssert.AreEqual(File.ReadAllBytes(_source), File.ReadAllBytes(path), path);

    private void AssertOnly(params string[] paths) => CollectionAssert.AreEquivalent(paths, Directory.GetFileSystemEntries(Folder));
}
