namespace CopyOnWrite.Tests.Windows;

/// <summary>Opening and closing, with Windows' rules of sharing; towards programs beside the model, .NET's locks on Linux.</summary>
internal sealed unsafe partial class RefsModel
{
    private const uint AccessThatIsShared = GENERIC_READ | GENERIC_WRITE | DELETE;

    public override int CreateFile(string path, uint access, uint share, uint disposition, uint flagsAndAttributes, out nint handle)
    {
        handle = INVALID_HANDLE_VALUE;
        lock (_files)
        {
            int error = ErrorOfCall(nameof(CreateFile), ref path);
            if (error != 0)
            {
                return error;
            }

            if ((flagsAndAttributes & FILE_FLAG_DELETE_ON_CLOSE) != 0)
            {
                access |= DELETE; // As CreateFile adds it.
            }

            bool there = IsThere(path);
            if (disposition == CREATE_NEW)
            {
                error = there ? ERROR_FILE_EXISTS : 0;
            }
            else
            {
                error = !there || !(File.Exists(path) || Directory.Exists(path)) ? ERROR_FILE_NOT_FOUND
                    : Directory.Exists(path) && (flagsAndAttributes & FILE_FLAG_BACKUP_SEMANTICS) == 0 ? ERROR_ACCESS_DENIED
                    : (access & GENERIC_WRITE) != 0 && IsReadOnly(path) ? ERROR_ACCESS_DENIED
                    : (access & DELETE) != 0 && IsDropFolder ? ERROR_ACCESS_DENIED
                    : (access & GENERIC_WRITE) != 0 && IsMapped(path) ? ERROR_SHARING_VIOLATION
                    : MayShare(FileAt(path), access, share) ? 0 : ERROR_SHARING_VIOLATION;
            }

            return error != 0 ? error : Open(path, access, share, disposition, flagsAndAttributes, out handle);
        }
    }

    private int Open(string path, uint access, uint share, uint disposition, uint flagsAndAttributes, out nint handle)
    {
        handle = INVALID_HANDLE_VALUE;
        FileStream? stream = null;
        bool isLink = (flagsAndAttributes & FILE_FLAG_OPEN_REPARSE_POINT) != 0 && IsLink(path);
        if ((access & AccessThatIsShared) != 0 && !Directory.Exists(path) && !isLink)
        {
            // .NET's programs beside the model read and share reading. Whether one excludes this handle is asked by the lock that .NET
            // takes, once for a file: the model's handles are told apart by their sharing (MayShare), and would meet each other's locks.
            bool isOpen = disposition != CREATE_NEW
                && FileAt(path) is var opened
                && _open.Values.Any(o => o.File == opened && o.Stream is not null);
            bool excludesReaders = (access & (GENERIC_WRITE | DELETE)) != 0 || (share & FILE_SHARE_READ) == 0;
            FileAccess wanted = (access & GENERIC_WRITE) != 0 || disposition == CREATE_NEW ? FileAccess.ReadWrite : FileAccess.Read;
            try
            {
                stream = isOpen ? OpenWithoutLock(path, wanted) : new FileStream(
                    path,
                    disposition == CREATE_NEW ? FileMode.CreateNew : FileMode.Open,
                    wanted,
                    excludesReaders ? FileShare.None : FileShare.Read,
                    bufferSize: 0);
            }
            catch (IOException)
            {
                return ERROR_SHARING_VIOLATION;
            }
        }

        ModelFile file;
        if (disposition == CREATE_NEW)
        {
            if (_files.Remove(FileStatus.Of(path).Identity, out ModelFile? deleted))
            {
                deleted.Resize(0); // Not through the model; its number is in use again.
            }

            _security.Remove(path);
            file = FileAt(path);
            file.Attributes = (flagsAndAttributes & 0xFFFF & ~FILE_ATTRIBUTE_NORMAL) | FILE_ATTRIBUTE_ARCHIVE;
        }
        else
        {
            file = FileAt(path);
        }

        handle = ++_lastHandle;
        _open[handle] = new Opened(path, file, access, share, stream)
        {
            IsLink = isLink,
            DeleteOnClose = (flagsAndAttributes & FILE_FLAG_DELETE_ON_CLOSE) != 0,
        };
        return 0;
    }

    /// <summary>.NET's own opening takes a lock, whatever it shares.</summary>
    private static FileStream OpenWithoutLock(string path, FileAccess access)
    {
        int flags = (access == FileAccess.ReadWrite ? Linux.LinuxNative.O_RDWR : Linux.LinuxNative.O_RDONLY) | Linux.LinuxNative.O_CLOEXEC;
        int opened = Linux.LinuxNative.open([.. Encoding.UTF8.GetBytes(path), 0], flags, 0);
        return opened >= 0
            ? new FileStream(new SafeFileHandle(opened, ownsHandle: true), access, bufferSize: 0)
            : throw new IOException($"{path}: {Marshal.GetLastPInvokeError()}");
    }

    public override void CloseHandle(nint handle)
    {
        lock (_files)
        {
            if (!_open.Remove(handle, out Opened? opened))
            {
                throw new InvalidOperationException($"Handle {handle} is closed that is not open.");
            }

            if (opened.WriteTimeSet is { } time)
            {
                Stamp(opened, time);
            }

            opened.Stream?.Dispose();
            if (opened.DeleteOnClose && !opened.IsUnlinked)
            {
                _deletePending.Add(opened.Path);
            }

            RemoveWhereDeleted(opened);
        }
    }

    /// <summary>A handle for attributes only is never refused and blocks no other (IoCheckShareAccess).</summary>
    private bool MayShare(ModelFile file, uint access, uint share) =>
        (access & AccessThatIsShared) == 0
        || _open.Values
            .Where(o => o.File == file && (o.Access & AccessThatIsShared) != 0)
            .All(o => Allows(o.Share, access) && Allows(share, o.Access));

    private static bool Allows(uint share, uint access) =>
        ((access & GENERIC_READ) == 0 || (share & FILE_SHARE_READ) != 0)
        && ((access & GENERIC_WRITE) == 0 || (share & FILE_SHARE_WRITE) != 0)
        && ((access & DELETE) == 0 || (share & FILE_SHARE_DELETE) != 0);

    private int With(nint handle, string call, Func<Opened, int> then, uint access = 0)
    {
        lock (_files)
        {
            if (!_open.TryGetValue(handle, out Opened? opened))
            {
                return ERROR_INVALID_HANDLE;
            }

            int error = Injections.For(call, opened.Path);
            return error != 0 ? error : opened.May(access) ? then(opened) : ERROR_ACCESS_DENIED;
        }
    }

    /// <summary>The model's own writing is no change from outside.</summary>
    private static void Note(Opened opened) => Note(opened.File, opened.Path);

    private static void Note(ModelFile file, string path)
    {
        FileStatus status = FileStatus.OfTarget(path);
        file.Wrote(Directory.Exists(path) ? 0 : status.Length, status.Modified, status.Changed);
    }

    private static void Stamp(Opened opened, long time)
    {
        File.SetLastWriteTimeUtc(opened.Path, DateTime.FromFileTimeUtc(time));
        Note(opened);
    }
}
