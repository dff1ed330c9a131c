using System;
using System.Collections.Generic;
using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Linux;

/// <summary>Looking at files and folders, before anything is copied.</summary>
internal sealed unsafe partial class LinuxStrategy
{
    public bool IsUnchanged(string source, string destination, FolderMemory? folders = null)
    {
        PathBuffers buffers = PathBuffers.OfThisThread;
        var known = (LinuxFolderMemory?)folders;
        return TryGetStatusOf(destination, known?.Destination, buffers.Destination, out Statx there)
            && there.IsPlainFile
            && TryGetStatusOf(source, known?.Source, buffers.Source, out Statx here)
            && IsUnchanged(here, there);
    }

    public bool IsUnchanged(string sourceFolder, string destinationFolder, string name, FolderMemory folders)
    {
        PathBuffers buffers = PathBuffers.OfThisThread;
        var known = (LinuxFolderMemory)folders;
        int source = known.Source.Open(sourceFolder, buffers.Source);
        int destination = known.Destination.Open(destinationFolder, buffers.Source);
        if (source < 0 || destination < 0 || !NativePath.TryEncode(name, buffers.Source))
        {
            return false;
        }

        fixed (byte* encoded = buffers.Source)
        {
            return TryGetStatus(destination, encoded, out Statx there)
                && there.IsPlainFile
                && TryGetStatus(source, encoded, out Statx here)
                && IsUnchanged(here, there);
        }
    }

    private static bool IsUnchanged(in Statx here, in Statx there) =>
        !here.IsFolder
        && here.Size == there.Size
        && here.ModifySeconds == there.ModifySeconds
        && here.ModifyNanoseconds / 100 == there.ModifyNanoseconds / 100;

    public bool TryList(string folder, ICollection<FolderEntry> entries, out string? why) => FolderListing.TryList(folder, entries, out why);

    public bool TryLookAt(string path, out SeenFile seen)
    {
        PathBuffers buffers = PathBuffers.OfThisThread;
        Statx status = default;
        bool found = false;
        if (NativePath.TryEncode(path, buffers.Source))
        {
            fixed (byte* start = buffers.Source)
            {
                found = statx(AT_FDCWD, start, 0, STATX_BASIC_STATS, &status) == 0;
            }
        }

        seen = found
            ? new SeenFile(FolderListing.KindOf(status), (long)status.Size, TimeOf(status), new FileIdentity(status.Volume, status.Inode))
            : default;
        return found;
    }

    private static DateTime TimeOf(in Statx status) =>
        UnixTime.Of(status.ModifySeconds, status.ModifyNanoseconds);

    /// <summary>Of a link itself and not of what it names.</summary>
    private static bool TryGetStatusOf(string path, OpenFolder? folder, byte[] buffer, out Statx status)
    {
        int name = 0;
        int relativeTo = folder?.Of(path, buffer, out name) ?? AT_FDCWD;
        status = default;
        if (!NativePath.TryEncode(path, name, buffer))
        {
            return false;
        }

        fixed (byte* encoded = buffer)
        {
            return TryGetStatus(relativeTo, encoded, out status);
        }
    }
}
