using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Windows;

/// <summary>Closes a file at the end of its using.</summary>
internal readonly ref struct OpenedFile(Win32Calls calls, nint handle)
{
    internal const uint ShareAll = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;

    /// <summary>Opens a file or folder to read its attributes. Sharing all and asking for no content, it blocks no other process.</summary>
    internal static int ForAttributes(Win32Calls calls, string path, out nint handle) =>
        calls.CreateFile(path, FILE_READ_ATTRIBUTES, ShareAll, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, out handle);

    public void Dispose() => calls.CloseHandle(handle);
}
