using System;
using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Windows;

/// <summary>
/// Which sources may be cached: those of which content is all that a copy has to have, and whose later changes will be noticed.
/// </summary>
internal static class CacheableSource
{
    /// <summary>A file that was changed just now is an output of this build, which nothing is gained from keeping.</summary>
    internal const long SettledTime = 2 * TimeSpan.TicksPerSecond;

    /// <param name="file">Open for reading, and not shared with writers.</param>
    internal static bool Is(WindowsCloner cloner, nint file, in SourceIdentity source) =>
        (source.Stamp.Attributes & FILE_ATTRIBUTE_SPARSE_FILE) == 0
        && IsOldEnough(cloner, source)
        && cloner.Volumes.Of(source.Stamp.Id.VolumeSerialNumber, file) is { } volume

        // The times of a file on another machine are that machine's.
        && !cloner.Volumes.IsRemote(volume, file)
        && OnlyContent.Has(cloner.Calls, file, source.Stamp, volume);

    /// <summary>
    /// With a number in the change journal, seconds. Without one a change is noticed by the change time, which a program can set, and by
    /// times that are not final while the file is written to: minutes. With neither, as on FAT and exFAT, a file replaced by another of the
    /// same length and write time, as packages are, would not be noticed: never.
    /// </summary>
    internal static bool IsOldEnough(WindowsCloner cloner, in SourceIdentity source) =>
        source.Usn != 0 ? IsSettled(cloner, source.Stamp)
        : source.Stamp.State.ChangeTime != 0 && !cloner.IsRecent(source.Stamp);

    /// <summary>Whether it may be cached later, if nothing changes it.</summary>
    internal static bool IsTooNew(WindowsCloner cloner, in SourceIdentity source) =>
        source.Usn == 0 ? cloner.IsRecent(source.Stamp) : !IsSettled(cloner, source.Stamp);

    internal static bool IsSettled(WindowsCloner cloner, in FileStamp stamp) =>
        cloner.Calls.SystemTime() - LastChange(stamp) >= SettledTime;

    /// <summary>Whether it would not be settled after waiting for as long as that takes.</summary>
    internal static bool IsOfTheFuture(WindowsCloner cloner, in FileStamp stamp) =>
        LastChange(stamp) - cloner.Calls.SystemTime() > SettledTime;

    private static long LastChange(in FileStamp stamp) => Math.Max(stamp.State.LastWriteTime, stamp.State.ChangeTime);
}
