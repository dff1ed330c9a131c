using Stat = CopyOnWrite.MacOS.MacNative.Stat;

namespace CopyOnWrite.Tests.MacOS;

/// <summary>
/// APFS as clonefile(2) describes it, over real files in a folder on Linux: content is really copied, and who shares with whom is kept in
/// memory. It is strict: a name that is taken is EEXIST, another volume EXDEV, a volume that is not APFS ENOTSUP. A file appears whole,
/// under its name, or not at all. What it cannot show: access lists, extended attributes, and whatever macOS does that its man page does
/// not say, such as whether cloning changes the source's change time.
/// </summary>
internal sealed unsafe partial class ApfsModel : IMacCalls
{
    private const int StatxGid = 24; // stx_gid, linux/stat.h.

    private readonly string _folder;
    private readonly string _workshop;
    private readonly Dictionary<string, ModelVolume> _volumes = [];
    private readonly ConcurrentDictionary<ulong, int> _sharing = new();
    private readonly ConcurrentDictionary<string, ConcurrentQueue<Func<int>>> _injected = new();
    private readonly ConcurrentDictionary<string, int> _calls = new();
    private int _lastClone;
    private int _names;

    /// <param name="folder">The root of an APFS volume; others may be mounted in it.</param>
    internal ApfsModel(string folder)
    {
        _folder = folder;
        _volumes[folder] = new ModelVolume(1, isApfs: true);

        // Beside it and on the same real volume, so that a clone comes to its name by link(2), at once.
        _workshop = folder + ".model";
        _ = Directory.CreateDirectory(_workshop);
    }

    public uint User { get; } = LinuxNative.geteuid();

    /// <summary>The volume that the others are mounted in.</summary>
    internal ModelVolume Root => _volumes[_folder];

    internal ModelVolume Mount(string folder, bool isApfs)
    {
        _ = Directory.CreateDirectory(folder);
        return _volumes[folder] = new ModelVolume((uint)_volumes.Count + 1, isApfs);
    }

    /// <summary>The next calls of this name do this first, and fail with the errno that it gives, unless that is 0.</summary>
    internal void Inject(string call, params Func<int>[] errnos)
    {
        foreach (Func<int> errno in errnos)
        {
            _injected.GetOrAdd(call, _ => new ConcurrentQueue<Func<int>>()).Enqueue(errno);
        }
    }

    internal void ForgetInjected() => _injected.Clear();

    /// <summary>How often the call was made until now.</summary>
    internal int Count(string call) => _calls.GetValueOrDefault(call);

    /// <summary>For two files that are not changed after cloning.</summary>
    internal long BytesInCommon(string first, string second) =>
        _sharing.TryGetValue(InodeOf(first), out int one) && _sharing.TryGetValue(InodeOf(second), out int other) && one == other
            ? new FileInfo(first).Length
            : 0;

    internal void Delete() => Directory.Delete(_workshop, recursive: true);

    public int OpenToRead(byte[] path, out int file)
    {
        file = -1;
        if (Injected(nameof(OpenToRead)) is var injected and not 0)
        {
            return injected;
        }

        file = LinuxNative.open(path, LinuxNative.O_RDONLY | LinuxNative.O_CLOEXEC | LinuxNative.O_NONBLOCK, 0);
        return file >= 0 ? 0 : MacError();
    }

    /// <summary>As <see cref="MacCalls.Close"/>: tests that run at the same time start processes.</summary>
    public void Close(int file)
    {
        LinuxNative.Unlock(file);
        _ = LinuxNative.close(file);
    }

    public int LockShared(int file) =>
        Injected(nameof(LockShared)) is var injected and not 0 ? injected
        : LinuxNative.flock(file, LinuxNative.LOCK_SH | LinuxNative.LOCK_NB) == 0 ? 0 : MacError();

    public int StatusOf(int file, out Stat status)
    {
        status = default;
        if (Injected("StatusOfFile") is var injected and not 0)
        {
            return injected;
        }

        if (!LinuxNative.TryGetStatus(file, out LinuxNative.Statx there))
        {
            return MacError();
        }

        status = Translated(there, VolumeOf(PathOf(file)).Device);
        return 0;
    }

    private int CloneTo(int source, byte[] destination)
    {
        string to = Text(destination);
        if (Status(LinuxNative.AT_FDCWD, destination, LinuxNative.AT_SYMLINK_NOFOLLOW, out _) == 0)
        {
            return MacNative.EEXIST;
        }

        ModelVolume from = VolumeOf(PathOf(source));
        ModelVolume there = VolumeOf(to);
        string made = Path.Combine(_workshop, $"{Interlocked.Increment(ref _names)}");
        fixed (byte* final = destination)
        {
            // What is wrong with the path comes before what is wrong with the volumes: the folder is looked up first.
            byte[] parent = Encoding.UTF8.GetBytes(Path.GetDirectoryName(to) + '\0');
            if (Status(LinuxNative.AT_FDCWD, parent, 0, out Stat folder) is var missing and not 0)
            {
                return missing;
            }

            if (!folder.IsFolder)
            {
                return MacNative.ENOTDIR;
            }

            if (from.Device != there.Device)
            {
                return MacNative.EXDEV;
            }

            if (!there.IsApfs)
            {
                return MacNative.ENOTSUP;
            }

            CopyWhole(source, made);
            int error = link(made, to) == 0 ? 0 : MacError();
            if (error == 0)
            {
                int sharing = _sharing.GetOrAdd(InodeOf(source), _ => Interlocked.Increment(ref _lastClone));
                _sharing[InodeOf(made)] = sharing;
            }

            File.Delete(made);
            return error;
        }
    }

