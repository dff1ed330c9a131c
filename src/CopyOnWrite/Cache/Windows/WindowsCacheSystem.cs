using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Windows;

/// <summary>
/// The cross-volume cache's calls on Windows. As long as the folder is open no program can rename or delete it, or a folder above it (the
/// handle does not share deletion; [MS-FSA] 2.1.5.15.11), and its path leads over no link: so what was checked is what the path leads to.
/// </summary>
internal sealed unsafe class WindowsCacheSystem(WindowsPlatform platform, Refusals pairs) : ICacheSystem
{
    private const uint ReadAndDelete = FILE_SHARE_READ | FILE_SHARE_DELETE;

    private readonly Win32Calls _calls = platform.Calls;
    private string? _user;

    public CacheProblem OpenFolder(string path, bool makes, out CacheFolder? folder, out int error)
    {
        // GENERIC_READ: a handle that cannot list the folder does not keep others from deleting it. FILE_FLAG_BACKUP_SEMANTICS opens
        // folders.
        folder = null;
        nint handle = INVALID_HANDLE_VALUE;
        error = makes ? MakeFolder(path) : 0;
        error = error != 0 ? error : _calls.CreateFile(
            path, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE, OPEN_EXISTING,
            FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OPEN_REPARSE_POINT, out handle);
        if (error != 0)
        {
            bool isMissing = !makes && WinError.IsMissing(error);
            error = isMissing ? 0 : error;
            return isMissing ? CacheProblem.None : CacheProblem.Inaccessible;
        }

        string final = string.Empty;
        error = FileStamp.Get(_calls, handle, out FileStamp stamp);
        bool isFolder = (stamp.Attributes & (FILE_ATTRIBUTE_DIRECTORY | FILE_ATTRIBUTE_REPARSE_POINT)) == FILE_ATTRIBUTE_DIRECTORY;
        error = error != 0 || !isFolder ? error : _calls.GetFinalPath(handle, out final);
        CacheProblem problem = error == 0 && isFolder ? AccessOf(handle, out error) : CacheProblem.NotAFolder;
        if (error != 0 || !isFolder)
        {
            _calls.CloseHandle(handle);
            return error != 0 ? CacheProblem.Inaccessible : problem;
        }

        folder = new CacheFolder(this, handle, Win32Path.WithoutPrefix(final), stamp.Id.VolumeSerialNumber);
        return problem;
    }

    public CacheProblem CanShareBlocks(string folder, in CacheDestination destination, out int error)
    {
        error = 0;
        VolumeInfo? volume = platform.Volumes.OfFolder(Path.Combine(folder, CacheFiles.Tag));
        return volume?.Serial == destination.Volume ? CacheProblem.None : CacheProblem.OnAnotherVolume;
    }

    public Reason WhyNot(ulong volume, in CacheDestination destination) =>
        volume != destination.Volume ? Reason.DifferentVolumes : pairs.Find(volume, volume);

    public bool TryOpenSource(string path, bool letsOthersWrite, out nint file, out FileFingerprint source) =>
        TryOpenSource(path, letsOthersWrite, out file, out source, out _);

    internal bool TryOpenSource(string path, bool letsOthersWrite, out nint file, out FileFingerprint source, out FileStamp stamp)
    {
        source = default;
        stamp = default;

        // Shared as CopyFile shares its source: no program writes to it meanwhile.
        uint share = ReadAndDelete | (letsOthersWrite ? FILE_SHARE_WRITE : 0);
        if (_calls.CreateFile(path, GENERIC_READ, share, OPEN_EXISTING, 0, out file) != 0)
        {
            return false;
        }

        if (FileStamp.Get(_calls, file, out stamp) != 0 || stamp.Id == default)
        {
            _calls.CloseHandle(file);
            return false;
        }

        source = new FileFingerprint(stamp.Id.VolumeSerialNumber, stamp.Id.FileIdLow, stamp.Id.FileIdHigh,
            stamp.Length, stamp.LastWriteTime, stamp.State.ChangeTime);
        return true;
    }

