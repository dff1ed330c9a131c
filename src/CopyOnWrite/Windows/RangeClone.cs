using System;
using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Windows;

/// <summary>FSCTL_DUPLICATE_EXTENTS_TO_FILE between two files that the caller opened. Its rules: page "Block cloning" (Win32) and [MS-FSA] 2.1.5.10.4.</summary>
internal static unsafe class RangeClone
{
    internal static CloneOutcome Run(WindowsCloner cloner, nint source, nint destination, FileRange range)
    {
        IWindowsCalls calls = cloner.Calls;
        FileStamp to = default;
        int error = FileStamp.Get(calls, source, out FileStamp from);
        error = error != 0 ? error : FileStamp.Get(calls, destination, out to);
        if (error != 0)
        {
            return CloneOutcome.NotHandled(WinError.OfFile(error), error);
        }

        if (cloner.Volumes.Of(destination) is not { Clones: true } volume)
        {
            return CloneOutcome.NotHandled(Reason.VolumeCannotClone);
        }

        if (from.Id.VolumeSerialNumber != volume.Serial)
        {
            return CloneOutcome.NotHandled(Reason.DifferentVolumes);
        }

        // To the end of its cluster, where the source ends: a range that ends within one is refused. It must not end within the destination's content then.
        long end = range.DestinationOffset + range.Length;
        bool isLast = range.SourceOffset + range.Length == from.Length && end >= to.Length;
        long length = isLast ? (range.Length + volume.ClusterSize - 1) / volume.ClusterSize * volume.ClusterSize : range.Length;
        if ((range.SourceOffset | range.DestinationOffset | length) % volume.ClusterSize != 0 || range.SourceOffset + range.Length > from.Length)
        {
            return CloneOutcome.NotHandled(Reason.FileCannotBeCloned, ERROR_INVALID_PARAMETER);
        }

        // Before 24H2 a clone of what is in memory may read as zeros (WindowsWorker.Recent).
        if (!cloner.SystemCopyClones && cloner.IsRecent(from) && calls.FlushFileBuffers(source) is var unflushed and not 0)
        {
            return CloneOutcome.NotHandled(Reason.SourceIsDirty, unflushed);
        }

        error = end > to.Length ? calls.SetFileInformation(destination, FileEndOfFileInfo, &end, sizeof(long)) : 0;
        for (long offset = 0; offset < length && error == 0;)
        {
            long count = Math.Min(length - offset, ExtentClone.MostAtOnce);
            error = ExtentClone.Duplicate(calls, source, range.SourceOffset + offset, destination, range.DestinationOffset + offset, count);
            offset += count;
        }

        return error == 0 ? CloneOutcome.Cloned(range.Length)
            : CloneOutcome.NotHandled(
                WinError.OfClone(error) switch
                {
                    WinError.CloneRefusal.References => Reason.ReferenceLimitByOthers,
                    WinError.CloneRefusal.Volume => Reason.VolumeCannotClone,
                    WinError.CloneRefusal.Terminal => WinError.OfFile(error),
                    _ => Reason.FileCannotBeCloned,
                },
                error);
    }
}
