using System;
using System.Collections.Generic;
using System.Text;
using static CopyOnWrite.MacOS.MacNative;

namespace CopyOnWrite.MacOS;

/// <summary>
/// The cross-volume cache's calls on macOS. What is in the folder is reached by the folder's descriptor, and listed by its path.
/// </summary>
internal sealed partial class MacCacheSystem(IMacCalls calls, Refusals pairs) : ICacheSystem
{
    private const int OthersWrite = 0x12; // 0022
    private const int OwnerCanAdd = 0xC0; // 0300
    private const int AccessOfOthers = 0xE12; // 07022: set-id and sticky bits, and who may write.

    // The bytes of a temporary name after its random part.
    private const int TemporarySuffix = 5; // ".user"

    /// <summary>Whether a clone was seen to change its source's change time: then entries are useless.</summary>
    private volatile bool _clonesChangeTheirSource;

    public DateTime Now => DateTime.UtcNow;

    public int DiskFull => ENOSPC;

    /// <summary>
    /// Whether the source can be cached: the entry, a copy with the same mode, flags and access list, has to be this user's alone to write
    /// and to remove. A file with flags may be locked (UF_IMMUTABLE), compressed or in the cloud (chflags(2)).
    /// </summary>
    internal bool IsPlain(int source, in Stat status) =>
        status.Uid == calls.User && (status.Mode & AccessOfOthers) == 0 && status.Flags == 0 && !calls.HasAccessList(source);

    public CacheProblem OpenFolder(string path, out CacheFolder? folder, out int error)
    {
        folder = null;
        byte[] encoded = Encode(path);
        error = calls.OpenFolder(encoded, out int opened);
        if (error != 0)
        {
            return error == ENOENT ? CacheProblem.None
                : error is not (ENOTDIR or ELOOP) ? CacheProblem.Inaccessible
                : calls.StatusIn(AT_FDCWD, encoded, followsLinks: false, out Stat there) == 0 && there.IsRegularFile
                    ? CacheProblem.NotAFolder
                : CacheProblem.Link;
        }

        MacVolume volume = default;
        error = calls.StatusOf(opened, out Stat status);
        error = error == 0 ? calls.VolumeOf(opened, out volume) : error;
        folder = new CacheFolder(this, opened, path, status.Volume) { IsWritable = (status.Mode & OwnerCanAdd) == OwnerCanAdd };
        return error != 0 ? CacheProblem.Inaccessible
            : volume.IgnoresOwners ? CacheProblem.OwnersIgnored
            : status.Uid != calls.User ? CacheProblem.WrongOwner
            : (status.Mode & OthersWrite) != 0 ? CacheProblem.WritableByOthers
            : calls.HasAccessList(opened) ? CacheProblem.AccessList
            : CacheProblem.None;
    }

    public int MakeFolder(string path) => calls.MakeFolder(Encode(path)) is var error and not EEXIST ? error : 0;

    public CacheProblem CanShareBlocks(string folder, in CacheDestination destination, out int error)
    {
        // Links in the path are followed: the user's home may be one.
        error = calls.OpenToRead(Encode(folder), out int opened);
        if (error != 0)
        {
            return error == ENOENT ? CacheProblem.Deleted : CacheProblem.NotWritable;
        }

        MacVolume volume = default;
        error = calls.StatusOf(opened, out Stat status);
        error = error == 0 ? calls.VolumeOf(opened, out volume) : error;
        calls.Close(opened);
        if (error != 0)
        {
            return CacheProblem.NotWritable;
        }

        if (status.Volume == destination.Volume && !volume.Clones)
        {
            pairs.Remember(status.Volume, status.Volume, Reason.VolumeCannotClone);
            return CacheProblem.CannotClone;
        }

        return status.Volume != destination.Volume ? CacheProblem.OnAnotherVolume
            : volume.IgnoresOwners ? CacheProblem.OwnersIgnored
            : CacheProblem.None;
    }

    public Reason WhyNot(ulong volume, in CacheDestination destination) =>
        _clonesChangeTheirSource ? Reason.VolumeCannotClone
        : volume != destination.Volume ? Reason.DifferentVolumes
        : pairs.Find(volume, volume);

    public int Open(CacheFolder folder, string name, out nint file)
    {
        int error = Result(calls.OpenToReadIn((int)folder.Handle, Encode(name), out int opened));
        file = opened;
        return error;
    }

    public int OpenSource(string path, bool letsOthersWrite, out nint file)
    {
        int error = Result(calls.OpenToRead(Encode(path), out int opened));
        file = opened;
        return error;
    }

    public void Close(nint file) => calls.Close((int)file);

    /// <summary>The file is locked before it gets this name, so an unlocked one was left by a process that has ended.</summary>
    public int Create(CacheFolder folder, string name, out nint file)
    {
        byte[] made = NewTemporary();
        int error = calls.CreateIn((int)folder.Handle, made, TemporarySuffix, out int created);
        file = created;
        if (error != 0)
        {
            return Result(error);
        }

        error = calls.RenameIn((int)folder.Handle, made, Encode(name), replaces: false);
        if (error != 0)
        {
            _ = calls.RemoveIn((int)folder.Handle, made);
            calls.Close(created);
        }

        return Result(error);
    }