    public int SetMode(byte[] path, uint mode) =>
        Injected(nameof(SetMode)) is var injected and not 0 ? injected : chmod(Text(path), mode) == 0 ? 0 : MacError();

    private int Status(int folder, byte[] name, int flags, out Stat status)
    {
        status = default;
        if (LinuxNative.statx(folder, name, flags, LinuxNative.STATX_BASIC_STATS, out LinuxNative.Statx there) != 0)
        {
            return MacError();
        }

        status = Translated(there, VolumeOf(PathIn(folder, name)).Device);
        return 0;
    }

    /// <summary>Content, times and permission bits; setuid and setgid go (clonefile(2)).</summary>
    private static void CopyWhole(int source, string made)
    {
        byte[] path = Encoding.UTF8.GetBytes(made + '\0');
        int file = LinuxNative.open(path, LinuxNative.O_RDWR | LinuxNative.O_CREAT | LinuxNative.O_EXCL | LinuxNative.O_CLOEXEC, 0x180);

        // Opened again: a clone does not start at the position up to which the file was read.
        byte[] again = Encoding.UTF8.GetBytes($"/proc/self/fd/{source}\0");
        int content = LinuxNative.open(again, LinuxNative.O_RDONLY | LinuxNative.O_CLOEXEC, 0);
        CopyInto(source, content, file);
        _ = LinuxNative.close(content);
        _ = LinuxNative.close(file);
    }

    /// <summary>Content, times and permission bits.</summary>
    /// <param name="content">The same file, at its beginning.</param>
    private static void CopyInto(int source, int content, int made)
    {
        _ = LinuxNative.TryGetStatus(source, out LinuxNative.Statx status);
        int error = ReadWriteCopy.Copy(content, made, status.Size, byWriting: true, new LinuxScratch(), out _);
        var times = stackalloc LinuxNative.Timespec[2];
        times[0] = new LinuxNative.Timespec { Seconds = status.AccessSeconds, Nanoseconds = status.AccessNanoseconds };
        times[1] = new LinuxNative.Timespec { Seconds = status.ModifySeconds, Nanoseconds = status.ModifyNanoseconds };
        error = error != 0 ? error : LinuxNative.fchmod(made, status.Mode & 0x3FFu) | LinuxNative.futimens(made, times);
        if (error != 0)
        {
            throw new IOException($"The model could not copy: {error}");
        }
    }

    private int Injected(string call)
    {
        _ = _calls.AddOrUpdate(call, 1, (_, count) => count + 1);
        return _injected.TryGetValue(call, out ConcurrentQueue<Func<int>>? errnos) && errnos.TryDequeue(out Func<int>? errno) ? errno() : 0;
    }

    private ModelVolume VolumeOf(string path)
    {
        string root = string.Empty;
        foreach (string mounted in _volumes.Keys)
        {
            root = mounted.Length > root.Length && (path + '/').StartsWith(mounted + '/', StringComparison.Ordinal) ? mounted : root;
        }

        return _volumes[root.Length == 0 ? _folder : root];
    }

    private Stat Translated(LinuxNative.Statx there, uint device) => new()
    {
        Device = device,
        Mode = there.Mode,
        Links = (ushort)there.Links,
        Inode = there.Inode,
        Uid = _owners.GetValueOrDefault(there.Inode, there.Uid),
        Gid = _groups.GetValueOrDefault(there.Inode, *(uint*)((byte*)&there + StatxGid)),
        ModifySeconds = there.ModifySeconds,
        ModifyNanoseconds = there.ModifyNanoseconds,
        ChangeSeconds = there.ChangeSeconds + _clocks.GetValueOrDefault(there.Inode),
        ChangeNanoseconds = there.ChangeNanoseconds,
        Size = (long)there.Size,
        Flags = _flags.GetValueOrDefault(there.Inode),
    };

    private static int MacError() => LinuxNative.Error switch
    {
        LinuxNative.EAGAIN => MacNative.EAGAIN,
        LinuxNative.ELOOP => MacNative.ELOOP,
        LinuxNative.ENAMETOOLONG => MacNative.ENAMETOOLONG,
        LinuxNative.EDQUOT => MacNative.EDQUOT,
        LinuxNative.ENOSYS => MacNative.ENOSYS,
        LinuxNative.EOPNOTSUPP => MacNative.ENOTSUP,
        int same and < 35 => same, // The old numbers, up to ERANGE, are the same on both systems, except EAGAIN.
        int other => throw new InvalidOperationException($"errno {other} has no number on macOS yet."),
    };

    private static string Text(byte[] path) => Encoding.UTF8.GetString(path, 0, Array.IndexOf(path, (byte)0));

    private static string PathOf(int file) => File.ResolveLinkTarget($"/proc/self/fd/{file}", returnFinalTarget: false)!.FullName;

    private static ulong InodeOf(int file) => LinuxNative.TryGetStatus(file, out LinuxNative.Statx status) ? status.Inode : 0;

    private static ulong InodeOf(string path)
    {
        byte[] name = Encoding.UTF8.GetBytes(path + '\0');
        return LinuxNative.TryGetStatus(LinuxNative.AT_FDCWD, name, out LinuxNative.Statx status) ? status.Inode : 0;
    }

    [LibraryImport("libc", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial int link(string existing, string path);

    [LibraryImport("libc", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial int chmod(string path, uint mode);
}
