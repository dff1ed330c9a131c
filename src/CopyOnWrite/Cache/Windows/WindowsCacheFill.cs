using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Windows;

/// <summary>
/// Makes entries, one at a time: the source is copied under another name into the folder, where no other user can write, flushed to the
/// disk, renamed, and recorded last. An entry of which anything is missing is none.
/// </summary>
internal sealed unsafe class WindowsCacheFill : CacheFill
{
    private const uint ReadAndDelete = FILE_SHARE_READ | FILE_SHARE_DELETE;

    private readonly WindowsCloner _cloner;
    private readonly IWindowsCalls _calls;
    private readonly CacheFolder _folder;
    private readonly CacheEntries _entries;
    private readonly MissedSource[] _missed;

    /// <param name="folder">Is closed with this.</param>
    /// <param name="name">The folder's, as the call named it.</param>
    internal WindowsCacheFill(WindowsCloner cloner, CacheFolder folder, string name, MissedSource[] missed)
        : base(name, missed.Length)
    {
        _cloner = cloner;
        _calls = cloner.Calls;
        _folder = folder;
        _entries = new CacheEntries(_calls, cloner.CacheRecords);
        _missed = missed;
    }

    private protected override bool TryAdd(int source) => TryAdd(_missed[source]);

    private protected override bool HasTag => CacheTag.IsIn(_folder);

    internal override void KeepTag()
    {
        if (!HasTag)
        {
            _ = CacheTag.Write(_folder);
        }
    }

    public override void Dispose() => _folder.Dispose();

    /// <summary>True when there is an entry then.</summary>
    private bool TryAdd(MissedSource missed)
    {
        // Sharing everything: a program that writes to the file behind the call must not fail. That it does so is found in the end.
        if (_calls.CreateFile(missed.Path, GENERIC_READ, SmallFile.ShareAll, OPEN_EXISTING, 0, out nint source) != 0)
        {
            return false;
        }

        var names = new CacheNames(_folder.Path, missed.Path);
        bool present = IsUnchanged(source, missed) && (HasEntry(names, missed) || TryMake(names, source, missed));
        _calls.CloseHandle(source);
        return present;
    }

    private bool TryMake(in CacheNames names, nint source, MissedSource missed)
    {
        if (!HasSpaceOrNote(missed) || !TryClaim(names, out nint claim))
        {
            return false;
        }

        // Another process may have made it before the claim was had.
        bool there = HasEntry(names, missed);
        bool added = !there && TryCopyIn(names, source, missed) && TryRecord(names, missed);
        if (added)
        {
            BytesAdded += missed.Identity.Stamp.Length;
        }

        _calls.CloseHandle(claim);
        return there || added;
    }

    private bool IsUnchanged(nint source, MissedSource missed) =>
        SourceIdentity.Get(_calls, source, out SourceIdentity now) == 0 && now.Is(missed.Identity);

    /// <summary>
    /// Whether nothing was written to it since it was copied by the call: by its identity, which is final once no program has it open for
    /// writing. So others are kept from that for as long as two questions take.
    /// </summary>
    private bool IsUnchanged(MissedSource missed)
    {
        if (_calls.CreateFile(missed.Path, GENERIC_READ, ReadAndDelete, OPEN_EXISTING, 0, out nint source) != 0)
        {
            return false;
        }

        bool unchanged = IsUnchanged(source, missed);
        _calls.CloseHandle(source);
        return unchanged;
    }

    /// <summary>Whether the folder's volume has space for the entry, and for what builds write meanwhile.</summary>
    internal static bool HasSpaceFor(IWindowsCalls calls, CacheFolder folder, MissedSource missed) =>
        calls.GetFreeBytes(folder.Path, out ulong free) != 0 || IsSpaceFor((ulong)missed.Identity.Stamp.Length, free);

    private bool HasSpaceOrNote(MissedSource missed)
    {
        bool has = HasSpaceFor(_calls, _folder, missed);
        if (!has)
        {
            CannotWrite(ERROR_DISK_FULL);
        }

        return has;
    }

    private bool HasEntry(in CacheNames names, MissedSource missed)
    {
        if (!_entries.TryOpen(names, missed.Identity, out nint entry, out FileStamp stamp, out _))
        {
            return false;
        }

        _calls.CloseHandle(entry);
        return missed.Saturated is not { } full || !full.IsSameFile(stamp);
    }