    /// <summary>A source may be cached if its copy needs only the content, and if later changes will be noticed.</summary>
    /// <param name="file">Open for reading, and not shared with writers.</param>
    public Reason WhyNotAdded(nint file, in FileFingerprint source) =>
        FileStamp.Get(_calls, file, out FileStamp stamp) != 0 ? Reason.DifferentVolumes

        // A program that writes through a mapping may have its times set late.
        : platform.IsRecent(stamp) ? Reason.DifferentVolumesTooNew

        // Without change times (FAT, exFAT) a file replaced by another of the same length and write time, as packages are, would not be
        // noticed. A file on another machine has that machine's times.
        : source.Changed != 0
            && (stamp.Attributes & FILE_ATTRIBUTE_SPARSE_FILE) == 0
            && platform.Volumes.Of(file) is { IsRemote: false } volume
            && stamp.HasOnlyContent(_calls, file, volume) ? Reason.None
        : Reason.DifferentVolumes;

    /// <summary>The copy ends with a flush, so it is on the disk before anything is cloned from it (WindowsWorker.Clone.cs).</summary>
    public int Copy(nint source, CacheFolder folder, nint made, long length)
    {
        const int BufferSize = 1024 * 1024;
        int error = 0;
        fixed (byte* buffer = new byte[BufferSize])
        {
            for (long left = length; left > 0 && error == 0; left -= BufferSize)
            {
                int count = (int)Math.Min(left, BufferSize);
                error = _calls.ReadFile(source, buffer, count, out int read);
                error = error != 0 ? error
                    : read != count ? ERROR_HANDLE_EOF // Another program made it shorter.
                    : _calls.WriteFile(made, buffer, count, out _);
            }
        }

        error = error != 0 ? error : _calls.FlushFileBuffers(made);

        // Other errors may be the source's.
        return error == 0 || WinError.OfFile(error) == Reason.VolumeFull ? error : CacheError.OfThisFile;
    }

    /// <summary>
    /// Checks the access list each time: a user who may write to an entry can set back its times. Another user can make no hard link to a
    /// file that this user alone may write to (CreateHardLink asks for FILE_WRITE_ATTRIBUTES), so names are not counted.
    /// </summary>
    public bool TryOpenEntry(CacheFolder folder, string name, in FileFingerprint source, out nint entry)
    {
        const uint OfNoEntry = FILE_ATTRIBUTE_DIRECTORY | FILE_ATTRIBUTE_REPARSE_POINT;
        const uint Access = GENERIC_READ | FILE_WRITE_ATTRIBUTES;
        if (_calls.CreateFile(
            PathOf(folder, name), Access, ReadAndDelete, OPEN_EXISTING, FILE_FLAG_OPEN_REPARSE_POINT, out entry) != 0)
        {
            return false;
        }

        bool isEntry = _calls.GetNetworkOpenInformation(entry, out FILE_NETWORK_OPEN_INFORMATION state) == 0
            && (state.FileAttributes & (OfNoEntry | FILE_ATTRIBUTE_READONLY)) == FILE_ATTRIBUTE_READONLY
            && state.EndOfFile == source.Length
            && state.LastWriteTime == source.Written
            && IsOnTheDisk(state)
            && AccessOf(entry, out _) == CacheProblem.None;
        if (!isEntry)
        {
            _calls.CloseHandle(entry);
            return false;
        }

        long now = _calls.SystemTime();
        if (now - state.LastAccessTime > CacheFiles.UseIsNoted.Ticks)
        {
            _ = Set(entry, new FILE_BASIC_INFO { LastAccessTime = now, ChangeTime = state.ChangeTime });
        }

        return true;
    }

    public void Close(nint file) => _calls.CloseHandle(file);

    /// <summary>While the file is open no other program can delete it. A file that can be deleted was left by a killed process.</summary>
    public int Create(CacheFolder folder, string name, out nint file)
    {
        string path = PathOf(folder, name);
        int error = _calls.CreateFile(
            path, GENERIC_READ | GENERIC_WRITE | DELETE, FILE_SHARE_READ, CREATE_NEW, FILE_FLAG_OPEN_REPARSE_POINT, out file);
        return error == ERROR_SHARING_VIOLATION || (error != 0 && WindowsTempFile.IsTaken(_calls, path, error))
            ? CacheError.OfThisFile
            : error;
    }

