using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Windows;

/// <summary>
/// Which file it is and in which state: by the volume's serial, the file's id, its length and its times. An open file is asked.
/// </summary>
internal readonly struct FileStamp
{
    internal readonly FILE_ID_INFO Id;
    internal readonly FILE_NETWORK_OPEN_INFORMATION State;

    private FileStamp(in FILE_ID_INFO id, in FILE_NETWORK_OPEN_INFORMATION state)
    {
        Id = id;
        State = state;
    }

    /// <summary>In bytes.</summary>
    internal long Length => State.EndOfFile;

    internal uint Attributes => State.FileAttributes;

    internal static unsafe int Get(IWindowsCalls calls, nint file, out FileStamp stamp)
    {
        FILE_ID_INFO id;
        FILE_NETWORK_OPEN_INFORMATION state = default;
        int error = calls.GetFileInformation(file, FileIdInfo, &id, sizeof(FILE_ID_INFO));
        error = error != 0 ? error : calls.GetNetworkOpenInformation(file, out state);
        stamp = error == 0 ? new FileStamp(id, state) : default;
        return error;
    }

    internal bool IsSameFile(in FileStamp other) => HasId(other.Id);

    internal bool HasId(in FILE_ID_INFO id) =>
        Id.VolumeSerialNumber == id.VolumeSerialNumber && Id.FileIdLow == id.FileIdLow && Id.FileIdHigh == id.FileIdHigh;

    /// <summary>The same file, not written to since: the change time moves with everything, the write time may be set back.</summary>
    internal bool IsUnchangedSince(in FileStamp earlier) =>
        IsSameFile(earlier) && HasContentOf(earlier) && State.ChangeTime == earlier.State.ChangeTime;

    /// <summary>Length and write time, as a finished copy has them of its source.</summary>
    internal bool HasContentOf(in FileStamp other) => Length == other.Length && State.LastWriteTime == other.State.LastWriteTime;
}
