using static CopyOnWrite.MacOS.MacNative;

namespace CopyOnWrite.MacOS;

/// <summary>
/// Makes entries of sources. An entry is copied from its source by the call that File.Copy makes, so a clone of it is what File.Copy would
/// have made; never from a destination, which other users may be able to write to. Both its files are made under other names and renamed,
/// the record last.
/// </summary>
internal sealed class MacCacheFill : CacheFill
{
    private readonly MacCloner _cloner;
    private readonly IMacCalls _system;
    private readonly VolumePairs _pairs;
    private readonly ulong _folderVolume;
    private readonly CacheSource[] _sources;
    private readonly CacheEntries _entries;
    private int _folder;

    /// <param name="folder">The open folder, which is closed in the end.</param>
    /// <param name="folderVolume">Its number.</param>
    internal MacCacheFill(MacCloner cloner, string path, int folder, ulong folderVolume, CacheSource[] sources)
        : base(path, sources.Length)
    {
        _cloner = cloner;
        _system = cloner.Calls;
        _pairs = cloner.Pairs;
        _folder = folder;
        _folderVolume = folderVolume;
        _sources = sources;
        _entries = new CacheEntries(_system, folder);
    }

    private protected override bool CanAdd =>
        base.CanAdd && !_cloner.ClonesChangeTheirSource && _pairs.WhyNot(_folderVolume, _folderVolume) == Reason.None;

    private protected override bool TryAdd(int source) => TryAdd(_sources[source]);

    private protected override bool HasTag => CacheFolderFiles.HasTag(_system, _folder);

    internal override void KeepTag()
    {
        if (!HasTag)
        {
            _ = CacheFolderFiles.WriteTag(_system, _folder);
        }
    }

    public override void Dispose()
    {
        if (_folder >= 0)
        {
            _system.Close(_folder);
            _folder = -1;
        }
    }

    /// <summary>True when there is an entry then.</summary>
    private bool TryAdd(CacheSource source)
    {
        // Without the lock that File.Copy takes: a program that opens the file for itself alone, behind the call, would fail. That the
        // file changes meanwhile shows in its change time.
        if (_system.OpenToRead(source.Path, out int file) != 0)
        {
            return false;
        }

        bool present = source.IsUnchanged(_system, file)
            && !_system.HasAccessList(file)
            && _system.VolumeOf(file, out MacVolume volume) == 0
            && volume.HasUuid
            && TryAdd(source, file, volume);
        _system.Close(file);
        return present;
    }

    private bool TryAdd(CacheSource source, int file, in MacVolume volume)
    {
        var names = new CacheNames(source.Path);
        if (HasEntry(names, source, file))
        {
            return true;
        }

        int claim = HasSpaceOrNote(source.Status.Size) ? Claim(names) : -1;
        if (claim < 0)
        {
            return false;
        }

        // Another process may have made it before the claim was had.
        bool there = HasEntry(names, source, file);
        bool added = !there && !IsBlocked(names) && TryMake(source, file, volume, names, claim);
        if (added)
        {
            BytesAdded += source.Status.Size;
        }
        else
        {
            _ = _system.RemoveIn(_folder, names.Claim);
        }

        _system.Close(claim);
        return there || added;
    }

    private bool HasEntry(in CacheNames names, CacheSource source, int file)
    {
        int entry = _entries.Open(names, source.Path, file, source.Status, out _);
        if (entry >= 0)
        {
            _system.Close(entry);
        }

        return entry >= 0;
    }

    /// <summary>Whether the folder's volume has space for an entry of this size, and for what builds write meanwhile.</summary>
    internal static bool HasSpaceFor(IMacCalls system, int folder, long size) =>
        system.VolumeOf(folder, out MacVolume volume) != 0
            || IsSpaceFor((ulong)size, volume.AvailableBytes, volume.TotalBytes);

    private bool HasSpaceOrNote(long size) => HasSpaceFor(_system, _folder, size) || !CannotWrite(ENOSPC);

    /// <summary>The claim's descriptor; -1 when another process is making the entry, or none can be made.</summary>
    private int Claim(in CacheNames names)
    {
        byte[] made = names.NewTemporary();
        int error = _system.CreateIn(_folder, made, CacheNames.TemporarySuffix, out int claim);
        if (error != 0)
        {
            _ = CannotWrite(error);
            return -1;
        }

        // It comes to the name with its lock, so a claim that is not locked was left by a process that has ended.
        error = _system.RenameIn(_folder, made, names.Claim, replaces: false);
        if (error == EEXIST && CacheLeftovers.TryRemove(_system, _folder, names.Claim))
        {
            error = _system.RenameIn(_folder, made, names.Claim, replaces: false);
        }

        if (error == 0)
        {
            return claim;
        }

        _ = _system.RemoveIn(_folder, made);
        _system.Close(claim);
        _ = error != EEXIST && CannotWrite(error);
        return -1;
    }

