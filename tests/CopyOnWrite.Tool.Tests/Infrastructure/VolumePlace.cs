namespace CopyOnWrite.Tool.Tests.Infrastructure;

/// <summary>A folder to create volumes in, on the ext4 volume, with its own programs. What a test leaves goes at its end.</summary>
internal sealed class VolumePlace : IDisposable
{
    private readonly VolumeUnderTest _volume = VolumeUnderTest.Require("plain");
    private readonly string _fakes;

    internal VolumePlace()
    {
        _fakes = Directory.CreateDirectory(_volume.PathOf("fakes")).FullName;
        Path = $"{_fakes}:{Environment.GetEnvironmentVariable("PATH")}:/usr/sbin:/sbin";
        Directory.CreateDirectory(PathOf("."));
    }

    internal string Folder => PathOf("clones");

    internal string Path { get; }

    /// <summary>The folder of the volumes; its listing shows what a failure has left.</summary>
    internal string PathOf(string name) => System.IO.Path.TrimEndingDirectorySeparator(
        System.IO.Path.GetFullPath(System.IO.Path.Combine(_volume.Folder, "place", name)));

    /// <summary>A program that comes before the system's own of this name. "$real" in its text is that one's path.</summary>
    internal void Fake(string name, string script)
    {
        string real = Path.Split(':').Select(folder => System.IO.Path.Combine(folder, name)).FirstOrDefault(File.Exists, name);
        string file = System.IO.Path.Combine(_fakes, name);
        File.WriteAllText(file, $"#!/bin/sh\nreal={real}\n{script}\n");
        File.SetUnixFileMode(file, (UnixFileMode)0x1ED);    // 0755
    }

    /// <summary>Files, mounts and loop devices, one a line.</summary>
    internal string Left() => string.Join('\n',
    [
        .. Directory.EnumerateFileSystemEntries(PathOf(".")).Order(StringComparer.Ordinal).Select(file => "file " + file),
        .. Mounts().Select(mount => "mount " + mount),
        .. Loops().Select(loop => $"loop device of {Mount.ImageBehind(loop)}"),
    ]);

    public void Dispose()
    {
        Mounts().Reverse().ToList().ForEach(mount => Command.Run("umount", ["-l", mount]));
        Loops().ToList().ForEach(loop => Command.Run("losetup", ["-d", loop]));
        _volume.Dispose();
    }

    internal IReadOnlyList<string> Mounts() =>
        [.. Mount.All().Select(mount => mount.Point).Where(point => point.StartsWith(_volume.Folder + "/", StringComparison.Ordinal))];

    private IReadOnlyList<string> Loops() =>
    [
        .. Directory.EnumerateDirectories("/sys/block", "loop*").Select(folder => "/dev/" + System.IO.Path.GetFileName(folder))
            .Where(device => Mount.ImageBehind(device)?.StartsWith(_volume.Folder + "/", StringComparison.Ordinal) == true),
    ];
}
