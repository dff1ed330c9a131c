using Microsoft.Win32.SafeHandles;

namespace CopyOnWrite.Testing;

/// <summary>Waits for the disk of one volume. <see cref="Volume.WriteBackAll"/> waits for those of all.</summary>
public static partial class WrittenBack
{
    /// <summary>Waits until everything that was written to this volume is on its disk; does not flush other volumes.</summary>
    public static void WriteBack(this Volume volume)
    {
        if (!OperatingSystem.IsLinux())
        {
            return;
        }

        // Any file will do: .NET opens no folders.
        string path = Path.Combine(volume.Folder, $".cow-sync-{Guid.NewGuid():N}");
        using SafeFileHandle file = File.OpenHandle(
            path, FileMode.CreateNew, FileAccess.Write, FileShare.ReadWrite | FileShare.Delete, FileOptions.DeleteOnClose);
        if (SyncFileSystem(file) != 0)
        {
            throw new IOException($"syncfs {volume.Folder}: {Marshal.GetLastPInvokeErrorMessage()}");
        }
    }

    [LibraryImport("libc", EntryPoint = "syncfs", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int SyncFileSystem(SafeFileHandle file);
}
