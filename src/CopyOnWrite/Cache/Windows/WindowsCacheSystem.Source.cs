using System;
using System.Runtime.InteropServices;
using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Windows;

/// <summary>
/// Which file a source is, how it is copied, and which sources may be cached: those of which content is all that a copy has to have, and
/// whose later changes will be noticed.
/// </summary>
internal sealed unsafe partial class WindowsCacheSystem
{
    private const long SettledTime = CacheSource.SettledSeconds * TimeSpan.TicksPerSecond;

    internal static FileNumbers NumbersOf(in FileStamp stamp, long journal) => new()
    {
        Volume = stamp.Id.VolumeSerialNumber,
        File = stamp.Id.FileIdLow,
        FileEnd = stamp.Id.FileIdHigh,
        Length = stamp.Length,
        Written = stamp.State.LastWriteTime,
        Changed = stamp.State.ChangeTime,
        Journal = journal,
    };

    /// <summary>
    /// The number of the file's last record in the volume's change journal, 0 where there is no active one (page
    /// "FSCTL_READ_FILE_USN_DATA", [MS-FSA] 2.1.4.17). The file is to be open without others writing to it.
    /// </summary>
    internal long JournalOf(nint file)
    {
        // A record with the longest name, of 255 characters.
        const int Size = 1024;
        long* record = stackalloc long[Size / sizeof(long)];
        record[0] = 0;
        var versions = new READ_FILE_USN_DATA { MinMajorVersion = 2, MaxMajorVersion = 3 };
        int error = _calls.DeviceIoControl(file, FSCTL_READ_FILE_USN_DATA, &versions, sizeof(READ_FILE_USN_DATA), record, Size);
        return error != 0 ? 0
            : ((USN_RECORD_V2*)record)->MajorVersion switch
            {
                2 => ((USN_RECORD_V2*)record)->Usn,
                3 => ((USN_RECORD_V3*)record)->Usn,
                _ => 0,
            };
    }

    /// <param name="file">Open for reading, and not shared with writers.</param>
    internal bool IsCacheable(nint file, in FileStamp source, long journal) =>
        (source.Attributes & FILE_ATTRIBUTE_SPARSE_FILE) == 0
        && IsOldEnough(source, journal)
        && cloner.Volumes.Of(source.Id.VolumeSerialNumber, file) is { } volume

        // The times of a file on another machine are that machine's.
        && !volume.IsRemote
        && source.HasOnlyContent(_calls, file, volume);

    /// <summary>On the disk before anything is cloned from it (WindowsWorker.Recent.cs): the copy ends with a flush.</summary>
    public int CopyDurably(nint source, CacheFolder folder, nint made, long length)
    {
        const int BufferSize = 1024 * 1024;
        byte* buffer = (byte*)Marshal.AllocHGlobal(BufferSize);
        int error = 0;
        for (long left = length; left > 0 && error == 0;)
        {
            error = _calls.ReadFile(source, buffer, BufferSize, out int read);
            if (error == 0 && read != Math.Min(left, BufferSize))
            {
                error = ERROR_HANDLE_EOF; // Another program made it shorter, or longer.
            }

            error = error != 0 ? error : _calls.WriteFile(made, buffer, read, out _);
            left -= read;
        }

        Marshal.FreeHGlobal((nint)buffer);
        error = error != 0 ? error : _calls.FlushFileBuffers(made);

        // Other errors may be the source's.
        return error == 0 || WinError.OfFile(error) == Reason.VolumeFull ? error : CacheError.OfThisFile;
    }

    /// <summary>Whether it may be cached later, if nothing changes it.</summary>
    internal bool IsTooNew(in FileStamp source, long journal) => journal == 0 ? cloner.IsRecent(source) : !IsSettled(source);

    /// <summary>
    /// With a number in the change journal, seconds. Without one a change is noticed by the change time, which a program can set, and by
    /// times that are not final while the file is written to: minutes. With neither, as on FAT and exFAT, a file replaced by another of the
    /// same length and write time, as packages are, would not be noticed: never.
    /// </summary>
    private bool IsOldEnough(in FileStamp source, long journal) =>
        journal != 0 ? IsSettled(source) : source.State.ChangeTime != 0 && !cloner.IsRecent(source);

    private bool IsSettled(in FileStamp stamp) =>
        _calls.SystemTime() - Math.Max(stamp.State.LastWriteTime, stamp.State.ChangeTime) >= SettledTime;
}
