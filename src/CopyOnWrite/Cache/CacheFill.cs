using System;

namespace CopyOnWrite;

/// <summary>
/// Makes entries. An entry is copied from its source, never cloned from a destination, which other users may be able to write to. Both its
/// files are made under another name and renamed, the record last: an entry without its record is never used.
/// </summary>
internal sealed class CacheFill(ICacheSystem system, CacheRecordTable records)
{
    // Bytes left free for what builds write meanwhile; less on a small volume.
    private const ulong SpaceLeft = 1UL << 30;
    private const ulong PartLeft = 16;

    private readonly CacheLookup _lookup = new(system, records);

    /// <summary>
    /// Adds the source, unless it has changed or there is an entry. Does nothing where the tag is gone: then the folder is being deleted. A
    /// file made now would be left over, and a program that deletes the folder would find it "not empty".
    /// </summary>
    /// <returns>0 when an entry was made; else <see cref="CacheError.OfThisFile"/>, or the folder's error.</returns>
    internal int Add(CacheSource source)
    {
        using CacheFolder? folder = CacheFolder.OpenExisting(system, source.Folder);
        return folder is not null && system.WhyNot(folder.Volume, new CacheDestination(folder.Volume)) == Reason.None
            ? Add(folder, source)
            : CacheError.OfThisFile;
    }

    /// <summary>Whether the folder's volume has space for a file, and for what builds write meanwhile.</summary>
    internal static bool HasSpaceFor(CacheFolder folder, long length) =>
        !folder.Calls.TryGetSpace(folder, out ulong available, out ulong total)
        || available >= (ulong)length + Math.Min(SpaceLeft, total / PartLeft);

    private int Add(CacheFolder folder, CacheSource source)
    {
        // Without the lock that File.Copy takes, and sharing everything: a program that opens the file for itself after the call must not
        // fail. That the file changes meanwhile shows in its numbers.
        if (system.OpenSource(source.Path, letsOthersWrite: true, out nint file) != 0)
        {
            return CacheError.OfThisFile;
        }

        try
        {
            return !IsUnchanged(file, source) || _lookup.Has(folder, source) ? CacheError.OfThisFile
                : HasSpaceFor(folder, source.Numbers.Length) ? Claim(folder, source, file)
                : system.DiskFull;
        }
        finally
        {
            system.Close(file);
        }
    }

    private int Claim(CacheFolder folder, CacheSource source, nint file)
    {
        var names = new CacheNames(source.Hash);
        int error = system.TryClaim(folder, names.Claim, out nint claim);
        if (error == CacheError.OfThisFile && system.RemoveLeftover(folder, names.Claim))
        {
            error = system.TryClaim(folder, names.Claim, out claim);
        }

        if (error != 0)
        {
            return error;
        }

        try
        {
            // Another process may have made it before this one got the claim.
            return _lookup.Has(folder, source) ? CacheError.OfThisFile : Make(folder, source, file, names);
        }
        finally
        {
            _ = system.Remove(folder, names.Claim);
            system.Close(claim);
        }
    }

    private int Make(CacheFolder folder, CacheSource source, nint file, CacheNames names)
    {
        // Old files under these names are useless now. One that cannot be removed is not the cache's, and the copy would fail.
        if (!system.Remove(folder, names.Record) || !system.Remove(folder, names.Entry))
        {
            return CacheError.OfThisFile;
        }

        // This process has the claim: a file of the name New was left by one that was killed.
        int error = folder.MakeFile(names.New, names.Entry, made => CopyIn(folder, source, file, made));
        if (error != 0)
        {
            return error;
        }

        error = Record(folder, source, names);
        if (error != 0)
        {
            // Without its record it would stay unused until it is pruned.
            _ = system.Remove(folder, names.Record);
            _ = system.Remove(folder, names.Entry);
        }

        return error;
    }

    private int CopyIn(CacheFolder folder, CacheSource source, nint file, nint made)
    {
        int error = system.CopyDurably(file, made, source.Numbers.Length);
        error = error != 0 ? error : system.CanBeCloned(folder, made);

        // The source changed meanwhile: the copy may mix old and new content.
        return error != 0 || (IsUnchanged(source) && folder.HasTag) ? error : CacheError.OfThisFile;
    }

    private int Record(CacheFolder folder, CacheSource source, CacheNames names)
    {
        // Read after it is closed: only then do its times show what was written (Windows, page "File Times").
        if (system.Open(folder, names.Entry, out nint entry) != 0)
        {
            return CacheError.OfThisFile;
        }

        bool isKnown = system.TryGetNumbers(entry, isSource: false, out FileNumbers numbers) && numbers.Length == source.Numbers.Length;
        system.Close(entry);
        var record = new CacheRecord(source.Numbers, numbers);
        int error = isKnown
            ? folder.MakeFile(names.New, names.Record, made => system.Write(made, record.Write(source.Path)))
            : CacheError.OfThisFile;
        if (error != 0 || !folder.HasTag)
        {
            return error != 0 ? error : CacheError.OfThisFile;
        }

        records.Add(source.Hash, record);
        return 0;
    }

    /// <summary>
    /// Whether the source is unchanged since its call copied it, by its numbers, which on Windows are final once no program has it open
    /// for writing. So the file is opened without sharing writing while its numbers are read.
    /// </summary>
    private bool IsUnchanged(CacheSource source)
    {
        if (system.OpenSource(source.Path, letsOthersWrite: false, out nint file) != 0)
        {
            return false;
        }

        bool unchanged = IsUnchanged(file, source);
        system.Close(file);
        return unchanged;
    }

    private bool IsUnchanged(nint file, CacheSource source) =>
        system.TryGetNumbers(file, isSource: true, out FileNumbers now) && now.Is(source.Numbers);
}
