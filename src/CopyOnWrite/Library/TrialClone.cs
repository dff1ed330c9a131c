using System;
using System.IO;

namespace CopyOnWrite;

/// <summary>Tries whether files can be cloned between two folders, with a file that is deleted afterwards.</summary>
internal static class TrialClone
{
    private const int Length = 64 * 1024; // The largest cluster of ReFS: smaller files may not be cloned there.

    internal static CloneOutcome Run(FileCloner cloner, string sourceFolder, string destinationFolder)
    {
        string source = Path.Combine(sourceFolder, TemporaryFiles.NewName());
        string destination = Path.Combine(destinationFolder, TemporaryFiles.NewName());
        try
        {
            WriteSource(source);
            return cloner.TryClone(source, destination);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            Reason reason = e is UnauthorizedAccessException ? Reason.AccessDenied
                : e is DirectoryNotFoundException || !Directory.Exists(sourceFolder) ? Reason.SourceMissing
                : Reason.OtherError;

            // The HResult ends in the system's number, on Windows as elsewhere.
            return CloneOutcome.NotHandled(reason, e is DirectoryNotFoundException or UnauthorizedAccessException ? 0 : e.HResult & 0xFFFF);
        }
        finally
        {
            TemporaryFiles.Delete(destination);
            TemporaryFiles.Delete(source);
        }
    }

    private static void WriteSource(string path)
    {
        // Not zeros, which a compressing volume stores as a hole.
        var content = new byte[Length];
        new Random().NextBytes(content);
        using var file = new FileStream(path, FileMode.CreateNew);
        file.Write(content, 0, Length);

        // ZFS clones only what is on the disk unless zfs_bclone_wait_dirty is set (zfs(4)).
        file.Flush(flushToDisk: true);
    }
}
