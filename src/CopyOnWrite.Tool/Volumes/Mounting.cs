using System;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using System.Threading;
using System.Threading.Tasks;
using CopyOnWrite.Measurement;

namespace CopyOnWrite.Tool.Volumes;

/// <summary>
/// Mounts an image on its folder. udisks chooses the place itself (below /run/media): then the folder is a link to it.
/// </summary>
internal sealed class Mounting(Programs programs, Rights rights, string image, string folder, string fileSystem)
{
    // The kernel frees a loop device when its last user is gone, which can be a moment after umount returned.
    private static readonly TimeSpan s_longestRelease = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan s_look = TimeSpan.FromMilliseconds(50);

    // 'loop': the kernel frees the device at umount (LO_FLAGS_AUTOCLEAR, mount(8)), also if this process is killed in between. The others
    // as udisks: the image is the user's, who could write into it a program that runs as root, or a device.
    internal const string Options = "loop,nosuid,nodev";

    private string[] Mount => rights.AsRoot("mount", "-t", fileSystem, "-o", Options, image, folder);

    private string[] Unmount => rights.AsRoot("umount", folder);

    private static string[] SetUp(string image) => ["udisksctl", "loop-setup", "--no-user-interaction", "--file", image];

    private static string[] OfDevice(string verb, string device) =>
        ["udisksctl", verb, "--no-user-interaction", "--block-device", device];

    internal string MountText => !rights.ByDesktop ? Programs.Text(Mount)
        : $"{Programs.Text(SetUp(image))}\n{Programs.Text(OfDevice("mount", "/dev/loopN"))}\n"
            + Programs.Text(["ln", "-s", "/run/media/...", folder]);

    /// <summary>For people, after a restart.</summary>
    internal string HowTo => rights.ByDesktop
        ? $"{Programs.Text(SetUp(image))}, then udisksctl mount --block-device with the device that this names"
        : HowToMount(image, folder, fileSystem);

    internal static string HowToMount(string image, string folder, string fileSystem) =>
        Programs.Text(["sudo", "mount", "-t", fileSystem, "-o", Options, image, folder]);

    internal string UnmountText => !rights.ByDesktop ? Programs.Text(Unmount)
        : $"{Programs.Text(OfDevice("unmount", "/dev/loopN"))}\n{Programs.Text(OfDevice("loop-delete", "/dev/loopN"))}\n"
            + Programs.Text(["rm", folder]);

    internal async Task MountAsync(CancellationToken cancel)
    {
        if (!rights.ByDesktop)
        {
            await programs.RunAsync(Mount, cancel);
            if (!MountedVolume.PlacesOf(image).Contains(folder, StringComparer.Ordinal))
            {
                throw new BadInputException($"`{MountText}` ended with 0, and {image} is not mounted.", "COW1048");
            }

            return;
        }

        // "Mapped file /x as /dev/loop0." and "Mounted /dev/loop0 at /run/media/me/NAME": udisksctl(1) has no other way to tell.
        string device = Told(await programs.RunAsync(SetUp(image), cancel), @" as (/dev/\w+)");
        string place = Told(await programs.RunAsync(OfDevice("mount", device), cancel), @" at (.+?)\.?\s*$");
        if (Directory.Exists(folder))
        {
            Directory.Delete(folder);
        }

        File.CreateSymbolicLink(folder, place);
    }

    /// <summary>Whatever is left of mounting it; nothing where nothing is.</summary>
    internal async Task UnmountAsync(CancellationToken cancel)
    {
        if (rights.ByDesktop)
        {
            await UnmountByDesktopAsync(cancel);
        }
        else if (MountedVolume.PlacesOf(image).Contains(folder, StringComparer.Ordinal))
        {
            await programs.RunAsync(Unmount, cancel);
        }

        await FreeAsync();
    }

    private async Task UnmountByDesktopAsync(CancellationToken cancel)
    {
        foreach (string device in ImageFile.LoopDevices(image))
        {
            if (Measurement.Mount.All().Any(mount => mount.Source == device))
            {
                await programs.RunAsync(OfDevice("unmount", device), cancel);
            }

            await programs.RunAsync(OfDevice("loop-delete", device), cancel);
        }

        if (new FileInfo(folder).LinkTarget is not null)
        {
            File.Delete(folder);
        }
    }

    private async Task FreeAsync()
    {
        DateTime last = DateTime.UtcNow + s_longestRelease;
        while (ImageFile.LoopDevices(image).Count > 0 && DateTime.UtcNow < last)
        {
            await Task.Delay(s_look);
        }

        foreach (string device in ImageFile.LoopDevices(image))
        {
            await programs.RunAsync(rights.AsRoot("losetup", "-d", device), CancellationToken.None);
        }

        // losetup -d succeeds where another mount holds the device, and frees it later.
        if (ImageFile.LoopDevices(image) is [{ } held, ..])
        {
            throw new BadInputException(
                $"{image} is still in use by {held}, probably mounted in a container. End that, then run: losetup -d {held}", "COW1051");
        }
    }

    private static string Told(string output, string pattern) => Regex.Match(output, pattern) is { Success: true } match
        ? match.Groups[1].Value
        : throw new BadInputException($"udisksctl wrote an unknown answer: {output.Trim()}", "COW1048");
}

internal static class MountedVolume
{
    /// <summary>What is mounted on folders below this one, the last first: as it is unmounted.</summary>
    internal static string[] Below(string folder) =>
        [.. Mount.All().Select(mount => mount.Point).Where(point => point.StartsWith(folder + "/", StringComparison.Ordinal)).Reverse()];

    /// <summary>The folders that an image is mounted on.</summary>
    internal static string[] PlacesOf(string image) =>
        [.. Mount.All().Where(mount => mount.Source.StartsWith("/dev/loop", StringComparison.Ordinal)
            && ImageFile.Behind(mount.Source) == image).Select(mount => mount.Point)];
}
