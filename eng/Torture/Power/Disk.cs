namespace CopyOnWrite.Torture.Power;

/// <summary>A volume in an image, mounted in a folder.</summary>
internal sealed class Disk : IDisposable
{
    internal const long Size = 320L << 20; // mkfs.xfs makes none below 300 MiB.

    private readonly string _folder;

    internal Disk(string image, string folder)
    {
        _folder = folder;
        Directory.CreateDirectory(folder);
        Programs.Run("mount", "-o", "loop,noatime", image, folder);
    }

    internal static string? WhyNot() =>
        !Environment.IsPrivilegedProcess ? "only root mounts volumes"
        : !File.Exists("/dev/fuse") ? "/dev/fuse is missing"
        : !Shell.Finds("qemu-storage-daemon") ? "qemu-storage-daemon is missing (Debian: qemu-system-common)"
        : null;

    internal static void Format(string image, string fileSystem)
    {
        using (FileStream file = File.Create(image))
        {
            file.SetLength(Size);
        }

        string quiet = fileSystem == "ext4" ? "-qF" : "-qf";
        Programs.Run($"mkfs.{fileSystem}", quiet, image);
    }

    /// <summary>The metadata that is pending, and not the content: what a journal commits every few seconds.</summary>
    internal void CommitMetadata()
    {
        using FileStream file = File.Create(Path.Combine(_folder, "committed"));
        file.Flush(flushToDisk: true);
    }

    /// <summary>A process that has just ended may still use the volume, while its threads wait for a processor.</summary>
    public void Dispose() => Programs.WaitUntil(() => Programs.TryRun("umount", _folder) is null, $"umount {_folder}");
}
