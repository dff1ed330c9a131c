namespace CopyOnWrite.Torture.Power;

/// <summary>A volume in an image, mounted under one path; with its writes logged if asked.</summary>
internal sealed class Disk : IDisposable
{
    private const long Size = 320L << 20; // mkfs.xfs makes none below 300 MiB.
    private static readonly TimeSpan s_wait = TimeSpan.FromMinutes(1);

    private readonly string _folder;
    private readonly Process? _logger;
    private readonly string? _seen;

    private Disk(string folder, string image, string? log)
    {
        _folder = folder;
        Directory.CreateDirectory(folder);
        if (log is not null)
        {
            // A file that FUSE maps to the image, so that the kernel needs neither device mapper nor network block devices.
            string seen = image + ".logged";
            File.WriteAllText(seen, string.Empty);
            File.WriteAllText(log, string.Empty);
            _logger = Start(image, log, seen);
            image = seen;
            _seen = seen;
        }

        try
        {
            Programs.Run("mount", "-o", "loop,noatime", image, folder);
        }
        catch
        {
            EndLogger();
            throw;
        }
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

    internal static Disk Mount(string image, string folder) => new(folder, image, null);

    internal static Disk MountLogged(string image, string folder, string log) => new(folder, image, log);

    /// <summary>The metadata that is pending, and not the content: what a journal commits every few seconds.</summary>
    internal void CommitMetadata()
    {
        using FileStream file = File.Create(Path.Combine(_folder, "committed"));
        file.Flush(flushToDisk: true);
    }

    public void Dispose()
    {
        try
        {
            Unmount();
        }
        finally
        {
            EndLogger();
        }
    }

    /// <summary>A process that has just ended may still use the volume, while its threads wait for a processor.</summary>
    private void Unmount()
    {
        DateTime until = DateTime.UtcNow + s_wait;
        while (Programs.TryRun("umount", _folder) is { } errors)
        {
            if (DateTime.UtcNow > until)
            {
                throw new InvalidOperationException($"umount {_folder}: {errors}");
            }

            Thread.Sleep(50);
        }
    }

    private static Process Start(string image, string log, string seen)
    {
        Process logger = Process.Start(
            "qemu-storage-daemon",
            [
                "--blockdev", $"driver=file,node-name=image,filename={image}",
                "--blockdev", $"driver=file,node-name=log,filename={log}",
                "--blockdev", "driver=blklogwrites,node-name=logged,file=image,log=log,log-sector-size=512",
                "--export", $"type=fuse,id=export,node-name=logged,mountpoint={seen},writable=on",
            ]);
        DateTime until = DateTime.UtcNow + s_wait;
        while (new FileInfo(seen).Length != Size)
        {
            if (logger.HasExited || DateTime.UtcNow > until)
            {
                throw new InvalidOperationException("qemu-storage-daemon does not show the image.");
            }

            Thread.Sleep(10);
        }

        return logger;
    }

    private void EndLogger()
    {
        if (_logger is null)
        {
            return;
        }

        // SIGTERM: it writes the log's end and unmounts.
        Programs.Run("kill", "-TERM", $"{_logger.Id}");
        _logger.WaitForExit();
        _logger.Dispose();
        File.Delete(_seen!);
    }
}
