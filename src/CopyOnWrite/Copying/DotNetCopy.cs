using System;
using System.IO;

namespace CopyOnWrite;

/// <summary>Copies by .NET what a worker does not: files with odd attributes, and on macOS all that is not cloned.</summary>
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
        string source, string destination, bool overwrites, bool replacesReadOnly, in CloneOutcome refused)
    {
        FileAttributes there = new FileInfo(destination).Attributes;
        bool replaces = (int)there != -1; // FileInfo.Attributes of what does not exist.
        Reason reason = !replaces ? Reason.None
            : !overwrites ? Reason.DestinationExists
            : (there & (FileAttributes.Directory | FileAttributes.ReparsePoint)) != 0 ? Reason.DestinationIsNotARegularFile
            : (there & FileAttributes.ReadOnly) != 0 && !replacesReadOnly ? Reason.DestinationIsReadOnly
            : Reason.None;
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
            TemporaryFiles.Publish(destination, replaces, Fill);
        }

        return CloneOutcome.Copied(refused.Reason, bytes, refused.ErrorNumber);

        void Fill(string made)
        {
            File.Copy(source, made, overwrites && made == destination);
            var file = new FileInfo(made);
            bytes = file.Length;
            if (file.IsReadOnly)
            {
                file.Attributes &= ~FileAttributes.ReadOnly;
            }
        }
    }
}