    /// <summary>False when another process makes the entry, or none can be made.</summary>
    private bool TryClaim(in CacheNames names, out nint claim)
    {
        // The system deletes it with the handle, also when the process is killed. What is there and not open was left by a machine that
        // stopped.
        int error = CreateNew(names.Claim, GENERIC_WRITE, FILE_FLAG_DELETE_ON_CLOSE, out claim);
        if (error != 0)
        {
            CannotCreate(names.Claim, error);
        }

        return error == 0;
    }

    /// <summary>False when there is no entry, and nothing of one is left.</summary>
    private bool TryCopyIn(in CacheNames names, nint source, MissedSource missed)
    {
        int error = CreateNew(names.New, GENERIC_READ | GENERIC_WRITE | DELETE, 0, out nint made);
        if (error != 0)
        {
            CannotCreate(names.New, error);
            return false;
        }

        // On the disk before anything is cloned from it (WindowsWorker.Recent.cs): the copy ends with a flush.
        error = ReadWriteCopy.Copy(_calls, source, made, missed.Identity.Stamp.Length);
        if (WinError.OfFile(error) == Reason.VolumeFull)
        {
            CannotWrite(error); // Other errors may be the source's.
        }

        // Changed while it was copied: the copy may have some of the old content and some of the new.
        bool isEntry = error == 0 && IsUnchanged(missed) && HasTag && TryRemove(names);
        error = isEntry ? _calls.Rename(made, names.Entry, replace: false, posix: false) : 0;
        if (!isEntry || error != 0)
        {
            LockedTempFile.Discard(_calls, made, volume: null);
            return false;
        }

        // Against being changed by mistake.
        var change = new FILE_BASIC_INFO { FileAttributes = FILE_ATTRIBUTE_READONLY };
        _ = _calls.SetFileInformation(made, FileBasicInfo, &change, sizeof(FILE_BASIC_INFO));
        _calls.CloseHandle(made);
        return true;
    }

    /// <summary>False when the entry cannot be recorded, and then it is removed.</summary>
    private bool TryRecord(in CacheNames names, MissedSource missed)
    {
        // Looked at once it is closed: what was written shows in the times then (page "File Times").
        FileStamp stamp = default;
        bool isKnown = _calls.CreateFile(
            names.Entry, GENERIC_READ, ReadAndDelete, OPEN_EXISTING, FILE_FLAG_OPEN_REPARSE_POINT, out nint entry) == 0;
        if (isKnown)
        {
            isKnown = FileStamp.Get(_calls, entry, out stamp) == 0 && stamp.Length == missed.Identity.Stamp.Length;
            _calls.CloseHandle(entry);
        }

        CacheRecord record = CacheRecord.Of(missed.Identity, stamp);
        if (isKnown && TryWrite(names, record.Write(missed.Path)) && HasTag)
        {
            _cloner.CacheRecords.Add(names.Hash, record);
            return true;
        }

        _ = TryRemove(names);
        return false;
    }

    private bool TryWrite(in CacheNames names, byte[] record)
    {
        int error = SmallFile.CreateOpen(_calls, names.New, record, out nint made);
        if (error == 0)
        {
            error = LockedTempFile.Publish(_calls, made, names.Record, volume: null, replaces: false);
        }
        else
        {
            CannotCreate(names.New, error);
        }

        return error == 0;
    }

    /// <summary>What the cache has of this path: the record first, without which the entry is none.</summary>
    private bool TryRemove(in CacheNames names) =>
        LockedTempFile.RemoveLeftover(_calls, names.Record) == 0 && LockedTempFile.RemoveLeftover(_calls, names.Entry) == 0;

    /// <summary>In place of what is there and open nowhere.</summary>
    private int CreateNew(string path, uint access, uint flags, out nint made)
    {
        flags |= FILE_ATTRIBUTE_NORMAL | FILE_FLAG_OPEN_REPARSE_POINT;
        int error = _calls.CreateFile(path, access, 0, CREATE_NEW, flags, out made);
        return WinError.IsThereAlready(error) && LockedTempFile.RemoveLeftover(_calls, path) == 0
            ? _calls.CreateFile(path, access, 0, CREATE_NEW, flags, out made)
            : error;
    }

    /// <summary>What is there and stays, or is in use, is one entry's affair, not the folder's.</summary>
    private void CannotCreate(string path, int error)
    {
        if (error != ERROR_SHARING_VIOLATION && !LockedTempFile.IsTaken(_calls, path, error))
        {
            CannotWrite(error);
        }
    }

    private void CannotWrite(int error)
    {
        Problem = CacheProblem.NotWritable;
        ErrorNumber = error;
    }
}
