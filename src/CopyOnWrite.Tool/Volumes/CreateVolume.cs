using System.Runtime.InteropServices;
using System.Text.Json;
using CopyOnWrite.Measurement;
using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Volumes;

/// <summary>Creates a sparse file with a file system that clones and mounts it on a folder; nothing else is formatted or hidden.</summary>
internal sealed class CreateVolume(Programs programs, CreateOptions options, string sudo)
{
    internal static async Task<VolumeAnswer> RunAsync(Programs programs, CreateOptions options, bool dry, CancellationToken cancel)
    {
        var creation = new CreateVolume(programs, options, await programs.FindSudoAsync(dry));
        (string Command, string? Makes)[] steps = creation.Steps();
        await creation.CheckAsync(dry);
        if (!dry)
        {
            await creation.RunAsync(steps, cancel);
        }

        return Answer(
            options, [.. steps.Select(step => step.Command), "# clones a file there, and checks whether both share their blocks"], dry);
    }

    /// <summary>
    /// A volume of this tool that is mounted there, or is mounted again, as after a restart; null for anything else, which is then created
    /// or refused.
    /// </summary>
    internal static async Task<VolumeAnswer?> ReuseAsync(Programs programs, string path, bool dry)
    {
        string folder = LoopImage.RealPath(path);
        if (KnownVolume.TryFind(folder) is not { IsOurs: true } volume)
        {
            return null;
        }

        string what = $"{volume.FileSystem}, {Words.Bytes(volume.Size)} at most, in {volume.Image}.";
        if (volume.Places.Contains(folder))
        {
            return new VolumeAnswer($"{folder} is a volume already: {what}", folder, volume.Image, [], [], dry);
        }

        // The volume would hide what is in the folder.
        if (volume.Places.Count > 0 || volume.Record.Folder != folder || !Directory.Exists(folder) || !LoopImage.IsEmpty(folder))
        {
            return null;
        }

        string mount = LoopImage.MountCommand(await programs.FindSudoAsync(dry), volume.Image, folder, volume.FileSystem);
        if (!dry)
        {
            await programs.RunAsync(mount);
        }

        return new VolumeAnswer(
            $"{folder} {(dry ? "would be" : "is")} mounted again: {what}", folder, volume.Image, [], [mount], dry);
    }

    /// <summary>Before anything is changed: programs, and a free loop device.</summary>
    private async Task CheckAsync(bool dry)
    {
        programs.Require($"mkfs.{options.FileSystem}", options.FileSystem == "xfs" ? "xfsprogs" : "btrfs-progs");
        programs.Require("mount", "util-linux (or mount)");
        programs.Require("losetup", "util-linux (or mount)");
        if (!dry && await programs.TryAsync($"{sudo}losetup -f") is { ExitCode: not 0 } none)
        {
            throw new BadInputException(
                $"There is no loop device for the image: {none.LastLine}. Load the kernel's module (`modprobe loop`); a container needs "
                + "the devices of its host, for example by `docker run --privileged`.",
                "COW1043");
        }
    }

    /// <summary>The commands, and the files and folders that they make.</summary>
    private (string Command, string? Makes)[] Steps()
    {
        string fileSystem = options.FileSystem;
        string uuid = Guid.NewGuid().ToString();
        (string image, string folder) = (ShellText.Argument(options.Image), ShellText.Argument(options.Folder));
        bool createsFolder = !Directory.Exists(options.Folder);
        string recordFile = VolumeRecord.PathOf(options.Image);
        string record = JsonSerializer.Serialize(
            new VolumeRecord(
                VolumeRecord.CurrentSchema, ToolVersion.Current, options.Folder, fileSystem, uuid, options.Size, DateTimeOffset.UtcNow,
                createsFolder),
            JsonSerializerOptions.Web);

        // With -C a file that appeared since the checks is not overwritten. Only the owner may read the image, which has all files of the
        // volume. mkfs without -f refuses where there is a file system.
        return
        [
            ($"(umask 077; set -C; : > {image})", options.Image),
            ($"truncate -s {options.Size} {image}", null),
            (fileSystem == "xfs" ? $"mkfs.xfs -q -m reflink=1,uuid={uuid} {image}" : $"mkfs.btrfs -q -U {uuid} {image}", null),
            ($"(umask 022; set -C; {ShellText.WriteFile(recordFile, record)})", recordFile),
            .. createsFolder ? [($"{sudo}mkdir {folder}", options.Folder)] : Array.Empty<(string, string?)>(),
            (LoopImage.MountCommand(sudo, options.Image, options.Folder, fileSystem), null),
            (programs.Caller is { } caller ? $"chown -h {caller} {folder} {image} {ShellText.Argument(recordFile)}"
                : $"{sudo}chown -h --reference={image} {folder}", null),
        ];
    }

