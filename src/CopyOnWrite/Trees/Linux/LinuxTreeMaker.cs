using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Linux;

/// <summary>Makes a tree's files by descriptors of their folders. No program uses it yet: a file has its name at once, unflushed.</summary>
internal sealed unsafe class LinuxTreeMaker : TreeMaker
{
    private readonly LinuxPlatform _platform;
    private readonly LinuxScratch _scratch;
    private readonly int _sourceRoot;
    private readonly ulong _volume;
    private readonly long _type;
    private int _from = -1;
    private int _to = -1;
    private int _file = -1;
    private Statx _status;

    internal LinuxTreeMaker(LinuxPlatform platform, PrivateTree tree, TreeTally tally)
        : base(platform, tree, tally)
    {
        (_platform, _scratch) = (platform, platform.TakeScratch());
        _sourceRoot = OpenFolder(AT_FDCWD, tree.Source, 0);
        if (!TryGetStatus(_sourceRoot, out Statx root) || new FileIdentity(root.Volume, root.Inode) != tree.Root.Identity)
        {
            Exception error = Failure(string.Empty, ENOENT); // Another user has put another folder in its place.
            Dispose();
            throw error;
        }

        _ = TryGetStatus(tree.Folder, out Statx made);
        (_volume, _type) = (made.Volume, platform.FileSystems.TypeOf(made.Volume, tree.Folder));
    }

    internal override void Enter(string path)
    {
        Close(ref _from);
        Close(ref _to);
        Folder = path;
        _from = OpenFolder(_sourceRoot, path, O_NOFOLLOW);
        _to = OpenFolder(Tree.Folder, path, O_NOFOLLOW | O_PATH);
    }

    internal override void List(List<FolderEntry> entries)
    {
        if (FolderListing.Read(_from, entries) is var error and not 0)
        {
            throw Failure(string.Empty, error);
        }
    }

    internal override bool TryLook(string name, out FileStat seen)
    {
        bool isThere = TryGetStatus(_from, Encoded(name), out Statx status);
        seen = isThere ? StatOf(status) : default;
        return isThere;
    }

    internal override FileStat Open(string name)
    {
        Close(ref _file);
        _file = LinuxWorker.OpenSource(_from, Encoded(name), O_NOFOLLOW, out int error);
        return error != 0 || !TryGetStatus(_file, out _status) ? throw Failure(name, error != 0 ? error : Error)
            : _status.IsRegularFile ? StatOf(_status)
            : throw Failure(name, Reason.SourceIsNotAFile, 0);
    }

    internal override CloneOutcome Clone(string name)
    {
        int made = openat(_to, Encoded(name), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, _status.Mode & UnixMode.Permissions);
        if (made < 0)
        {
            throw Failure(name, Error);
        }

        CloneOutcome outcome = Fill(made);
        if (outcome.Kind != OutcomeKind.NotHandled)
        {
            Stamp(made, _status, Path.Join(Folder, name));
        }

        // A network volume may report only on closing that it had no space (close(2)).
        int error = close(made) == 0 || Error == EINTR ? 0 : Error;
        outcome = error == 0 || outcome.Kind == OutcomeKind.NotHandled ? outcome : Errno.NotHandled(error);
        Close(ref _file);
        if (outcome.Kind == OutcomeKind.NotHandled)
        {
            Remove(name);
            throw Failure(name, outcome.Reason, outcome.ErrorNumber);
        }

        return outcome;
    }

    private CloneOutcome Fill(int made)
    {
        int refusal = 0;
        Reason whyNot = _status.Size == 0 ? Reason.Empty
            : _platform.Pairs is not { } pairs ? Reason.CloningDisabled
            : pairs.Find(_status.Volume, _volume) is var known and not Reason.None ? known
            : LinuxWorker.Clone(pairs, _file, _status.Volume, _status.Size, made, _volume, _type, out refusal);
        return whyNot == Reason.None ? CloneOutcome.Cloned((long)_status.Size)
            : Errno.AlsoFailsCopy(whyNot) ? CloneOutcome.NotHandled(whyNot, refusal)
            : LinuxWorker.CopyContent(_file, made, _scratch, whyNot, refusal, keepsHoles: HasHoles());
    }

    /// <summary>OpenZFS took for holes what was not on the disk yet (openzfs/zfs#15526): only file systems of which it is known.</summary>
    private bool HasHoles() => _status.Allocated < _status.Size
        && FileSystemTypes.IsKnownLocal(_platform.FileSystems.TypeOf(_status.Volume, _file));

    internal override void MakeFolder(string name)
    {
        if (mkdirat(_to, Encoded(name), PrivateTree.PrivateMode) != 0)
        {
            throw Failure(name, Error);
        }
    }

