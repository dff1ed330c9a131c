using System;
using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Windows;

/// <summary>
/// An open file's identity and state: the volume's serial, the file's id, its length and its times.
/// </summary>
internal readonly record struct FileStamp(FILE_ID_INFO Id, FILE_NETWORK_OPEN_INFORMATION State)
{
    /// <summary>In bytes.</summary>
    internal long Length => State.EndOfFile;

    /// <summary>In 100 ns since 1601.</summary>
    internal long LastChange => Math.Max(State.LastWriteTime, State.ChangeTime);

    internal uint Attributes => State.FileAttributes;

    internal static unsafe int Get(IWindowsCalls calls, nint file, out FileStamp stamp)
    {
        stamp = default;
        FILE_ID_INFO id;
        int error = calls.GetFileInformation(file, FileIdInfo, &id, sizeof(FILE_ID_INFO));
        if (error != 0)
        {
            return error;
        }

        error = calls.GetNetworkOpenInformation(file, out FILE_NETWORK_OPEN_INFORMATION state);
        stamp = error == 0 ? new FileStamp(id, state) : default;
        return error;
    }

    /// <summary>
    /// Whether a clone has all that CopyFile would copy: no further streams, no extended attributes, no odd attributes, as a block clone
    /// carries the main stream only. Nor may the file have fewer blocks than its length needs: the rest is not in the file system (a
    /// placeholder), or not there yet.
    /// </summary>
    /// <param name="volume">The file's volume.</param>
    internal unsafe bool HasOnlyContent(IWindowsCalls calls, nint file, VolumeInfo volume)
    {
        bool sparse = (Attributes & FILE_ATTRIBUTE_SPARSE_FILE) != 0;
        if (!SourceFile.HasClonableAttributes(Attributes)
            || (!sparse && State.AllocationSize < Length)
            || (volume.HasExtendedAttributes && (calls.GetEaSize(file, out uint bytes) != 0 || bytes != 0)))
        {
            return false;
        }

        // Space for the content's stream only: a further stream gives ERROR_MORE_DATA.
        const int Size = 64;
        byte* streams = stackalloc byte[Size];
        return !volume.HasStreams
            || (calls.GetFileInformation(file, FileStreamInfo, streams, Size) == 0 && ((FILE_STREAM_INFO*)streams)->NextEntryOffset == 0);
    }

    internal bool HasId(in FILE_ID_INFO id) =>
        Id.VolumeSerialNumber == id.VolumeSerialNumber && Id.FileIdLow == id.FileIdLow && Id.FileIdHigh == id.FileIdHigh;

    /// <summary>The same file, not written to since: the change time moves with everything, the write time may be set back.</summary>
    internal bool IsUnchangedSince(in FileStamp earlier) =>
        HasId(earlier.Id)
        && Length == earlier.Length
        && State.LastWriteTime == earlier.State.LastWriteTime
        && State.ChangeTime == earlier.State.ChangeTime;
}
