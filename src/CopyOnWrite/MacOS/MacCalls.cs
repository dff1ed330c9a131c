using System;
using System.Runtime.InteropServices;
using static CopyOnWrite.MacOS.MacNative;

namespace CopyOnWrite.MacOS;

/// <summary>The system's own calls.</summary>
internal sealed unsafe class MacCalls : IMacCalls
{
    private const uint OwnerOnly = 0x1C0; // 0700

    private uint _user = uint.MaxValue;

    public uint User => _user == uint.MaxValue ? _user = geteuid() : _user;

    private static bool IsX64 => RuntimeInformation.ProcessArchitecture == Architecture.X64;

    public int OpenToRead(byte[] path, out int file)
    {
        file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
        return file >= 0 ? 0 : Error;
    }

    /// <summary>Unlocks first: a process that another thread starts has inherited the descriptor until it calls execve.</summary>
    public void Close(int file)
    {
        _ = flock(file, LOCK_UN);
        _ = close(file);
    }

    public int LockShared(int file) => Result(flock(file, LOCK_SH | LOCK_NB));

    public int StatusOf(int file, out Stat status) =>
        Result(IsX64 ? fstat_INODE64(file, out status) : fstat(file, out status));

    public int StatusIn(int folder, byte[] name, bool followsLinks, out Stat status)
    {
        int flags = followsLinks ? 0 : AT_SYMLINK_NOFOLLOW;
        return Result(IsX64 ? fstatat_INODE64(folder, name, out status, flags) : fstatat(folder, name, out status, flags));
    }

    /// <summary>
    /// CLONE_ACL and nothing else, as .NET's File.Copy (FileSystem.TryCloneFile.OSX.cs), so that owner and access list are the same as
    /// without us. macOS before 13 does not know the flag and answers EINVAL; File.Copy copies there.
    /// </summary>
    public int CloneIn(int source, int folder, byte[] name) => Result(fclonefileat(source, folder, name, CLONE_ACL));

    public int SetMode(byte[] path, uint mode) => Result(lchmod(path, mode));

    public int OpenFolder(byte[] path, out int folder)
    {
        folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        return folder >= 0 ? 0 : Error;
    }

    public int MakeFolder(byte[] path) => Result(mkdir(path, OwnerOnly));

    public int OpenToReadIn(int folder, byte[] name, out int file)
    {
        file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
        return file >= 0 ? 0 : Error;
    }

    public int VolumeOf(int file, out MacVolume volume)
    {
        volume = default;
        Statfs mounted;
        if ((IsX64 ? fstatfs_INODE64(file, out mounted) : fstatfs(file, out mounted)) != 0)
        {
            return Error;
        }

        // Volumes are asked by their root: getvolattrlist in bsd/vfs/vfs_attrlist.c answers EINVAL for any other file.
        var wanted = new AttributeList
        {
            BitmapCount = ATTR_BIT_MAP_COUNT,
            Volume = ATTR_VOL_INFO | ATTR_VOL_CAPABILITIES | ATTR_VOL_UUID,
        };
        VolumeReply reply = default;
        if (getattrlist(mounted.MountedOn, &wanted, &reply, (nuint)sizeof(VolumeReply), 0) != 0)
        {
            return Error;
        }

        if (reply.Length != sizeof(VolumeReply))
        {
            return ENOTSUP;
        }

        volume.UuidStart = *(ulong*)reply.Uuid;
        volume.UuidEnd = *(ulong*)(reply.Uuid + 8);
        volume.Clones = (reply.Interfaces & reply.ValidInterfaces & VOL_CAP_INT_CLONE) != 0;
        volume.IgnoresOwners = (mounted.Flags & MNT_IGNORE_OWNERSHIP) != 0;
        volume.AvailableBytes = mounted.AvailableBlocks * mounted.BlockSize;
        volume.TotalBytes = mounted.Blocks * mounted.BlockSize;
        return 0;
    }

    public bool HasAccessList(int file)
    {
        void* list = acl_get_fd_np(file, ACL_TYPE_EXTENDED);
        if (list is null)
        {
            return Error is not (ENOENT or ENOTSUP or EOPNOTSUPP);
        }

        _ = acl_free(list);
        return true;
    }

    public int CreateIn(int folder, byte[] name, int suffixLength, out int file)
    {
        file = mkostempsat_np(folder, name, suffixLength, O_EXLOCK | O_CLOEXEC);
        return file >= 0 ? 0 : Error;
    }

    public int LockExclusive(int file) => Result(flock(file, LOCK_EX | LOCK_NB));

    public int Read(int file, byte[] buffer, out int length)
    {
        nint done = read(file, buffer, (nuint)buffer.Length);
        length = Math.Max(0, (int)done);
        return done >= 0 ? 0 : Error;
    }

    public int Write(int file, byte[] content)
    {
        nint done = write(file, content, (nuint)content.Length);
        return done == content.Length ? 0 : done < 0 ? Error : ENOSPC;
    }

    public int CopyAll(int source, int made) => Result(fcopyfile(source, made, null, COPYFILE_ALL));

    /// <summary>
    /// Only the order matters, so this does not wait until the drive has emptied its cache (fcntl(2), F_BARRIERFSYNC), where the volume can
    /// do that.
    /// </summary>
    public int Flush(int file)
    {
        int error = Result(fcntl(file, F_BARRIERFSYNC));
        error = IsUnknown(error) ? Result(fcntl(file, F_FULLFSYNC)) : error;
        return IsUnknown(error) ? Result(fsync(file)) : error;
    }

    public int Touch(int file) => Result(futimens(file, null));

    public int RenameIn(int folder, byte[] from, byte[] to, bool replaces) =>
        Result(renameatx_np(folder, from, folder, to, replaces ? 0 : RENAME_EXCL));

    public int RemoveIn(int folder, byte[] name) => Result(unlinkat(folder, name, 0));

    private static bool IsUnknown(int error) => error is EINVAL or ENOTTY or ENOTSUP or EOPNOTSUPP;

    private static int Result(int returned) => returned == 0 ? 0 : Error;
}
