using System;

namespace CopyOnWrite;

/// <summary>
/// Makes entries. An entry is copied from its source, never cloned from a destination, which other users may be able to write to. Both its
/// files are made under another name and renamed, the record last: an entry of which anything is missing is none.
/// </summary>
internal sealed class CacheFill
{
    // In bytes, for what builds write meanwhile; on a small volume a part of it.
    private const ulong SpaceLeft = 1UL << 30;
    private const ulong PartLeft = 16;

    private readonly ICacheSystem _system;
    private readonly CacheRecordTable _records;
    private readonly CacheLookup _lookup;

    internal CacheFill(ICacheSystem system, CacheRecordTable records)
    {
        _system = system;
        _records = records;
        _lookup = new CacheLookup(system, records);
    }

    /// <summary>
    /// Adds the source, unless it has changed or there is an entry. Not where the tag is gone: then the folder is being deleted. A file
    /// made now would be left over, and a program that deletes the folder would find it "not empty".
    /// </summary>
    internal CacheFillResult Add(CacheSource source)
    {
        using CacheFolder? folder = CacheFolder.OpenExisting(_system, source.Folder);
        return folder is not null && _system.WhyNot(folder.Volume, new CacheDestination(folder.Volume)) == Reason.None
            ? Add(folder, source)
            : default;
    }

    /// <summary>Whether the folder's volume has space for a file, and for what builds write meanwhile.</summary>
    internal static bool HasSpaceFor(CacheFolder folder, long length) =>
        !folder.Calls.TryGetSpace(folder, out ulong available, out ulong total)
        || available >= (ulong)length + Math.Min(SpaceLeft, total / PartLeft);

    private CacheFillResult Add(CacheFolder folder, CacheSource source)
    {
        // Without the lock that File.Copy takes, and sharing everything: a program that opens the file for itself, behind the call, must
        // not fail. That the file changes meanwhile shows in its numbers.
        if (_system.OpenSource(source.Path, letsOthersWrite: true, out nint file) != 0)
        {
            return default;
        }

        try
        {
            if (!IsUnchanged(file, source) || _lookup.Has(folder, source))
            {
                return default;
            }

            return HasSpaceFor(folder, source.Numbers.Length) ? Claim(folder, source, file) : CacheFillResult.Failed(_system.DiskFull);
        }
        finally
        {
            _system.Close(file);
        }
    }

    private CacheFillResult Claim(CacheFolder folder, CacheSource source, nint file)
    {
        var names = new CacheNames(source.Hash);
        int error = _system.TryClaim(folder, names.Claim, out nint claim);
        if (error == CacheError.OfThisFile && _system.RemoveLeftover(folder, names.Claim))
        {
            error = _system.TryClaim(folder, names.Claim, out claim);
        }

        if (error != 0)
        {
            return CacheFillResult.Failed(error);
        }

        try
        {
            // Another process may have made it before this one had the claim.
            error = _lookup.Has(folder, source) ? CacheError.OfThisFile : Make(folder, source, file, names);
            return error == 0 ? CacheFillResult.Added(source.Numbers.Length) : CacheFillResult.Failed(error);
        }
        finally
        {
            _ = _system.Remove(folder, names.Claim);
            _system.Close(claim);
        }
    }

    private int Make(CacheFolder folder, CacheSource source, nint file, in CacheNames names)
    {
        // What there is under these names is of no use any more. What stays is not the cache's, and the copy would be for nothing.
        if (!_system.Remove(folder, names.Record) || !_system.Remove(folder, names.Entry))
        {
            return CacheError.OfThisFile;
        }

        int error = CopyIn(folder, source, file, names);
        if (error != 0)
        {
            return error;
        }

        error = Record(folder, source, names);
        if (error != 0)
        {
            // Without a record of its own it would be there until it is pruned.
            _ = _system.Remove(folder, names.Record);
            _ = _system.Remove(folder, names.Entry);
        }

        return error;
    }

    private int CopyIn(CacheFolder folder, CacheSource source, nint file, in CacheNames names)
    {
        int error = CreateNew(folder, names, out nint made);
        if (error != 0)
        {
            return error;
        }

        error = _system.CopyDurably(file, folder, made, source.Numbers.Length);
        error = error != 0 ? error : _system.CanBeCloned(folder, made);

        // Changed while it was copied: the copy may have some of the old content and some of the new.
        error = error != 0 || (IsUnchanged(source) && folder.HasTag) ? error : CacheError.OfThisFile;
        error = error != 0 ? error : _system.Publish(folder, made, names.New, names.Entry);
        _system.Close(made);
        if (error != 0)
        {
            _ = _system.Remove(folder, names.New);
        }

        return error;
    }

    private int Record(CacheFolder folder, CacheSource source, in CacheNames names)
    {
        // Looked at once it is closed: what was written shows in the times then (Windows, page "File Times").
        if (_system.Open(folder, names.Entry, out nint entry) != 0)
        {
            return CacheError.OfThisFile;
        }

        bool isKnown = _system.TryGetNumbers(entry, isSource: false, out FileNumbers numbers) && numbers.Length == source.Numbers.Length;
        _system.Close(entry);
        nint made = -1;
        int error = isKnown ? CreateNew(folder, names, out made) : CacheError.OfThisFile;
        if (error != 0)
        {
            return error;
        }

        var record = new CacheRecord(source.Numbers, numbers);
        error = _system.Write(made, record.Write(source.Path));
        error = error != 0 ? error : _system.Publish(folder, made, names.New, names.Record);
        _system.Close(made);
        if (error != 0)
        {
            _ = _system.Remove(folder, names.New);
            return error;
        }

        if (!folder.HasTag)
        {
            return CacheError.OfThisFile;
        }

        _records.Add(source.Hash, record);
        return 0;
    }

    /// <summary>In place of what a killed process left: the claim is this one's.</summary>
    private int CreateNew(CacheFolder folder, in CacheNames names, out nint made)
    {
        int error = _system.Create(folder, names.New, out made);
        return error == CacheError.OfThisFile && _system.Remove(folder, names.New)
            ? _system.Create(folder, names.New, out made)
            : error;
    }

    /// <summary>
    /// Whether nothing was written to it since its call copied it: by its numbers, which on Windows are final once no program has it open
    /// for writing. So others are kept from that for as long as two questions take.
    /// </summary>
    private bool IsUnchanged(CacheSource source)
    {
        if (_system.OpenSource(source.Path, letsOthersWrite: false, out nint file) != 0)
        {
            return false;
        }

        bool unchanged = IsUnchanged(file, source);
        _system.Close(file);
        return unchanged;
    }

    private bool IsUnchanged(nint file, CacheSource source) =>
        _system.TryGetNumbers(file, isSource: true, out FileNumbers now) && now.Is(source.Numbers);
}

/// <summary>What became of a source that was to be added.</summary>
internal readonly struct CacheFillResult
{
    /// <summary>The system's error number, if it is the folder's: no further entry can be made.</summary>
    internal readonly int ErrorNumber;

    /// <summary>Length of the entry made, in bytes.</summary>
    internal readonly long BytesAdded;

    private CacheFillResult(int error, long bytes)
    {
        ErrorNumber = error;
        BytesAdded = bytes;
    }

    internal static CacheFillResult Added(long bytes) => new(0, bytes);

    internal static CacheFillResult Failed(int error) => new(error == CacheError.OfThisFile ? 0 : error, 0);
}