    internal override void RemoveFolder(string path) => _ = unlinkat(Tree.Folder, Encoded(path), AT_REMOVEDIR);

    internal override FileStat MakeLink(string name, out string leadsTo)
    {
        byte[] encoded = Encoded(name);
        byte[] target = _scratch.Destination;
        nint length = readlinkat(_from, encoded, target, target.Length - 1);
        target[Math.Max(length, 0)] = 0;
        if (length < 0 || !TryGetStatus(_from, encoded, out _status) || symlinkat(target, _to, encoded) != 0)
        {
            throw Failure(name, Error);
        }

        string path = Path.Join(Folder, name);
        _ = TryKeepOwner(_to, encoded, _status, AT_SYMLINK_NOFOLLOW, path);
        Timespec* times = stackalloc Timespec[2];
        if (utimensat(_to, encoded, TimesOf(_status, times), AT_SYMLINK_NOFOLLOW) != 0)
        {
            Tally.NotKept(TreeProperty.Time, path);
        }

        leadsTo = NativePath.Decode(target);
        return StatOf(_status);
    }

    internal override bool TryMakeHardLink(string first, string path) =>
        NativePath.TryEncode(first, _scratch.Source) && NativePath.TryEncode(path, _scratch.Destination)
            && linkat(Tree.Folder, _scratch.Source, Tree.Folder, _scratch.Destination, 0) == 0;

    internal override void Remove(string name) => _ = unlinkat(_to, Encoded(name), 0);

    internal override void StampFolder(string path)
    {
        byte[] encoded = Encoded(path.Length == 0 ? "." : path);
        using var made = new Fd(openat(Tree.Folder, encoded, O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC, 0));
        if (made.IsOpen && TryGetStatus(_sourceRoot, encoded, out Statx status) && status.IsFolder)
        {
            Stamp(made.Number, status, path);
        }
    }

    public override void Dispose()
    {
        Array.ForEach((int[])[_from, _to, _file, _sourceRoot], file => _ = file < 0 ? 0 : close(file));
        _platform.Return(_scratch);
        base.Dispose();
    }

    private void Stamp(int made, in Statx source, string path)
    {
        // The umask, a default access list or a folder above may have changed what was asked for.
        _ = TryGetStatus(made, out Statx now);
        bool isOwners = (now.Uid == source.Uid && now.Gid == source.Gid) || TryKeepOwner(made, EmptyPath, source, AT_EMPTY_PATH, path);

        // Another user's program would run with the rights of this one. cp -a also drops the bits where it cannot keep the owner.
        uint mode = source.Mode & UnixMode.All;
        uint kept = isOwners || source.IsFolder ? mode : mode & ~UnixMode.SetIds;
        if ((kept != (now.Mode & UnixMode.All) && fchmod(made, kept) != 0) || kept != mode)
        {
            Tally.NotKept(TreeProperty.Mode, path);
        }

        Timespec* times = stackalloc Timespec[2];
        if (futimens(made, TimesOf(source, times)) != 0)
        {
            Tally.NotKept(TreeProperty.Time, path);
        }
    }

    private bool TryKeepOwner(int folder, byte[] name, in Statx source, int flags, string path)
    {
        bool isKept = _platform.User == 0 && fchownat(folder, name, source.Uid, source.Gid, flags) == 0;
        if (_platform.User == 0 && !isKept)
        {
            Tally.NotKept(TreeProperty.Owner, path);
        }

        return isKept;
    }

    private FileStat StatOf(in Statx status) => FileSystemTypes.StatOf(status, _platform.FileSystems.TypeOf(status.Volume, _from));

    private byte[] Encoded(string name)
    {
        _ = NativePath.TryEncode(name, _scratch.Source);
        return _scratch.Source;
    }

    private int OpenFolder(int above, string path, int flags)
    {
        bool isEncoded = NativePath.TryEncode(path.Length == 0 ? "." : path, _scratch.Folder);
        int folder = isEncoded ? openat(above, _scratch.Folder, flags | O_DIRECTORY | O_CLOEXEC, 0) : -1;
        return folder >= 0 ? folder : throw Failure(string.Empty, isEncoded ? Error : ENAMETOOLONG);
    }

    private static void Close(ref int file)
    {
        _ = file < 0 ? 0 : close(file);
        file = -1;
    }

    private Exception Failure(string name, int error) =>
        Failure(name, error is ENOENT or ENOTDIR ? Reason.SourceMissing : Errno.OfFile(error), error);

    private Exception Failure(string name, Reason reason, int error) =>
        FileCloner.ErrorOf(
            new FileOutcome(CloneOutcome.NotHandled(reason, error), FileSteps.None),
            Path.Join(Tree.Source, Folder, name), Path.Join(Tree.Destination, Folder, name))!;
}
