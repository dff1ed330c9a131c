using System;
using System.IO;

namespace CopyOnWrite.Artifacts;

/// <summary>
/// .NET's own copy, for what the core leaves alone: on macOS all that it does not clone, elsewhere files with something odd about them.
/// Like the core's it replaces a file in one step, and what comes out is writable and has the source's time.
/// </summary>
internal static class SystemFileCopy
{
    /// <summary>Null when the file is there, whole; else why not, and then the destination is as it was.</summary>
    internal static Exception? Copy(string from, string to, out long bytes)
    {
        bytes = 0;
        string? made = null;
        try
        {
            bool replaces = File.Exists(to);
            made = replaces ? Path.Combine(Path.GetDirectoryName(to)!, TemporaryFiles.NewName()) : to;
            File.Copy(from, made);
            MakeWritable(made);
            File.SetLastWriteTimeUtc(made, File.GetLastWriteTimeUtc(from));
            bytes = new FileInfo(made).Length;
            if (replaces)
            {
                File.Replace(made, to, null);
            }

            return null;
        }
        catch (Exception e) when (DestinationFixes.IsOfSystem(e))
        {
            if (made is not null)
            {
                // What stays has a time of its own, so the next call makes it again.
                _ = DestinationFixes.TryDelete(made);
            }

            return e;
        }
    }

    internal static void MakeWritable(string path)
    {
        if ((File.GetAttributes(path) & FileAttributes.ReadOnly) != 0)
        {
            File.SetAttributes(path, FileAttributes.Normal);
        }
    }
}
