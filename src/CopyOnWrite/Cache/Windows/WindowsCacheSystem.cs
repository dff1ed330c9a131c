using System;
using System.Collections.Generic;
using System.IO;
using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Windows;

/// <summary>
/// The cross-volume cache's calls on Windows. As long as the folder is open no program can rename or delete it, or a folder above it (the
/// handle does not share deletion; [MS-FSA] 2.1.5.15.11), and its path leads over no link: so what was found to be this user's is what the
/// path leads to.
/// </summary>
internal sealed unsafe partial class WindowsCacheSystem(WindowsCloner cloner, Refusals pairs) : ICacheSystem
{
    private const uint ReadAndDelete = FILE_SHARE_READ | FILE_SHARE_DELETE;
    private const uint NewFile = FILE_ATTRIBUTE_NORMAL | FILE_FLAG_OPEN_REPARSE_POINT;

    private readonly IWindowsCalls _calls = cloner.Calls;
    private byte[]? _user;

    public DateTime Now => DateTime.FromFileTimeUtc(_calls.SystemTime());

    public int DiskFull => ERROR_DISK_FULL;

    public CacheProblem OpenFolder(string path, out CacheFolder? folder, out int error)
    {
        // GENERIC_READ: a handle that cannot list the folder does not keep others from deleting it. FILE_FLAG_BACKUP_SEMANTICS opens
        // folders.
        folder = null;
        error = _calls.CreateFile(
            path, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE, OPEN_EXISTING,
            FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OPEN_REPARSE_POINT, out nint handle);
        if (error != 0)
        {
            bool isMissing = WinError.IsMissing(error);
            error = isMissing ? 0 : error;
            return isMissing ? CacheProblem.None : CacheProblem.Inaccessible;
        }

        CacheProblem problem = Examine(handle, out string final, out FileStamp stamp, out error);
        if (problem is CacheProblem.Inaccessible or CacheProblem.Link or CacheProblem.NotAFolder)
        {
            _calls.CloseHandle(handle);
            return problem;
        }

        folder = new CacheFolder(this, handle, Win32Path.WithoutPrefix(final), stamp.Id.VolumeSerialNumber)
        {
            HasIntegrity = (stamp.Attributes & FILE_ATTRIBUTE_INTEGRITY_STREAM) != 0,
        };
        return problem;
    }

    public int MakeFolder(string path)
    {
        int error = _calls.GetUser(out byte[] user);
        error = error != 0 ? error : _calls.CreateFolder(path, SecurityDescriptor.For(user));
        return WinError.IsThereAlready(error) ? 0 : error;
    }

    public CacheProblem CanShareBlocks(string folder, in CacheDestination destination, out int error)
    {
        error = 0;
        VolumeInfo? volume = cloner.Folders.VolumeOf(Path.Combine(folder, CacheFiles.Tag));
        return volume?.Serial == destination.Volume ? CacheProblem.None : CacheProblem.OnAnotherVolume;
    }

    public Reason WhyNot(ulong volume, in CacheDestination destination) =>
        volume != destination.Volume ? Reason.DifferentVolumes : pairs.Find(volume, volume);

    public int Open(CacheFolder folder, string name, out nint file)
    {
        // The process that made the tag has it open to write for a moment after it has its name.
        uint share = name == CacheFiles.Tag ? ReadAndDelete | FILE_SHARE_WRITE : ReadAndDelete;
        int error = _calls.CreateFile(PathOf(folder, name), GENERIC_READ, share, OPEN_EXISTING, FILE_FLAG_OPEN_REPARSE_POINT, out file);
        return error == 0 ? 0 : CacheError.OfThisFile;
    }

    public int OpenSource(string path, bool letsOthersWrite, out nint file) =>
        _calls.CreateFile(path, GENERIC_READ, ReadAndDelete | (letsOthersWrite ? FILE_SHARE_WRITE : 0), OPEN_EXISTING, 0, out file);

    public void Close(nint file) => _calls.CloseHandle(file);

    public int Create(CacheFolder folder, string name, out nint file) =>
        CreateNew(PathOf(folder, name), GENERIC_READ | GENERIC_WRITE | DELETE, FILE_SHARE_READ, NewFile, out file);

    /// <summary>
    /// The system deletes it with the handle, also when the process is killed. A claim that is not open was left by a machine that
    /// stopped.
    /// </summary>
    public int TryClaim(CacheFolder folder, string name, out nint claim) =>
        CreateNew(PathOf(folder, name), GENERIC_WRITE, 0, NewFile | FILE_FLAG_DELETE_ON_CLOSE, out claim);

    public int CanBeCloned(CacheFolder folder, nint made) => 0;

    public int Publish(CacheFolder folder, nint file, string from, string to)
    {
        if (_calls.Rename(file, PathOf(folder, to), replace: true, posix: false) != 0)
        {
            return CacheError.OfThisFile;
        }

        if (to is not (CacheFiles.Tag or CacheFiles.Ignore))
        {
            // An entry or its record: read-only, so that it is not changed by mistake.
            var change = new FILE_BASIC_INFO { FileAttributes = FILE_ATTRIBUTE_READONLY };
            _ = _calls.SetFileInformation(file, FileBasicInfo, &change, sizeof(FILE_BASIC_INFO));
        }

        return 0;
    }

    public bool Remove(CacheFolder folder, string name) => WindowsTempFile.RemoveLeftover(_calls, PathOf(folder, name)) == 0;

    /// <summary>A living process has its file open.</summary>
    public bool RemoveLeftover(CacheFolder folder, string name) => Remove(folder, name);

