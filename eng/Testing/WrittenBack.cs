namespace CopyOnWrite.Testing;

/// <summary>Waits for the disk of one volume. <see cref="Volume.WriteBackAll"/> waits for those of all.</summary>
public static class WrittenBack
{
    /// <summary>Waits until everything that was written to this volume is on its disk; does not flush other volumes (syncfs(2)).</summary>
    public static void WriteBack(this Volume volume)
    {
        if (OperatingSystem.IsLinux())
        {
            using Process sync = Process.Start("sync", ["--file-system", volume.Folder]);
            sync.WaitForExit();
            _ = sync.ExitCode == 0 ? 0 : throw new IOException($"sync --file-system {volume.Folder} ended with {sync.ExitCode}.");
        }
    }
}
