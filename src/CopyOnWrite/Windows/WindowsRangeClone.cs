using System;
using System.Globalization;
using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Windows;

/// <summary>
/// FSCTL_DUPLICATE_EXTENTS_TO_FILE between two files that the caller opened. Its rules: page "Block cloning" (Win32) and [MS-FSA]
/// 2.1.5.10.4.
/// </summary>
internal static unsafe class WindowsRangeClone
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

        // To the end of its cluster, where the source ends: a range that ends within one is refused. It must not end within the
        // destination's content then.
        long end = range.DestinationOffset + range.Length;
        bool isLast = range.SourceOffset + range.Length == from.Length && end >= to.Length;
        long length = isLast ? (range.Length + volume.ClusterSize - 1) / volume.ClusterSize * volume.ClusterSize : range.Length;

        // Overlaps are refused here, since the system sees one piece of a long range at a time.
        bool overlaps = from.HasId(to.Id) && Math.Abs(range.SourceOffset - range.DestinationOffset) < length;
        bool isWhole = (range.SourceOffset | range.DestinationOffset | length) % volume.ClusterSize == 0;
        if (overlaps || !isWhole || range.SourceOffset + range.Length > from.Length)
        {
            return CloneOutcome.NotHandled(Reason.FileCannotBeCloned, ERROR_INVALID_PARAMETER);
        }

        lock (cloner.Turns.LockOf(from.Id.FileIdLow.ToString(CultureInfo.InvariantCulture)))
        {
            // Before 24H2 a clone of what is in memory may read as zeros (WindowsWorker.Recent). Times show a change once its handle is
            // closed (page "File Times"), so the source is always flushed; without the right to flush, they decide.
            int unflushed = cloner.SystemCopyClones ? 0 : calls.FlushFileBuffers(source);
            if (unflushed != 0 && (unflushed != ERROR_ACCESS_DENIED || cloner.IsRecent(from)))
            {
                return CloneOutcome.NotHandled(Reason.SourceIsDirty, unflushed);
            }

            error = end > to.Length ? calls.SetFileInformation(destination, FileEndOfFileInfo, &end, sizeof(long)) : 0;
            error = error != 0 ? error
                : ExtentClone.Duplicate(calls, source, range.SourceOffset, destination, range.DestinationOffset, length);
        }

        if (error == 0)
        {
            cloner.Turns.CountClone();
            return CloneOutcome.Cloned(range.Length);
        }

        if (end > to.Length)
        {
            long before = to.Length;
            _ = calls.SetFileInformation(destination, FileEndOfFileInfo, &before, sizeof(long));
        }

        return CloneOutcome.NotHandled(cloner.ReasonOf(error), error);
    }
}