    public bool TryList(CacheFolder folder, ICollection<FolderEntry> entries) =>
        SystemListing.TryList(folder.FullPath, entries, out _);

    public bool TryStat(CacheFolder folder, string name, out CacheFileState state)
    {
        bool isThere = _calls.GetFileAttributes(PathOf(folder, name), out WIN32_FILE_ATTRIBUTE_DATA data) == 0
            && (data.FileAttributes & FILE_ATTRIBUTE_DIRECTORY) == 0;
        state = new CacheFileState(data.Length, TimeOf(data.LastWriteTime));
        return isThere;
    }

    public void Touch(CacheFolder folder, string name)
    {
        if (_calls.CreateFile(
            PathOf(folder, name), FILE_WRITE_ATTRIBUTES, ReadAndDelete, OPEN_EXISTING, FILE_FLAG_OPEN_REPARSE_POINT, out nint file) == 0)
        {
            var change = new FILE_BASIC_INFO { LastWriteTime = _calls.SystemTime() };
            _ = _calls.SetFileInformation(file, FileBasicInfo, &change, sizeof(FILE_BASIC_INFO));
            _calls.CloseHandle(file);
        }
    }

    public int Read(nint file, byte[] buffer)
    {
        fixed (byte* start = buffer)
        {
            return _calls.ReadFile(file, start, buffer.Length, out int read) == 0 ? read : -1;
        }
    }

    public int Write(nint file, byte[] content)
    {
        fixed (byte* start = content)
        {
            int error = _calls.WriteFile(file, start, content.Length, out int written);
            return error != 0 ? error : written == content.Length ? 0 : ERROR_DISK_FULL;
        }
    }

    public bool TryGetNumbers(nint file, bool isSource, out FileNumbers numbers)
    {
        bool isFile = FileStamp.Get(_calls, file, out FileStamp stamp) == 0
            && (stamp.Attributes & (FILE_ATTRIBUTE_DIRECTORY | FILE_ATTRIBUTE_REPARSE_POINT)) == 0;
        numbers = isFile ? NumbersOf(stamp, isSource ? JournalOf(file) : 0) : default;
        return isFile;
    }

    public bool IsTrusted(nint record, out DateTime written)
    {
        written = default;
        if (!HasTrustedSecurity(record)
            || _calls.GetNetworkOpenInformation(record, out FILE_NETWORK_OPEN_INFORMATION state) != 0)
        {
            return false;
        }

        written = TimeOf(state.LastWriteTime);
        return true;
    }

    /// <summary>A user who may write to the entry can set back its times.</summary>
    public bool IsTrustedEntry(nint entry) => HasTrustedSecurity(entry);

    /// <summary>A volume's total is not asked for, so no volume counts as small.</summary>
    public bool TryGetSpace(CacheFolder folder, out ulong available, out ulong total)
    {
        total = ulong.MaxValue;
        return _calls.GetFreeBytes(folder.FullPath, out available) == 0;
    }

    private static DateTime TimeOf(long time) =>
        time < 0 || time >= DateTime.MaxValue.ToFileTimeUtc() ? DateTime.MaxValue : DateTime.FromFileTimeUtc(time);

    private static string PathOf(CacheFolder folder, string name) => Path.Combine(folder.FullPath, name);

    /// <summary>A file that exists or is in use is an error of one entry, not of the folder.</summary>
    private int CreateNew(string path, uint access, uint share, uint flags, out nint file)
    {
        int error = _calls.CreateFile(path, access, share, CREATE_NEW, flags, out file);
        return error == ERROR_SHARING_VIOLATION || (error != 0 && WindowsTempFile.IsTaken(_calls, path, error))
            ? CacheError.OfThisFile
            : error;
    }

    private CacheProblem Examine(nint handle, out string path, out FileStamp stamp, out int error)
    {
        path = string.Empty;
        byte[] security = [];
        error = FileStamp.Get(_calls, handle, out stamp);
        if (error == 0 && (stamp.Attributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0)
        {
            return CacheProblem.Link;
        }

        if (error == 0 && (stamp.Attributes & FILE_ATTRIBUTE_DIRECTORY) == 0)
        {
            return CacheProblem.NotAFolder;
        }

        error = error != 0 ? error : _calls.GetFinalPath(handle, out path);
        error = error != 0 ? error : GetUser();
        error = error != 0 ? error : _calls.GetSecurity(handle, out security);
        return error != 0 ? CacheProblem.Inaccessible : SecurityDescriptor.ProblemOf(security, _user!);
    }

    /// <summary>
    /// Whether only those whom the cache's folder lets in (<see cref="SecurityDescriptor"/>) can have written a file in it. That the folder
    /// lets no other user in now proves nothing: a user may have opened it to others and closed it again, and what others put there
    /// meanwhile belongs to them, and what was opened to them with it may be open still. They need not get into the folder to write to such
    /// a file: by default every user may pass through folders without a right to them ("Bypass traverse checking",
    /// SeChangeNotifyPrivilege).
    /// </summary>
    private bool HasTrustedSecurity(nint file) =>
        GetUser() == 0
        && _calls.GetSecurity(file, out byte[] security) == 0
        && SecurityDescriptor.ProblemOf(security, _user!) == CacheProblem.None;

    private int GetUser()
    {
        if (_user is not null)
        {
            return 0;
        }

        int error = _calls.GetUser(out byte[] user);
        _user = error == 0 ? user : null;
        return error;
    }
}
