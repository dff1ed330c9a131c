using System;
using System.IO;
using static CopyOnWrite.MacOS.MacNative;

namespace CopyOnWrite.MacOS;

/// <summary>
/// Opens the cache's folder, and makes it where it can be of use. It must be this user's alone: what is in it ends up in outputs.
/// </summary>
internal static class CacheFolder
{
    private const int OthersWrite = 0x12; // 0022

    /// <summary>The folder's descriptor; -1 with the problem, or with none where the folder is not there and would be of no use.</summary>
    /// <param name="destinationVolume">The number of the destinations' volume; 0 to make nothing.</param>
    /// <param name="status">The folder's.</param>
    internal static int Open(
        IMacCalls system, string path, ulong destinationVolume, out Stat status, out CacheProblem problem, out int error)
    {
        status = default;
        problem = CacheProblem.None;
        var encoded = new byte[NativePath.MaximumLength];
        if (!NativePath.TryEncode(path, encoded))
        {
            problem = CacheProblem.Inaccessible;
            error = ENAMETOOLONG;
            return -1;
        }

        error = system.OpenFolder(encoded, out int folder);
        bool made = error == ENOENT && destinationVolume != 0;
        if (made)
        {
            if (!TryMake(system, path, encoded, destinationVolume, ref problem, ref error))
            {
                return -1;
            }

            error = system.OpenFolder(encoded, out folder);
        }

        if (error != 0)
        {
            problem = error is ENOTDIR or ELOOP
                ? system.StatusOf(encoded, out Stat there) == 0 && there.IsRegularFile ? CacheProblem.NotAFolder : CacheProblem.Link
                : error == ENOENT && destinationVolume == 0 ? CacheProblem.None
                : CacheProblem.Inaccessible;
            return -1;
        }

        problem = WhyNotTrusted(system, folder, out status, out error);
        if (problem == CacheProblem.None
            && (CacheFolderFiles.HasTag(system, folder)
                || TryPutTag(system, folder, path, destinationVolume, status, ref problem, ref error)))
        {
            if (made)
            {
                CacheFolderFiles.WriteIgnoreFile(system, folder);
            }

            return folder;
        }

        system.Close(folder);
        return -1;
    }

    /// <summary>The folder as a cache that is there; -1 where it is not to be used, or is empty. Nothing is made.</summary>
    internal static int OpenExisting(IMacCalls system, string path)
    {
        int folder = Open(system, path, 0, out _, out _, out _);
        if (folder >= 0 && !CacheFolderFiles.HasTag(system, folder))
        {
            system.Close(folder);
            folder = -1;
        }

        return folder;
    }

    private static CacheProblem WhyNotTrusted(IMacCalls system, int folder, out Stat status, out int error)
    {
        MacVolume volume = default;
        error = system.StatusOf(folder, out status);
        error = error == 0 ? system.VolumeOf(folder, out volume) : error;
        return error != 0 ? CacheProblem.Inaccessible
            : volume.IgnoresOwners ? CacheProblem.OwnersIgnored
            : status.Uid != system.User ? CacheProblem.WrongOwner
            : (status.Mode & OthersWrite) != 0 ? CacheProblem.WritableByOthers
            : system.HasAccessList(folder) ? CacheProblem.AccessList
            : CacheProblem.None;
    }

    /// <summary>Into a folder that has none: one just created, or one that a user created for the cache. Any other is left alone.</summary>
    private static bool TryPutTag(
        IMacCalls system, int folder, string path, ulong destinationVolume, in Stat status, ref CacheProblem problem, ref int error)
    {
        if (!CacheFolderFiles.MayHaveTag(path))
        {
            // Another process may have written it, and more files after it, since it was looked for.
            problem = CacheFolderFiles.HasTag(system, folder) ? CacheProblem.None : CacheProblem.NotACache;
            return problem == CacheProblem.None;
        }

        if (destinationVolume == 0)
        {
            return true;
        }

        if (status.Volume != destinationVolume)
        {
            problem = CacheProblem.OnAnotherVolume;
            return false;
        }

        if (system.VolumeOf(folder, out MacVolume volume) != 0 || !volume.Clones)
        {
            return false;
        }

        error = CacheFolderFiles.WriteTag(system, folder);
        problem = error == 0 ? CacheProblem.None : CacheProblem.NotWritable;
        return error == 0;
    }

    private static bool TryMake(
        IMacCalls system, string path, byte[] encoded, ulong destinationVolume, ref CacheProblem problem, ref int error)
    {
        try
        {
            string parent = Path.GetDirectoryName(path) ?? path;
            string existing = ExistingFolder.AtOrAbove(parent);
            problem = WhyUseless(system, existing, destinationVolume, out bool clones, out error);
            if (problem != CacheProblem.None || !clones)
            {
                return false;
            }

            _ = Directory.CreateDirectory(parent);
            error = system.MakeFolder(encoded);
            error = error == EEXIST ? 0 : error; // Made by another process a moment ago, which writes the files as well.
            problem = error == 0 ? CacheProblem.None : CacheProblem.Inaccessible;
            return error == 0;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            problem = CacheProblem.Inaccessible;
            error = e is UnauthorizedAccessException ? EACCES : EIO;
            return false;
        }
    }

    /// <param name="folder">In which the cache's is to be made.</param>
    private static CacheProblem WhyUseless(IMacCalls system, string folder, ulong destinationVolume, out bool clones, out int error)
    {
        clones = false;
        var encoded = new byte[NativePath.MaximumLength];
        if (!NativePath.TryEncode(folder, encoded))
        {
            error = ENAMETOOLONG;
            return CacheProblem.Inaccessible;
        }

        // Links in it are followed: the user's own home may be one.
        error = system.OpenToRead(encoded, out int opened);
        if (error != 0)
        {
            return CacheProblem.Inaccessible;
        }

        error = system.StatusOf(opened, out Stat status);
        clones = system.VolumeOf(opened, out MacVolume volume) == 0 && volume.Clones;
        system.Close(opened);
        return error != 0 ? CacheProblem.Inaccessible
            : status.Volume != destinationVolume ? CacheProblem.OnAnotherVolume
            : clones && volume.IgnoresOwners ? CacheProblem.OwnersIgnored
            : CacheProblem.None;
    }
}
