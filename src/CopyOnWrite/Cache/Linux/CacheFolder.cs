using System;
using System.IO;
using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Linux;

/// <summary>
/// Opens the cache's folder, and makes it where it can be of use. It must be this user's alone: what is in it ends up in outputs.
/// </summary>
internal static unsafe class CacheFolder
{
    private const uint OwnerOnly = 0x1C0; // 0700
    private const uint OthersWrite = 0x12; // 0022

    /// <summary>The folder's descriptor; -1 with the problem, or with none where the folder is not there and would be of no use.</summary>
    /// <param name="destination">An empty file that is to be filled, open for reading and writing.</param>
    /// <param name="volume">The folder's.</param>
    internal static int Open(
        string path, int destination, ulong destinationVolume, VolumePairs pairs, out ulong volume, out CacheProblem problem, out int error)
    {
        volume = 0;
        problem = CacheProblem.None;
        error = 0;
        var encoded = new byte[NativePath.MaximumLength];
        if (!NativePath.TryEncode(path, encoded))
        {
            problem = CacheProblem.Inaccessible;
            error = ENAMETOOLONG;
            return -1;
        }

        int folder = Open(encoded);
        bool made = folder < 0 && Error == ENOENT;
        bool isEmpty = false;
        if (made)
        {
            if (!CanClone(destination, destinationVolume, pairs)
                || !TryMake(path, encoded, destination, out isEmpty, ref problem, ref error))
            {
                return -1;
            }

            folder = Open(encoded);
        }

        if (folder < 0)
        {
            error = Error;
            problem = error is ENOTDIR or ELOOP ? IsLink(encoded) ? CacheProblem.Link : CacheProblem.NotAFolder : CacheProblem.Inaccessible;
            return -1;
        }

        error = TryGetStatus(folder, out Statx status) ? 0 : Error;
        volume = status.Volume;
        problem = error != 0 ? CacheProblem.Inaccessible
            : status.Uid != geteuid() ? CacheProblem.WrongOwner
            : (status.Mode & OthersWrite) != 0 ? CacheProblem.WritableByOthers
            : CacheProblem.None;
        bool usable = problem == CacheProblem.None
            && (CacheTag.IsIn(folder) || TryPutTag(folder, made, isEmpty, destination, destinationVolume, pairs, ref problem, ref error));
        if (usable)
        {
            if (made)
            {
                CacheFolderFiles.WriteIgnoreFile(folder);
            }

            return folder;
        }

        _ = close(folder);
        return -1;
    }

    /// <summary>The folder as a cache that is there; -1 where it is not to be used, or is empty. Nothing is made.</summary>
    internal static int OpenExisting(string path, out CacheProblem problem)
    {
        int folder = Open(path, destination: -1, 0, new VolumePairs(), out _, out problem, out _);
        if (folder >= 0 && !CacheTag.IsIn(folder))
        {
            _ = close(folder);
            folder = -1;
        }

        return folder;
    }

    /// <summary>
    /// 0 when a file can be made there and share blocks with the destination; EXDEV on another volume. A file without a name is tried,
    /// since the device number does not tell: subvolumes of one btrfs have different ones.
    /// </summary>
    /// <param name="destination">An empty file, open for reading and writing.</param>
    internal static int WhyOfNoUse(int folder, int destination)
    {
        byte* here = stackalloc byte[] { (byte)'.', 0 };
        return WhyOfNoUse(folder, here, destination);
    }

    /// <summary>Into a folder that has none: one just created, or one that a user created for the cache. Any other is left alone.</summary>
    /// <param name="isEmpty">Known without a listing, whose list the runtime would compile.</param>
    private static bool TryPutTag(
        int folder,
        bool made,
        bool isEmpty,
        int destination,
        ulong destinationVolume,
        VolumePairs pairs,
        ref CacheProblem problem,
        ref int error)
    {
        if (!isEmpty && !CacheTag.MayBePutInto(folder))
        {
            // Another process may have written it, and more files after it, since it was looked for.
            problem = CacheTag.IsIn(folder) ? CacheProblem.None : CacheProblem.NotACache;
            return problem == CacheProblem.None;
        }

        if (destination < 0)
        {
            return true;
        }

        if (!made)
        {
            if (!CanClone(destination, destinationVolume, pairs))
            {
                return false;
            }

            error = WhyOfNoUse(folder, destination);
        }

        error = error != 0 ? error : CacheTag.Write(folder);
        problem = error == 0 ? CacheProblem.None : error == EXDEV ? CacheProblem.OnAnotherVolume : CacheProblem.NotWritable;
        return error == 0;
    }

    /// <summary>
    /// Asks the volume by cloning the empty file onto itself, which changes nothing: 0 or EINVAL where there are clones, EOPNOTSUPP where
    /// there are none (vfs_clone_file_range in fs/remap_range.c; xfs_file_remap_range for xfs without reflink).
    /// </summary>
    private static bool CanClone(int file, ulong volume, VolumePairs pairs)
    {
        if (ioctl(file, (nuint)FICLONE, file) == 0 || Error == EINVAL)
        {
            return true;
        }

        pairs.RememberCannot(volume, volume, Reason.VolumeCannotClone);
        return false;
    }

    /// <param name="made">By this very call, so it is empty or another process of this user has just begun to use it.</param>
    private static bool TryMake(
        string path, byte[] encoded, int destination, out bool made, ref CacheProblem problem, ref int error)
    {
        made = false;
        try
        {
            string parent = Path.GetDirectoryName(path) ?? path;
            string existing = ExistingFolder.AtOrAbove(parent);
            error = WhyParentIsOfNoUse(existing, destination);
            if (error == 0)
            {
                _ = Directory.CreateDirectory(parent);
                fixed (byte* start = encoded)
                {
                    error = mkdir(start, OwnerOnly) == 0 ? 0 : Error;
                }

                made = error == 0;
                if (error == EEXIST)
                {
                    error = 0; // Made by another process a moment ago, which writes the files as well.
                    return true;
                }
            }

            if (error != 0)
            {
                problem = error == EXDEV ? CacheProblem.OnAnotherVolume : CacheProblem.Inaccessible;
                return false;
            }

            return true;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            problem = CacheProblem.Inaccessible;
            error = e is UnauthorizedAccessException ? EACCES : EIO;
            return false;
        }
    }

    /// <inheritdoc cref="WhyOfNoUse(int, int)"/>
    private static int WhyParentIsOfNoUse(string parent, int destination)
    {
        var encoded = new byte[NativePath.MaximumLength];
        if (!NativePath.TryEncode(parent, encoded))
        {
            return ENAMETOOLONG;
        }

        fixed (byte* start = encoded)
        {
            return WhyOfNoUse(AT_FDCWD, start, destination);
        }
    }

    private static int WhyOfNoUse(int relativeTo, byte* folder, int destination)
    {
        int file = openat(relativeTo, folder, O_TMPFILE | O_RDWR | O_CLOEXEC, OwnerOnly);
        if (file < 0)
        {
            return Error;
        }

        int error = ioctl(file, (nuint)FICLONE, destination) == 0 ? 0 : Error;
        _ = close(file);
        return error;
    }

    private static int Open(byte[] path)
    {
        fixed (byte* start = path)
        {
            return open(start, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC, 0);
        }
    }

    private static bool IsLink(byte[] path)
    {
        fixed (byte* start = path)
        {
            return TryGetStatus(AT_FDCWD, start, out Statx status) && !status.IsRegularFile && !status.IsFolder;
        }
    }
}
