#if NET
using System;
using System.Collections.Generic;
using System.IO;
using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Linux;

/// <summary>
/// Makes a tree's files by descriptors of their folders. As nobody sees the folder yet, a file has its name at once, is opened once, and
/// is not on the disk when it is done.
/// </summary>
internal sealed unsafe class LinuxTreeMaker : TreeMaker
{
    private readonly LinuxPlatform _platform;
    private readonly TreePlaces _places;
    private readonly TreeTally _tally;
    private readonly LinuxScratch _scratch;
    private readonly ushort[] _modes = new ushort[UnixMode.Permissions + 1];
    private readonly int _sourceRoot;
    private readonly int _madeRoot;
    private readonly ulong _volume;
    private readonly long _type;
    private readonly bool _ownsAll;
    private string _path = string.Empty;
    private int _from = -1;
    private int _to = -1;
    private int _file = -1;
    private Statx _status;

    internal LinuxTreeMaker(LinuxPlatform platform, TreePlaces places, TreeTally tally)
    {
        (_platform, _places, _tally, _scratch) = (platform, places, tally, platform.TakeScratch());
        _sourceRoot = OpenFolder(AT_FDCWD, places.Source, O_RDONLY);
        _madeRoot = OpenFolder(AT_FDCWD, places.Made, O_RDONLY);
        _ = TryGetStatus(_madeRoot, out Statx made);
        (_volume, _type) = (made.Volume, platform.FileSystems.TypeOf(made.Volume, _madeRoot));

        // What root makes belongs to its group, or on some mounts to that of the folder: this one's has shown which.
        _ownsAll = _platform.User == 0 && made.Uid == 0 && made.Gid == 0;
    }

    internal override FileStat Enter(string path)
    {
        Close(ref _from);
        Close(ref _to);
        _path = path;
        string place = path.Length == 0 ? "." : path;
        _from = OpenFolder(_sourceRoot, place, O_RDONLY | O_NOFOLLOW);
        _to = NativePath.TryEncode(place, _scratch.Folder) ? openat(_madeRoot, _scratch.Folder, O_PATH | O_NOFOLLOW | O_CLOEXEC, 0) : -1;
        return TryGetStatus(_from, out Statx status) ? StatOf(status) : throw Failure(string.Empty, Error);
    }

    internal override void List(List<FolderEntry> entries)
    {
        if (FolderListing.Read(_from, entries, []) is var error and not 0)
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
            Stamp(made, _status, CreatedMode(made), Path.Join(_path, name));
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
        Reason whyNot = _status.Size == 0 ? Reason.Empty
            : _platform.Pairs is not { } pairs ? Reason.CloningDisabled
            : pairs.Find(_status.Volume, _volume);
        int refusal = 0;
        if (whyNot == Reason.None)
        {
            whyNot = BlockClone.Make(_platform.Pairs!, _file, _status.Volume, _status.Size, made, _volume, _type, out refusal);
            if (whyNot == Reason.None)
            {
                return CloneOutcome.Cloned((long)_status.Size);
            }
        }

        if (Errno.AlsoFailsCopy(whyNot))
        {
            return CloneOutcome.NotHandled(whyNot, refusal);
        }

        bool byWriting = _platform.FileSystems.IsKnownLocal(_status.Volume, _file);
        int error = ReadWriteCopy.Copy(_file, made, _status.Size, byWriting, _scratch, out long copied);
        return error == 0 ? CloneOutcome.Copied(whyNot, copied, refusal) : Errno.NotHandled(error);
    }

    internal override void MakeFolder(string name)
    {
        if (mkdirat(_to, Encoded(name), TreePlaces.PrivateMode) != 0)
        {
            throw Failure(name, Error);
        }
    }

    internal override FileStat MakeLink(string name, out string leadsTo)
    {
        byte[] encoded = Encoded(name);
        byte[] target = _scratch.Destination;
        nint length = readlinkat(_from, encoded, target, target.Length - 1);
        if (length < 0 || !TryGetStatus(_from, encoded, out _status))
        {
            throw Failure(name, Error);
        }

        target[length] = 0;
        if (symlinkat(target, _to, encoded) != 0)
        {
            throw Failure(name, Error);
        }

        string path = Path.Join(_path, name);
        _ = KeepOwner(_to, encoded, _status, AT_SYMLINK_NOFOLLOW, path);
        Timespec* times = stackalloc Timespec[2];
        if (utimensat(_to, encoded, TimesOf(_status, times), AT_SYMLINK_NOFOLLOW) != 0)
        {
            _tally.NotKept(TreeProperty.Time, path);
        }

        leadsTo = NativePath.Decode(target);
        return StatOf(_status);
    }

    internal override bool TryMakeHardLink(string first, string path) =>
        NativePath.TryEncode(first, _scratch.Source) && NativePath.TryEncode(path, _scratch.Destination)
            && linkat(_madeRoot, _scratch.Source, _madeRoot, _scratch.Destination, 0) == 0;

