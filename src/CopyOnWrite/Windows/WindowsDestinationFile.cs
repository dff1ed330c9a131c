using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Windows;

/// <summary>
/// The file being cloned into, beside the destination under a temporary name, and renamed to it at the end: what a killed process leaves
/// never has the destination's name, so no target with Inputs and Outputs takes it for done. Open without sharing, as CopyFile has its
/// destination, so no other program reads or deletes a file that is not finished.
/// </summary>
internal readonly struct WindowsDestinationFile(IWindowsCalls calls, nint handle, string path, VolumeInfo? volume)
{
    internal nint Handle { get; } = handle;

    /// <summary>The outcome is of kind NotHandled when no file can be made; then nothing was left.</summary>
    internal static CloneOutcome Create(
        IWindowsCalls calls, string path, VolumeInfo volume, uint attributes, out WindowsDestinationFile created)
    {
        nint handle = INVALID_HANDLE_VALUE;
        int error = WindowsTempFile.Make(
            calls, path, joinsLeftovers: true, temporary => Open(calls, temporary, attributes, out handle), out _);
        created = error == 0 ? new WindowsDestinationFile(calls, handle, path, volume) : default;
        return error == 0 ? default : CloneOutcome.NotHandled(WinError.OfFile(error), error);
    }

    /// <summary>0, or the error of the step that failed; then what was made is gone again.</summary>
    /// <param name="replaces">Whether a file has the destination's name.</param>
    /// <param name="inUse">Replaces a file that programs have loaded; null to leave it.</param>
    internal unsafe int StampAndPublish(in FileStamp source, bool replaces, FileInUse? inUse)
    {
        // As CopyFile: the source's write time, other times new. A read-only source's copy has no attributes at all, as
        // the built-in task sets them to Normal.
        uint attributes = source.Attributes;
        var change = new FILE_BASIC_INFO
        {
            LastWriteTime = source.State.LastWriteTime,
            FileAttributes = (attributes & FILE_ATTRIBUTE_READONLY) != 0 ? FILE_ATTRIBUTE_NORMAL
                : (attributes & FILE_ATTRIBUTE_NOT_CONTENT_INDEXED) != 0
                    ? AtCreation(attributes) | FILE_ATTRIBUTE_ARCHIVE | FILE_ATTRIBUTE_NOT_CONTENT_INDEXED
                : 0,
        };
        int error = calls.SetFileInformation(Handle, FileBasicInfo, &change, sizeof(FILE_BASIC_INFO));
        if (error != 0)
        {
            Discard();
            return error;
        }

        return WindowsTempFile.Publish(calls, Handle, path, volume, replaces, inUse);
    }

    internal void Discard() => WindowsTempFile.Discard(calls, Handle, volume);

    // FILE_FLAG_OPEN_REPARSE_POINT: a link planted under this name counts as existing and is not followed.
    private static int Open(IWindowsCalls calls, string path, uint attributes, out nint handle) =>
        calls.CreateFile(
            path, GENERIC_READ | GENERIC_WRITE | DELETE, 0, CREATE_NEW, AtCreation(attributes) | FILE_FLAG_OPEN_REPARSE_POINT, out handle);

    /// <summary>The attributes that CreateFile accepts (its page lists them) and the copy keeps.</summary>
    private static uint AtCreation(uint attributes)
    {
        uint kept = attributes & (FILE_ATTRIBUTE_HIDDEN | FILE_ATTRIBUTE_SYSTEM | FILE_ATTRIBUTE_ARCHIVE);
        return (attributes & FILE_ATTRIBUTE_READONLY) != 0 || kept == 0 ? FILE_ATTRIBUTE_NORMAL : kept;
    }
}