    /// <summary>All steps, or none: what fails or is stopped is undone.</summary>
    private async Task RunAsync((string Command, string? Makes)[] steps, CancellationToken cancel)
    {
        // Closing the terminal stops it like Ctrl+C and SIGTERM, which System.CommandLine handles.
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancel);
        using var hangup = PosixSignalRegistration.Create(PosixSignal.SIGHUP, signal =>
        {
            signal.Cancel = true;
            stop.Cancel();
        });
        List<string> made = [];
        try
        {
            foreach ((string command, string? makes) in steps)
            {
                stop.Token.ThrowIfCancellationRequested();
                made.AddRange(makes is null || Path.Exists(makes) ? [] : [makes]);
                await programs.RunAsync(command);
            }

            stop.Token.ThrowIfCancellationRequested();

            // A mount that mounted nothing would leave the folder on a volume that may clone as well.
            string why = $"{options.Image} is not mounted";
            if (!LoopImage.PlacesOf(options.Image).Contains(options.Folder) || !Volume.At(options.Folder).TryClone(out why))
            {
                throw new BadInputException($"The new volume does not clone: {why}.", "COW1048");
            }
        }
        catch (Exception e) when (e is BadInputException or IOException or UnauthorizedAccessException or OperationCanceledException)
        {
            bool stopped = e is OperationCanceledException;
            string code = stopped ? "COW1049" : (e as BadInputException)?.Code ?? "COW1048";
            string why = stopped ? "Stopped before the end." : e.Message.TrimEnd('.') + ".";
            why += why.EndsWith("Permission denied.", StringComparison.Ordinal)
                ? " Run this with sudo, or name a folder that you may write to." : string.Empty;
            try
            {
                await UndoAsync(made);
            }
            catch (Exception left) when (left is BadInputException or IOException or UnauthorizedAccessException)
            {
                throw new BadInputException($"{why} Not everything could be undone: {left.Message}", "COW1053");
            }

            throw new BadInputException($"{why} What had been done was undone.", code);
        }
    }

    private async Task UndoAsync(List<string> made)
    {
        await LoopImage.UnmountAsync(programs, sudo, options.Image, options.Folder);
        if (made.Remove(options.Folder) && Directory.Exists(options.Folder))
        {
            await programs.RunAsync($"{sudo}rmdir {ShellText.Argument(options.Folder)}");
        }

        made.ForEach(File.Delete);
    }

    private static VolumeAnswer Answer(CreateOptions options, string[] commands, bool dry)
    {
        (string image, string folder, string fileSystem) = (options.Image, options.Folder, options.FileSystem);
        string word = ShellText.Argument(folder);
        List<string> facts =
        [
            $"Put the repository on it, and NuGet's packages: export NUGET_PACKAGES={word}/.nuget-packages",
            $"After a restart: {LoopImage.MountCommand("sudo ", image, folder, fileSystem)}",
        ];
        if (!dry)
        {
            facts.Insert(0, "A file was cloned there, so that it shares the blocks of the other.");

            // By a trial: xfs may be without reflink.
            facts.AddRange(Volume.At(Path.GetDirectoryName(image)!).TryClone(out _)
                ? ["The volume that the image is on clones as well: a folder there is enough, and faster."] : []);
        }

        return new VolumeAnswer(
            $"{folder} {(dry ? "would be" : "is")} a volume that clones: {fileSystem}, {Words.Bytes(options.Size)} at "
                + $"most, in {image}, which grows with what is written.",
            folder, image, facts, commands, dry)
        {
            Fstab = LoopImage.FstabLine(image, folder, fileSystem),
            Grow =
            [
                $"truncate -s 100GB {ShellText.Argument(image)} && sudo losetup -c \"$(findmnt -no SOURCE {word})\"",
                fileSystem == "xfs" ? $"sudo xfs_growfs {word}" : $"sudo btrfs filesystem resize max {word}",
            ],
        };
    }
}
