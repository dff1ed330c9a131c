using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Windows;

/// <summary>A source's status by its path, with links followed.</summary>
/// <param name="Length">In bytes.</param>
/// <param name="LastWriteTime">In 100 ns since 1601.</param>
/// <param name="LinkedVolume">The volume of a link's target; null otherwise, or if it is unavailable.</param>
internal readonly record struct SourceFile(uint Attributes, long Length, long LastWriteTime, VolumeInfo? LinkedVolume)
{
    // The attributes with which a clone equals CopyFile's result. Encrypted, compressed, offline, on-demand or otherwise odd files have
    // more to them than blocks, or must be read in a special way, which CopyFile knows.
    private const uint Clonable =
        FILE_ATTRIBUTE_READONLY | FILE_ATTRIBUTE_HIDDEN | FILE_ATTRIBUTE_SYSTEM | FILE_ATTRIBUTE_ARCHIVE | FILE_ATTRIBUTE_NORMAL
            | FILE_ATTRIBUTE_SPARSE_FILE | FILE_ATTRIBUTE_NOT_CONTENT_INDEXED | FILE_ATTRIBUTE_INTEGRITY_STREAM;

    internal bool IsReadOnly => (Attributes & FILE_ATTRIBUTE_READONLY) != 0;

    internal static bool HasClonableAttributes(uint attributes) => (attributes & ~Clonable) == 0;

    /// <summary>The outcome is of kind NotHandled when there is no file to copy.</summary>
    internal static CloneOutcome TryStat(IWindowsCalls calls, VolumeInfoCache volumes, string path, out SourceFile seen)
    {
        seen = default;
        int error = calls.GetFileAttributes(path, out WIN32_FILE_ATTRIBUTE_DATA data);
        if (error == 0 && (data.FileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0)
        {
            error = Follow(calls, volumes, path, out seen);
        }
        else if (error == 0)
        {
            seen = new SourceFile(data.FileAttributes, data.Length, data.LastWriteTime, null);
        }

        if (error != 0)
        {
            return CloneOutcome.NotHandled(WinError.IsMissing(error) ? Reason.SourceMissing : WinError.OfFile(error), error);
        }

        return (seen.Attributes & FILE_ATTRIBUTE_DIRECTORY) != 0 ? CloneOutcome.NotHandled(Reason.SourceIsNotAFile) : default;
    }

    /// <summary>Links lead on; other reparse points (files kept in the cloud, deduplicated ones) are opened as what they are.</summary>
    private static int Follow(IWindowsCalls calls, VolumeInfoCache volumes, string path, out SourceFile seen)
    {
        seen = default;
        int error = calls.CreateFile(
            path, FILE_READ_ATTRIBUTES, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS,
            out nint file);
        if (error != 0)
        {
            return error;
        }

        error = FileStamp.Get(calls, file, out FileStamp stamp);
        if (error == 0)
        {
            VolumeInfo? volume = volumes.Of(stamp.Id.VolumeSerialNumber, file);
            seen = new SourceFile(stamp.Attributes, stamp.Length, stamp.State.LastWriteTime, volume);
        }

        calls.CloseHandle(file);
        return error;
    }
}