    internal override void Remove(string name) => _ = unlinkat(_to, Encoded(name), 0);

    internal override void Stamp(string path, in FileStat seen)
    {
        string place = path.Length == 0 ? "." : path;
        using var made = new Fd(NativePath.TryEncode(place, _scratch.Folder)
            ? openat(_madeRoot, _scratch.Folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC, 0) : -1);
        if (!made.IsOpen)
        {
            return; // Removed since.
        }

        long ticks = (seen.Modified - DateTime.UnixEpoch).Ticks;
        long seconds = ticks >= 0 ? ticks / TimeSpan.TicksPerSecond : -((TimeSpan.TicksPerSecond - 1 - ticks) / TimeSpan.TicksPerSecond);
        var status = new Statx
        {
            Mode = (ushort)seen.Mode,
            Uid = (uint)seen.Owner,
            Gid = (uint)(seen.Owner >> 32),
            AccessNanoseconds = (uint)UTIME_OMIT,
            ModifySeconds = seconds,
            ModifyNanoseconds = (uint)((ticks - (seconds * TimeSpan.TicksPerSecond)) * 100) + seen.Nanoseconds,
        };
        Stamp(made.Number, status, uint.MaxValue, path);
    }

    public override void Dispose()
    {
        Close(ref _from);
        Close(ref _to);
        Close(ref _file);
        _ = close(_sourceRoot);
        _ = close(_madeRoot);
        _platform.Return(_scratch);
    }

    private void Stamp(int made, in Statx source, uint madeMode, string path)
    {
        // Another user's program would run with the rights of this one. cp -a, too, drops the bits where it cannot keep the owner.
        bool isOwners = KeepOwner(made, EmptyPath, source, AT_EMPTY_PATH, path);
        uint mode = source.Mode & UnixMode.All;
        uint kept = (mode & UnixMode.SetIds) == 0 || source.IsFolder || (isOwners && TryGetStatus(made, out Statx now)
            && now.Uid == source.Uid && now.Gid == source.Gid) ? mode : mode & ~UnixMode.SetIds;
        if ((kept != madeMode && fchmod(made, kept) != 0) || kept != mode)
        {
            _tally.NotKept(TreeProperty.Mode, path);
        }

        Timespec* times = stackalloc Timespec[2];
        if (futimens(made, TimesOf(source, times)) != 0)
        {
            _tally.NotKept(TreeProperty.Time, path);
        }
    }

    private bool KeepOwner(int folder, byte[] name, in Statx source, int flags, string path)
    {
        bool isKept = _platform.User != 0 || (_ownsAll && source.Uid == 0 && source.Gid == 0)
            || fchownat(folder, name, source.Uid, source.Gid, flags) == 0;
        if (!isKept)
        {
            _tally.NotKept(TreeProperty.Owner, path);
        }

        return isKept;
    }

    /// <summary>What the umask, or a default access list of the folder, leaves of a file's mode: the same for all files of the tree.</summary>
    private uint CreatedMode(int made)
    {
        ref ushort known = ref _modes[_status.Mode & UnixMode.Permissions];
        if (known == 0)
        {
            known = TryGetStatus(made, out Statx status) ? status.Mode : ushort.MaxValue;
        }

        return known & UnixMode.All;
    }

    private static Timespec* TimesOf(in Statx source, Timespec* times)
    {
        times[0] = new Timespec { Seconds = source.AccessSeconds, Nanoseconds = source.AccessNanoseconds };
        times[1] = new Timespec { Seconds = source.ModifySeconds, Nanoseconds = source.ModifyNanoseconds };
        return times;
    }

    private FileStat StatOf(in Statx status) => FileSystemTypes.StatOf(status, _platform.FileSystems.TypeOf(status.Volume, _from));

    private byte[] Encoded(string name)
    {
        _ = NativePath.TryEncode(name, _scratch.Source);
        return _scratch.Source;
    }

    private int OpenFolder(int above, string path, int flags)
    {
        int folder = NativePath.TryEncode(path, _scratch.Folder) ? openat(above, _scratch.Folder, flags | O_DIRECTORY | O_CLOEXEC, 0) : -1;
        return folder >= 0 ? folder : throw Failure(string.Empty, Error);
    }

    private static void Close(ref int file)
    {
        _ = file < 0 ? 0 : close(file);
        file = -1;
    }

    private Exception Failure(string name, int error) =>
        Failure(name, error is ENOENT or ENOTDIR ? Reason.SourceMissing : Errno.OfFile(error), error);

    private Exception Failure(string name, Reason reason, int error) =>
        LibraryCopies.ErrorOf(new FileOutcome(CloneOutcome.NotHandled(reason, error), FileSteps.None),
            Path.Join(_places.Source, _path, name), Path.Join(_places.Destination, _path, name))!;
}
#endif