    /// <summary>Whether a folder has one of the names. It is not the cache's to remove, and a copy would be made in vain.</summary>
    private bool IsBlocked(in CacheNames names) => IsFolder(names.Entry) || IsFolder(names.Record) || IsFolder(names.Trial);

    private bool IsFolder(byte[] name) => _system.StatusIn(_folder, name, out Stat status) == 0 && status.IsFolder;

    private bool TryMake(CacheSource source, int file, in MacVolume volume, in CacheNames names, int claim)
    {
        byte[] temporary = names.NewTemporary();
        int error = _system.CreateIn(_folder, temporary, CacheNames.TemporarySuffix, out int made);
        if (error != 0)
        {
            _ = CannotWrite(error);
            return false;
        }

        error = _system.CopyAll(file, made);
        error = error == 0 ? _system.Flush(made) : error;

        // What cannot be read is the source's matter. Changed while it was copied: the copy may have some of the old content and some of
        // the new.
        bool published = !(error is ENOSPC or EDQUOT && CannotWrite(error))
            && error == 0
            && !_system.HasAccessList(made)
            && CanBeCloned(made, names.Trial)
            && source.IsUnchanged(_system, file)
            && TryPublish(source, volume, names, claim, made, temporary);
        if (!published)
        {
            _ = _system.RemoveIn(_folder, temporary);
        }

        _system.Close(made);
        return published;
    }

    /// <summary>
    /// Tries it. An entry whose change time a clone of it changes would be of use once, and each use would cost a copy more than without a
    /// cache: no man page says that a clone leaves its source's as it is.
    /// </summary>
    private bool CanBeCloned(int made, byte[] trial)
    {
        if (_system.StatusOf(made, out Stat before) != 0)
        {
            return false;
        }

        int error = _system.CloneIn(made, _folder, trial);
        if (error == EEXIST && CacheLeftovers.TryRemove(_system, _folder, trial))
        {
            error = _system.CloneIn(made, _folder, trial);
        }

        if (error == 0)
        {
            _ = _system.RemoveIn(_folder, trial);
            if (_system.StatusOf(made, out Stat after) == 0)
            {
                _cloner.ClonesChangeTheirSource = !CacheRecord.IsSame(before, after);
            }
        }
        else if (MacErrno.IsOfVolumes(error))
        {
            _pairs.RememberCannot(_folderVolume, _folderVolume, Reason.VolumeCannotClone);
        }

        return error == 0 && !_cloner.ClonesChangeTheirSource;
    }

    private bool TryPublish(CacheSource source, in MacVolume volume, in CacheNames names, int claim, int made, byte[] temporary)
    {
        if (!HasTag || _system.RenameIn(_folder, temporary, names.Entry, replaces: true) != 0)
        {
            return false;
        }

        int error = EIO;
        if (_system.StatusOf(made, out Stat entry) == 0 && IsCopyOf(source.Status, entry))
        {
            byte[] record = CacheRecord.Write(volume, source.Status, entry, source.Path);
            error = _system.Write(claim, record, record.Length);
            _ = error != 0 && CannotWrite(error);
            error = error == 0 ? _system.RenameIn(_folder, names.Claim, names.Record, replaces: true) : error;
            error = error == 0 && !HasTag ? ENOENT : error;
        }

        if (error != 0)
        {
            // Without a record of its own it would lie there until it is pruned. What record there is, is of the entry that was here
            // before.
            _ = _system.RemoveIn(_folder, names.Entry);
            _ = _system.RemoveIn(_folder, names.Record);
        }

        return error == 0;
    }

    /// <summary>Whether a clone of the entry is what a copy of the source is: fcopyfile lets some failures pass.</summary>
    private static bool IsCopyOf(in Stat source, in Stat entry) =>
        entry.Size == source.Size
        && entry.Mode == source.Mode
        && entry.Flags == 0
        && entry.ModifySeconds == source.ModifySeconds
        && entry.ModifyNanoseconds / 100 == source.ModifyNanoseconds / 100;

    /// <summary>True, but where the folder was deleted while in use: the next call makes another.</summary>
    private bool CannotWrite(int error)
    {
        if (error != ENOENT)
        {
            Problem = CacheProblem.NotWritable;
            ErrorNumber = error;
        }

        return error != ENOENT;
    }
}