    public int TryClaim(CacheFolder folder, string name, out nint claim) => Create(folder, name, out claim);

    public int Publish(CacheFolder folder, nint file, string from, string to) =>
        calls.RenameIn((int)folder.Handle, Encode(from), Encode(to), replaces: true) == 0 ? 0 : CacheError.OfThisFile;

    public bool Remove(CacheFolder folder, string name) => calls.RemoveIn((int)folder.Handle, Encode(name)) is 0 or ENOENT;

    public bool RemoveLeftover(CacheFolder folder, string name)
    {
        byte[] encoded = Encode(name);
        if (calls.StatusIn((int)folder.Handle, encoded, followsLinks: false, out Stat named) is var error and not 0)
        {
            return error == ENOENT;
        }

        if (!named.IsRegularFile)
        {
            // A link or a pipe is not the cache's, but has one of its names. A folder stays: unlinkat(2) does not remove one.
            return Remove(folder, name);
        }

        if (calls.OpenToReadIn((int)folder.Handle, encoded, out int found) != 0)
        {
            return false;
        }

        // The name may have gone to another file between open and lock.
        bool removed = calls.LockExclusive(found) == 0
            && calls.StatusOf(found, out Stat opened) == 0
            && calls.StatusIn((int)folder.Handle, encoded, followsLinks: false, out named) == 0
            && opened.Inode == named.Inode
            && Remove(folder, name);
        calls.Close(found);
        return removed;
    }

    public bool TryList(CacheFolder folder, ICollection<FolderEntry> entries) =>
        SystemListing.TryList(folder.FullPath, entries, out _);

    public bool TryStat(CacheFolder folder, string name, out CacheFileState state)
    {
        bool isThere = calls.StatusIn((int)folder.Handle, Encode(name), followsLinks: false, out Stat status) == 0 && !status.IsFolder;
        state = new CacheFileState(status.Size, UnixTime.Of(status.ModifySeconds, status.ModifyNanoseconds));
        return isThere;
    }

    public void Touch(CacheFolder folder, string name)
    {
        if (Open(folder, name, out nint file) == 0)
        {
            _ = calls.Touch((int)file);
            Close(file);
        }
    }

    public int Read(nint file, byte[] buffer) => calls.Read((int)file, buffer, out int length) == 0 ? length : -1;

    public int Write(nint file, byte[] content) => Result(calls.Write((int)file, content));

    public bool TryGetNumbers(nint file, bool isSource, out FileNumbers numbers)
    {
        numbers = default;
        return calls.StatusOf((int)file, out Stat status) == 0
            && status.IsRegularFile
            && (isSource ? TryGetNumbers((int)file, status, out numbers) : WithoutVolume(status, out numbers));
    }

    /// <summary>False where the source's volume has no UUID: the device number may be another after each mount.</summary>
    internal bool TryGetNumbers(int source, in Stat status, out FileNumbers numbers)
    {
        bool known = WithoutVolume(status, out numbers) & calls.VolumeOf(source, out MacVolume volume) == 0;
        numbers.Volume = volume.UuidStart;
        numbers.VolumeEnd = volume.UuidEnd;
        return known && volume.HasUuid;
    }

    public bool IsTrusted(nint record, out DateTime written)
    {
        bool found = calls.StatusOf((int)record, out Stat status) == 0;
        written = UnixTime.Of(status.ModifySeconds, status.ModifyNanoseconds);
        return found && status.IsRegularFile && status.Uid == calls.User && (status.Mode & OthersWrite) == 0;
    }

    /// <summary>This user's record names this user's entry by its change time, which no call can set.</summary>
    public bool IsTrustedEntry(nint entry) => true;

    public bool TryGetSpace(CacheFolder folder, out ulong available, out ulong total)
    {
        bool known = calls.VolumeOf((int)folder.Handle, out MacVolume volume) == 0;
        available = volume.AvailableBytes;
        total = volume.TotalBytes;
        return known;
    }

    private static bool WithoutVolume(in Stat status, out FileNumbers numbers)
    {
        numbers = new FileNumbers
        {
            File = status.Inode,
            Length = status.Size,
            Written = UnixTime.NanosecondsOf(status.ModifySeconds, status.ModifyNanoseconds),
            Changed = UnixTime.NanosecondsOf(status.ChangeSeconds, status.ChangeNanoseconds),
        };
        return true;
    }

    /// <summary>A name for <see cref="IMacCalls.CreateIn"/>, in the form of <see cref="TemporaryFiles"/>.</summary>
    private static byte[] NewTemporary()
    {
        string name = TemporaryFiles.NameOf(0, 0);
        return Encode(name.Insert(name.Length - TemporarySuffix, "-XXXXXXXX"));
    }

    private static byte[] Encode(string name) => Encoding.UTF8.GetBytes(name + '\0');

    /// <summary>Something else has the name, or the folder is being deleted: an error of this file. Others are the folder's.</summary>
    private static int Result(int error) => error is ENOENT or EEXIST ? CacheError.OfThisFile : error;
}
