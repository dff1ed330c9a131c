using System;
using System.IO;

namespace CopyOnWrite;

/// <summary>Copies by .NET what a worker does not: files with odd attributes.</summary>
internal static class DotNetCopy
{
    /// <summary>
    /// Replaces a file in one step, as workers do: File.Copy onto an existing one empties it first, and so changes its other hard links.
    /// The result is writable and has the source's time. NotHandled when the destination is not a regular file. A folder that does not let
    /// its files be renamed gets the file as File.Copy writes it.
    /// </summary>
    /// <param name="replacesReadOnly">Whether a destination that could not be made writable is replaced if its folder allows it.</param>
    /// <param name="refused">Why the worker did not copy it.</param>
    /// <exception cref="IOException">It was not copied; the destination is as it was.</exception>
    /// <exception cref="UnauthorizedAccessException">The same.</exception>
    internal static CloneOutcome Copy(
        CloneCall call, string source, string destination, bool replacesReadOnly, in CloneOutcome refused)
    {
        Reason reason = WhyNotMade(destination, call.Overwrites, replacesReadOnly);
        if (reason != Reason.None)
        {
            return CloneOutcome.NotHandled(reason);
        }

        long bytes = 0;
        if (refused.Reason == Reason.DestinationFolderRefuses)
        {
            Fill(destination);
        }
        else
        {
            ProcessFiles files = call.Platform.ProcessFiles;
            string name = files.NewNameIn(Path.GetDirectoryName(destination)!) ?? files.NewName();
            TemporaryFiles.Publish(destination, call.Overwrites, name, Fill);
        }

        return CloneOutcome.Copied(refused.Reason, bytes, refused.ErrorNumber);

        void Fill(string made)
        {
            File.Copy(source, made, call.Overwrites && made == destination);
            bytes = MakeWritable(made);
        }
    }

    internal static Reason WhyNotMade(string destination, bool overwrites, bool replacesReadOnly)
    {
        FileAttributes there = new FileInfo(destination).Attributes;
        bool exists = (int)there != -1; // FileInfo.Attributes of what does not exist.
        return !exists ? Reason.None
            : !overwrites ? Reason.DestinationExists
            : (there & (FileAttributes.Directory | FileAttributes.ReparsePoint)) != 0 ? Reason.DestinationIsNotARegularFile
            : (there & FileAttributes.ReadOnly) != 0 && !replacesReadOnly ? Reason.DestinationIsReadOnly
            : Reason.None;
    }

    /// <summary>As the built-in task does after File.Copy. Gives the file's length.</summary>
    internal static long MakeWritable(string made)
    {
        var file = new FileInfo(made);
        long bytes = file.Length;
        if (file.IsReadOnly)
        {
            file.Attributes &= ~FileAttributes.ReadOnly;
        }

        return bytes;
    }

    /// <summary>
    /// A rename is no change: a FileSystemWatcher with Changed only would miss it. Sets the time of the last access to what it is, because
    /// .NET leaves the write time beside it as it is, to the nanosecond, which setting that time itself would round.
    /// </summary>
    internal static void ShowAsChanged(string destination)
    {
        try
        {
            File.SetLastAccessTimeUtc(destination, File.GetLastAccessTimeUtc(destination));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // Another process has removed or replaced it: this copy is done.
        }
    }
}
