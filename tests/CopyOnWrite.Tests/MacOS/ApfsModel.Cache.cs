using Stat = CopyOnWrite.MacOS.MacNative.Stat;

namespace CopyOnWrite.Tests.MacOS;

/// <summary>
/// The calls of the cross-volume cache. Access lists, flags and owners are kept in memory; change times are those of the real files.
/// </summary>
internal sealed unsafe partial class ApfsModel
{
    private const string Alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

    private readonly ConcurrentDictionary<ulong, uint> _flags = new();
    private readonly ConcurrentDictionary<ulong, uint> _owners = new();
    private readonly ConcurrentDictionary<ulong, uint> _groups = new();
    private readonly ConcurrentDictionary<ulong, bool> _accessLists = new();
    private readonly ConcurrentDictionary<ulong, long> _clocks = new();
    private int _temporaries;

    /// <summary>Changes the file as if the clock had been so far ahead.</summary>
    internal void ChangedByAClockAhead(string path, TimeSpan ahead) => _clocks[InodeOf(path)] = (long)ahead.TotalSeconds;

    /// <summary>Does chflags(2), with the change time.</summary>
    internal void SetFlags(string path, uint flags)
    {
        _flags[InodeOf(path)] = flags;
        File.SetUnixFileMode(path, File.GetUnixFileMode(path));
    }

    /// <inheritdoc cref="SetFlags"/>
    internal void GiveAccessList(string path)
    {
        _accessLists[InodeOf(path)] = true;
        File.SetUnixFileMode(path, File.GetUnixFileMode(path));
    }

    /// <summary>Gives the file to another user: chown(2), with the change time.</summary>
    internal void Give(string path, uint user)
    {
        _owners[InodeOf(path)] = user;
        File.SetUnixFileMode(path, File.GetUnixFileMode(path));
    }

    internal void GiveToGroup(string path, uint group) => _groups[InodeOf(path)] = group;

    public int OpenFolder(byte[] path, out int folder)
    {
        folder = -1;
        return Injected(nameof(OpenFolder)) is var injected and not 0 ? injected
            : Open(LinuxNative.AT_FDCWD, path, LinuxNative.O_DIRECTORY | LinuxNative.O_NOFOLLOW, out folder);
    }

    public int MakeFolder(byte[] path) =>
        Injected(nameof(MakeFolder)) is var injected and not 0 ? injected : LinuxNative.mkdir(path, 0x1C0) == 0 ? 0 : MacError();

    public int OpenToReadIn(int folder, byte[] name, out int file)
    {
        file = -1;
        return Injected(nameof(OpenToReadIn)) is var injected and not 0 ? injected
            : Open(folder, name, LinuxNative.O_NOFOLLOW, out file);
    }

    public int StatusIn(int folder, byte[] name, bool followsLinks, out Stat status)
    {
        status = default;
        return Injected(nameof(StatusIn), folder) is var injected and not 0 ? injected
            : Status(OnLinux(folder), name, followsLinks ? 0 : LinuxNative.AT_SYMLINK_NOFOLLOW, out status);
    }

    public int VolumeOf(int file, out MacVolume volume)
    {
        volume = default;
        if (Injected(nameof(VolumeOf)) is var injected and not 0)
        {
            return injected;
        }

        ModelVolume found = VolumeOf(PathOf(file));
        volume = new MacVolume
        {
            UuidStart = found.Uuid,
            UuidEnd = found.Uuid,
            Clones = found.IsApfs,
            IgnoresOwners = found.IgnoresOwners,
            AvailableBytes = found.AvailableBytes,
            TotalBytes = found.TotalBytes,
        };
        return 0;
    }

    public bool HasAccessList(int file) => _accessLists.ContainsKey(InodeOf(file));

