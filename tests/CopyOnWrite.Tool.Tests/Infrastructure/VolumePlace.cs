using CopyOnWrite.Tool.Volumes;

namespace CopyOnWrite.Tool.Tests.Infrastructure;

/// <summary>
/// A folder to create volumes in, on the ext4 volume of the tests, with its own programs. Whatever a test leaves is
/// unmounted and deleted at its end.
/// </summary>
internal sealed class VolumePlace : IDisposable
{
    internal const long MiB = 1 << 20;
    internal const long Size = 512 * MiB;

    private readonly VolumeUnderTest _volume = VolumeUnderTest.Require("plain");
    private readonly string _fakes;

    private VolumePlace()
    {
        _fakes = Directory.CreateDirectory(_volume.PathOf("fakes")).FullName;
        Path = $"{_fakes}:{Environment.GetEnvironmentVariable("PATH")}:/usr/sbin:/sbin";
        Directory.CreateDirectory(PathOf("."));
    }

    internal static VolumePlace New() => new();

    internal string Folder => PathOf("clones");

    internal string Image => Folder + ".img";

    internal string Record => VolumeRecord.PathOf(Image);

    internal string Path { get; set; }

    internal bool IsRoot { get; set; } = true;

    /// <summary>Who has called sudo.</summary>
    internal string? Caller { get; set; } = "1234:1235";

    internal Programs Programs(bool dry = false) => new(Path, IsRoot, Caller, dry);

    /// <summary>The folder of the volumes; its listing shows what a failure has left.</summary>
    internal string PathOf(string name) => System.IO.Path.TrimEndingDirectorySeparator(
        System.IO.Path.GetFullPath(System.IO.Path.Combine(_volume.Folder, "place", name)));

    /// <summary>A program that comes before the system's own of this name. "$real" in its text is that one's path.</summary>
    internal void Fake(string name, string script)
    {
        string real = RealOf(name);
        string file = System.IO.Path.Combine(_fakes, name);
        File.WriteAllText(file, $"#!/bin/sh\nreal={real}\n{script}\n");
        File.SetUnixFileMode(file, (UnixFileMode)0x1ED);    // 0755
    }

    internal string RealOf(string name) =>
        Path.Split(':').Select(folder => System.IO.Path.Combine(folder, name)).FirstOrDefault(File.Exists, name);

    /// <summary>Runs what it is asked for, as sudo does for a user who may, and writes it down.</summary>
    internal void FakeSudo() => Fake("sudo", $"echo \"$*\" >> {_fakes}/sudo.log; [ \"$1\" != -n ] || shift; exec \"$@\"");

    internal string[] CallsOfSudo => File.ReadAllLines(System.IO.Path.Combine(_fakes, "sudo.log"));

    internal Task<VolumeAnswer> CreateAsync(
        string fileSystem = "xfs", bool dry = false, string size = "512MiB", CancellationToken cancel = default) =>
        CreateVolume.RunAsync(Programs(dry), CreateOptions.Of(Folder, null, size, fileSystem), cancel);

    internal Task<VolumeAnswer> RemoveAsync(bool force = false, bool dry = false) => RemoveVolume.RunAsync(Programs(dry), Folder, force);

    internal KnownVolume Listed() => KnownVolume.All(PathOf(".")).Single(volume => volume.Image == Image);

    /// <summary>Files, mounts and loop devices, one a line.</summary>
    internal string Left() => string.Join('\n',
    [
        .. Directory.EnumerateFileSystemEntries(PathOf(".")).Order(StringComparer.Ordinal).Select(file => "file " + file),
        .. Mounts().Select(mount => "mount " + mount),
        .. Loops().Select(loop => $"loop device of {Mount.ImageBehind(loop)}"),
    ]);

    /// <summary>It is refused with this code and message, and nothing is changed, or all is undone.</summary>
    internal async Task<string> RefusesAsync(string code, string message, Func<Task> act)
    {
        string before = Left();
        BadInputException refused = await Assert.ThrowsExactlyAsync<BadInputException>(act);
        Assert.AreEqual(code, refused.Code, refused.Message);
        Assert.Contains(message, refused.Message);
        Assert.AreEqual(before, Left());
        return refused.Message;
    }

    public void Dispose()
    {
        foreach (string mount in Mounts().Reverse())
        {
            Command.Run("umount", ["-l", mount]);
        }

        foreach (string loop in Loops())
        {
            Command.Run("losetup", ["-d", loop]);
        }

        _volume.Dispose();
    }

    internal IReadOnlyList<string> Mounts() =>
        [.. Mount.All().Select(mount => mount.Point).Where(point => point.StartsWith(_volume.Folder + "/", StringComparison.Ordinal))];

    internal IReadOnlyList<string> Loops() =>
    [
        .. Directory.EnumerateDirectories("/sys/block", "loop*").Select(folder => "/dev/" + System.IO.Path.GetFileName(folder))
            .Where(device => Mount.ImageBehind(device)?.StartsWith(_volume.Folder + "/", StringComparison.Ordinal) == true),
    ];
}

/// <summary>Tests that each have a place.</summary>
public abstract class TestsOfVolumes
{
    private protected VolumePlace Place { get; private set; } = null!;

    [TestInitialize]
    public void Open() => Place = VolumePlace.New();

    [TestCleanup]
    public void Close() => Place?.Dispose();
}
