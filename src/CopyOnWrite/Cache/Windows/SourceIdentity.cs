using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Windows;

/// <summary>
/// Which file a source is, and in which state: <see cref="FileStamp"/> with the number of its last record in the volume's change journal.
/// A program can set the change time (FileBasicInfo), and no program the number.
/// </summary>
internal readonly struct SourceIdentity
{
    internal readonly FileStamp Stamp;

    /// <summary>0 where the volume has no active journal (page "FSCTL_READ_FILE_USN_DATA", [MS-FSA] 2.1.4.17).</summary>
    internal readonly long Usn;

    internal SourceIdentity(in FileStamp stamp, long usn)
    {
        Stamp = stamp;
        Usn = usn;
    }

    /// <summary>0, or the error. The file is to be open without others writing to it.</summary>
    internal static int Get(IWindowsCalls calls, nint file, out SourceIdentity identity)
    {
        int error = FileStamp.Get(calls, file, out FileStamp stamp);
        identity = error == 0 ? new SourceIdentity(stamp, UsnOf(calls, file)) : default;
        return error;
    }

    internal bool Is(in SourceIdentity other) => Stamp.IsUnchangedSince(other.Stamp) && Usn == other.Usn;

    private static unsafe long UsnOf(IWindowsCalls calls, nint file)
    {
        // A record with the longest name, of 255 characters.
        const int Size = 1024;
        long* record = stackalloc long[Size / sizeof(long)];
        record[0] = 0;
        var versions = new READ_FILE_USN_DATA { MinMajorVersion = 2, MaxMajorVersion = 3 };
        int error = calls.DeviceIoControl(file, FSCTL_READ_FILE_USN_DATA, &versions, sizeof(READ_FILE_USN_DATA), record, Size);
        return error != 0 ? 0
            : ((USN_RECORD_V2*)record)->MajorVersion switch
            {
                2 => ((USN_RECORD_V2*)record)->Usn,
                3 => ((USN_RECORD_V3*)record)->Usn,
                _ => 0,
            };
    }
}