    public int CreateIn(int folder, byte[] name, int suffixLength, out int file)
    {
        file = -1;
        if (Injected(nameof(CreateIn)) is var injected and not 0)
        {
            return injected;
        }

        int number = Interlocked.Increment(ref _temporaries);
        for (int i = Array.IndexOf(name, (byte)0) - suffixLength - 1; name[i] == 'X'; i--, number /= Alphabet.Length)
        {
            name[i] = (byte)Alphabet[number % Alphabet.Length];
        }

        file = LinuxNative.openat(
            folder, name, LinuxNative.O_RDWR | LinuxNative.O_CREAT | LinuxNative.O_EXCL | LinuxNative.O_CLOEXEC, 0x180);
        int error = file < 0 ? MacError() : LockExclusive(file);
        ulong inode = InodeOf(file); // May have been another file's, which is deleted.
        _ = _sharing.TryRemove(inode, out _);
        _ = _owners.TryRemove(inode, out _);
        _ = _groups.TryRemove(inode, out _);
        _ = _accessLists.TryRemove(inode, out _);
        _ = _clocks.TryRemove(inode, out _);
        return error;
    }

    public int LockExclusive(int file) =>
        Injected(nameof(LockExclusive)) is var injected and not 0 ? injected
        : LinuxNative.flock(file, LinuxNative.LOCK_EX | LinuxNative.LOCK_NB) == 0 ? 0 : MacError();

    public int Read(int file, byte[] buffer, out int length)
    {
        length = 0;
        if (Injected(nameof(Read)) is var injected and not 0)
        {
            return injected;
        }

        fixed (byte* start = buffer)
        {
            nint done = LinuxNative.read(file, start, (nuint)buffer.Length);
            length = Math.Max(0, (int)done);
            return done >= 0 ? 0 : MacError();
        }
    }

    public int Write(int file, byte[] content)
    {
        fixed (byte* start = content)
        {
            return Injected(nameof(Write)) is var injected and not 0 ? injected
                : LinuxNative.write(file, start, (nuint)content.Length) == content.Length ? 0 : MacError();
        }
    }

    public int CopyAll(int source, int made)
    {
        if (Injected(nameof(CopyAll)) is var injected and not 0)
        {
            return injected;
        }

        CopyInto(source, source, made);
        _flags[InodeOf(made)] = _flags.GetValueOrDefault(InodeOf(source));
        return 0;
    }

    public int Flush(int file) => Injected(nameof(Flush));

    public int Touch(int file) =>
        Injected(nameof(Touch)) is var injected and not 0 ? injected : LinuxNative.futimens(file, null) == 0 ? 0 : MacError();

    public int CloneIn(int source, int folder, byte[] name) =>
        Injected(nameof(CloneIn), folder) is var injected and not 0 ? injected
        : CloneTo(source, Encoding.UTF8.GetBytes(PathIn(OnLinux(folder), name) + '\0'));

    public int RenameIn(int folder, byte[] from, byte[] to, bool replaces)
    {
        if (Injected(nameof(RenameIn), folder) is var injected and not 0)
        {
            return injected;
        }

        fixed (byte* old = from)
        fixed (byte* final = to)
        {
            const uint RENAME_NOREPLACE = 1;
            int there = OnLinux(folder);
            return renameat2(there, old, there, final, replaces ? 0 : RENAME_NOREPLACE) == 0 ? 0 : MacError();
        }
    }

    public int RemoveIn(int folder, byte[] name) =>
        Injected(nameof(RemoveIn), folder) is var injected and not 0 ? injected
        : LinuxNative.unlinkat(OnLinux(folder), name, 0) == 0 ? 0 : MacError();

    /// <summary>The same call by a path has the name without "In".</summary>
    private int Injected(string call, int folder) => Injected(folder == MacNative.AT_FDCWD ? call[..^"In".Length] : call);

    private static int OnLinux(int folder) => folder == MacNative.AT_FDCWD ? LinuxNative.AT_FDCWD : folder;

    private static int Open(int folder, byte[] path, int flags, out int file)
    {
        file = LinuxNative.openat(folder, path, LinuxNative.O_NONBLOCK | LinuxNative.O_CLOEXEC | flags, 0);
        return file >= 0 ? 0 : MacError();
    }

    private static string PathIn(int folder, byte[] name) =>
        folder == LinuxNative.AT_FDCWD ? Text(name) : Path.Combine(PathOf(folder), Text(name));

    [DllImport("libc", SetLastError = true), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int renameat2(int oldFolder, byte* oldName, int newFolder, byte* newName, uint flags);
}
