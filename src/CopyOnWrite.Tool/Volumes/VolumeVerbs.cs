using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using CopyOnWrite.Measurement;
using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Volumes;

/// <param name="Facts">A sentence each.</param>
/// <param name="Commands">Those that were run, or with --dry-run would be.</param>
internal sealed record VolumeAnswer(
    string Summary, string Folder, string Image, IReadOnlyList<string> Facts, IReadOnlyList<string> Commands, bool DryRun);

/// <summary>create, grow and remove on Linux.</summary>
internal static class VolumeVerbs
{
    internal static async Task<VolumeAnswer> CreateAsync(VolumeSystem system, CreateOptions options, bool dry, CancellationToken cancel)
    {
        Rights rights = await Rights.FindAsync(system, dry, cancel);
        if (rights.ByDesktop && (options.Keeps || options.FileSystem != "xfs"))
        {
            throw new BadInputException(
                (options.Keeps ? "--fstab needs root or sudo: udisks mounts for the session only."
                    : "--fs btrfs needs root or sudo: its root folder would be root's. xfs is possible.")
                + " Run this as root.",
                "COW1041");
        }

        var creation = new CreateVolume(system, options, rights);
        await creation.CheckAsync(dry, cancel);
        IReadOnlyList<Step> steps = creation.Steps();
        bool clonesAlready = !dry && ClonesAlready(options.Image);
        if (!dry)
        {
            await Step.RunAsync(steps, cancel);
        }

        string folder = ShellText.Argument(options.Folder);
        string[] facts =
        [
            .. dry ? Array.Empty<string>() : [$"A file was cloned there: {creation.Proof}."],
            $"Put the repository on it, and NuGet's packages: export NUGET_PACKAGES={folder}/.nuget-packages",
            options.Keeps
                ? $"A line in {system.Fstab} mounts it at each start of the machine."
                : $"After a restart: {creation.HowToMount}",
            .. clonesAlready
                ? ["The volume that the image is on clones as well: a folder there is enough, and faster."]
                : Array.Empty<string>(),
        ];
        return new VolumeAnswer(
            $"{options.Folder} {(dry ? "would be" : "is")} a volume that clones: {options.FileSystem}, {Words.Bytes(options.Size)} at "
                + $"most, in {options.Image}, which grows with what is written.",
            options.Folder, options.Image, facts, Commands(steps), dry);
    }

    /// <summary>
    /// A volume of this tool that is mounted there, or is mounted again, as after a restart; null for anything else, which creating one
    /// then meets.
    /// </summary>
    internal static async Task<VolumeAnswer?> ReuseAsync(VolumeSystem system, string path, bool dry, CancellationToken cancel)
    {
        string folder = VolumeSystem.RealPath(path);
        KnownVolume volume;
        try
        {
            volume = KnownVolume.Find(path);
        }
        catch (BadInputException)
        {
            return null;
        }

        (string image, VolumeRecord record) = (volume.Image, volume.Record);
        string what = $"{record.FileSystem}, {Words.Bytes(record.Size)} at most, in {image}.";
        if (volume.Places.Contains(folder))
        {
            return new VolumeAnswer($"{folder} is a volume already: {what}", folder, image, [], [], dry);
        }

        // udisks chooses its place anew each time. What is in the folder would be hidden.
        bool isEmpty = Directory.Exists(folder) && !Directory.EnumerateFileSystemEntries(folder).Any();
        if (OperatingSystem.IsWindows() || volume.Places.Count > 0 || record.Folder != folder || !isEmpty
            || await Rights.FindAsync(system, dry, cancel) is not { ByDesktop: false } rights)
        {
            return null;
        }

        var mounting = new Mounting(system.Programs, rights, image, folder, record.FileSystem);
        Step mount = new(mounting.MountText, mounting.MountAsync, () => mounting.UnmountAsync(CancellationToken.None));
        if (!dry)
        {
            await Step.RunAsync([mount], cancel);
        }

        return new VolumeAnswer($"{folder} {(dry ? "would be" : "is")} mounted again: {what}", folder, image, [], Commands([mount]), dry);
    }

    internal static async Task<VolumeAnswer> GrowAsync(VolumeSystem system, string path, long size, bool dry, CancellationToken cancel)
    {
        KnownVolume volume = KnownVolume.Find(path);
        IReadOnlyList<Step> steps = GrowVolume.Steps(system, volume, size, await Rights.FindAsync(system, dry, cancel));
        if (!dry)
        {
            await Step.RunAsync(steps, cancel);
        }

        return new VolumeAnswer(
            $"{volume.Record.Folder} {(dry ? "would have" : "has")} {Words.Bytes(size)}, before {Words.Bytes(volume.Record.Size)}.",
            volume.Record.Folder, volume.Image, [], Commands(steps), dry);
    }

    internal static async Task<VolumeAnswer> RemoveAsync(VolumeSystem system, string path, bool force, bool dry, CancellationToken cancel)
    {
        KnownVolume volume = KnownVolume.Find(path);
        Rights rights = await Rights.FindAsync(system, dry, cancel);
        await RemoveVolume.CheckAsync(volume, force, system.Programs, system.AsOwner, cancel);
        IReadOnlyList<Step> steps = new RemoveVolume(system, volume, rights).Steps();
        long bytes = FileStatus.OfTarget(volume.Image).Allocated;
        if (!dry)
        {
            await Step.RunAsync(steps, cancel);
        }

        return new VolumeAnswer(
            $"{volume.Record.Folder} {(dry ? "would be" : "is")} removed with {volume.Image}: {Words.Bytes(bytes)} freed.",
            volume.Record.Folder, volume.Image, [], Commands(steps), dry);
    }

    private static string[] Commands(IEnumerable<Step> steps) => [.. steps.SelectMany(step => step.Text.Split('\n'))];

    // Seen by a trial, since its name does not tell: xfs may be without reflink.
    private static bool ClonesAlready(string image) => Volume.At(Path.GetDirectoryName(image)!).TryClone(out _);
}
