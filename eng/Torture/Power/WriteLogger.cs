namespace CopyOnWrite.Torture.Power;

/// <summary>
/// Shows a disk's image as another file, and logs what is written to that: FUSE maps it to the image, so that the kernel needs neither
/// device mapper nor network block devices.
/// </summary>
internal sealed class WriteLogger : IDisposable
{
    private readonly Process _daemon;

    internal WriteLogger(string image, string log)
    {
        Image = image + ".logged";
        File.WriteAllText(Image, string.Empty);
        File.WriteAllText(log, string.Empty);
        _daemon = Process.Start(
            "qemu-storage-daemon",
            [
                "--blockdev", $"driver=file,node-name=image,filename={image}",
                "--blockdev", $"driver=file,node-name=log,filename={log}",
                "--blockdev", "driver=blklogwrites,node-name=logged,file=image,log=log,log-sector-size=512",
                "--export", $"type=fuse,id=export,node-name=logged,mountpoint={Image},writable=on",
            ]);
        Programs.WaitUntil(() => _daemon.HasExited || new FileInfo(Image).Length == Disk.Size, "qemu-storage-daemon");
    }

    /// <summary>The file to mount.</summary>
    internal string Image { get; }

    public void Dispose()
    {
        // SIGTERM: it writes the log's end and unmounts.
        Programs.Run("kill", "-TERM", $"{_daemon.Id}");
        _daemon.WaitForExit();
        _daemon.Dispose();
        File.Delete(Image);
    }
}