    public int Write(nint file, byte[] content)
    {
        fixed (byte* start = content)
        {
            int error = _calls.WriteFile(file, start, content.Length, out int written);
            return error != 0 ? error : written == content.Length ? 0 : ERROR_DISK_FULL;
        }
    }

    public int Publish(CacheFolder folder, nint file, string from, string to, FileFingerprint? source)
    {
        if (_calls.Rename(file, PathOf(folder, to), FILE_RENAME_FLAG_REPLACE_IF_EXISTS) != 0)
        {
            return CacheError.OfThisFile;
        }

        if (source is not { } entry)
        {
            return 0;
        }

        // Until then it is no entry. The handle changes these times no more ([MS-FSA] 2.1.5.15.2).
        long now = _calls.SystemTime();
        int error = Set(file, new FILE_BASIC_INFO
        {
            LastAccessTime = now,
            LastWriteTime = entry.Written,
            ChangeTime = now - WindowsPlatform.RecentTime,
            FileAttributes = FILE_ATTRIBUTE_READONLY,
        });
        return error == 0 ? 0 : CacheError.OfThisFile;
    }

    public void Discard(CacheFolder folder, nint file, string name)
    {
        Close(file);
        _ = Remove(folder, name);
    }

    public bool Remove(CacheFolder folder, string name) => WindowsTempFile.RemoveLeftover(_calls, PathOf(folder, name)) == 0;

    /// <summary>A volume's total size is not looked at, so no volume counts as small.</summary>
    public bool TryGetSpace(CacheFolder folder, out ulong available, out ulong total)
    {
        total = ulong.MaxValue;
        int error = _calls.GetVolumeSize(folder.Handle, out FILE_FS_SIZE_INFORMATION size);
        available = (ulong)size.AvailableAllocationUnits * size.ClusterBytes;
        return error == 0;
    }

    private static string PathOf(CacheFolder folder, string name) => Path.Combine(folder.FullPath, name);

    /// <summary>
    /// ReFS may give a clone zeros for what is in memory only (<see cref="WindowsWorker"/>). An entry is flushed, and made older by its
    /// change time; a file that a program has just put in its place has the change time of that moment.
    /// </summary>
    private bool IsOnTheDisk(in FILE_NETWORK_OPEN_INFORMATION state) =>
        Math.Abs(_calls.SystemTime() - state.ChangeTime) >= WindowsPlatform.RecentTime;

    private int Set(nint file, FILE_BASIC_INFO state) =>
        _calls.SetFileInformation(file, FileBasicInfo, &state, sizeof(FILE_BASIC_INFO));

    /// <summary>
    /// Why others than those whom the cache's folder lets in (<see cref="SecurityDescriptor"/>) can have written to a folder, or to a file
    /// in it. That the folder lets no other user in now proves nothing for the file: it may have been open to others before, what they put
    /// there belongs to them, and what was opened to them with it may be open still. They need not get into the folder to write to such a
    /// file: by default every user may pass through folders without a right to them ("Bypass traverse checking", SeChangeNotifyPrivilege).
    /// </summary>
    private CacheProblem AccessOf(nint file, out int error)
    {
        string security = string.Empty;
        error = GetUser(out string user);
        error = error != 0 ? error : _calls.GetSecurity(file, out security);
        return error != 0 ? CacheProblem.Inaccessible : SecurityDescriptor.ProblemOf(security, user);
    }

    private int MakeFolder(string path)
    {
        int error = GetUser(out string user);
        error = error != 0 ? error : _calls.CreateFolder(path, SecurityDescriptor.For(user));
        return WinError.IsThereAlready(error) ? 0 : error;
    }

    private int GetUser(out string user)
    {
        user = _user ?? string.Empty;
        int error = _user is null ? _calls.GetUser(out user) : 0;
        _user = error == 0 ? user : null;
        return error;
    }
}
