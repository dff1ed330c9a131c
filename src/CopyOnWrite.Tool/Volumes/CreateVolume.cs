using System.Text.Json;

namespace CopyOnWrite.Tool.Volumes;

/// <summary>Creates a sparse file with a file system that clones and mounts it on a folder; nothing else is formatted or hidden.</summary>
internal sealed class CreateVolume(Programs programs, VolumeRecord volume, string sudo)
{
    private readonly string _image = ShellText.Argument(volume.Image);
    private readonly string _folder = ShellText.Argument(volume.Folder);

    // What did not exist before the step that makes it.
    private readonly Stack<string> _made = [];

    /// <summary>All steps, or none: what fails or is stopped is undone.</summary>
    internal static async Task<VolumeAnswer> RunAsync(Programs programs, VolumeRecord volume, CancellationToken cancel)
    {
        var creation = new CreateVolume(programs, volume, await programs.FindSudoAsync());
        try
        {
            await creation.RunStepsAsync(cancel);
        }
        catch (Exception e) when (e is BadInputException or IOException or UnauthorizedAccessException or OperationCanceledException)
        {
            throw await creation.UndoneAsync(e);
        }

        return creation.Answer();
    }

    private async Task RunStepsAsync(CancellationToken cancel)
    {
        string record = VolumeRecord.PathOf(volume.Image);

        // With -C a file that appeared since the checks is not overwritten. Only the owner may read the image, which has all files of the
        // volume. mkfs without -f refuses where there is a file system.
        await RunAsync($"(umask 077; set -C; : > {_image})", makes: volume.Image);
        await RunAsync($"truncate -s {volume.Size} {_image}");
        await RunAsync(volume.FileSystem == "xfs"
            ? $"mkfs.xfs -q -m reflink=1,uuid={volume.Uuid} {_image}"
            : $"mkfs.btrfs -q -U {volume.Uuid} {_image}");
        await RunAsync(
            $"(umask 022; set -C; {ShellText.WriteFile(record, JsonSerializer.Serialize(volume, JsonSerializerOptions.Web))})",
            makes: record);
        if (volume.CreatedFolder)
        {
            await RunAsync($"{sudo}mkdir {_folder}", makes: volume.Folder);
        }

        await RunAsync(volume.MountCommand(sudo));
        await RunAsync(programs.Caller is { } caller ? $"chown -h {caller} {_folder} {_image} {ShellText.Argument(record)}"
            : $"{sudo}chown -h --reference={_image} {_folder}");

        // A mount that mounted nothing would leave the folder on a volume that may clone as well.
        string why = $"{volume.Image} is not mounted";
        if (!programs.IsDry
            && (!LoopImage.PlacesOf(volume.Image).Contains(volume.Folder) || !Volume.At(volume.Folder).TryClone(out why)))
        {
            throw new BadInputException($"The new volume does not clone: {why}.", "COW1048");
        }

        async Task RunAsync(string command, string? makes = null)
        {
            if (makes is not null && !Path.Exists(makes))
            {
                _made.Push(makes);
            }

            await programs.RunAsync(command);
            cancel.ThrowIfCancellationRequested();
        }
    }

    private async Task<BadInputException> UndoneAsync(Exception cause)
    {
        (string why, string code) = cause is OperationCanceledException
            ? ("Stopped before the end.", "COW1049")
            : (cause.Message.TrimEnd('.') + ".", (cause as BadInputException)?.Code ?? "COW1048");
        try
        {
            await LoopImage.UnmountAsync(programs, sudo, volume.Image, volume.Folder);
            foreach (string path in _made.Where(Path.Exists))
            {
                await programs.RunAsync($"{(path == volume.Folder ? $"{sudo}rmdir" : "rm")} {ShellText.Argument(path)}");
            }

            return new BadInputException($"{why} What had been done was undone.", code);
        }
        catch (Exception left) when (left is BadInputException or OperationCanceledException)
        {
            return new BadInputException($"{why} Not everything could be undone: {left.Message}", "COW1053");
        }
    }

    private VolumeAnswer Answer()
    {
        bool dry = programs.IsDry;

        // By a trial: xfs may be without reflink.
        bool isNeeded = dry || !Volume.At(Path.GetDirectoryName(volume.Image)!).TryClone(out _);
        return new VolumeAnswer(
            $"{volume.Folder} {(dry ? "would be" : "is")} a volume that clones: {volume.FileSystem}, {Words.Bytes(volume.Size)} at "
                + $"most, in {volume.Image}, which grows with what is written.",
            volume.Folder,
            volume.Image,
            [
                .. dry ? [] : (string[])["A file was cloned there, so that it shares the blocks of the other."],
                $"Put the repository on it, and NuGet's packages: export NUGET_PACKAGES={_folder}/.nuget-packages",
                $"After a restart: {volume.MountCommand("sudo ")}",
                .. isNeeded ? [] : (string[])["The volume that the image is on clones as well: a folder there is enough, and faster."],
            ],
            [.. programs.Commands, "# clones a file there, and checks whether both share their blocks"],
            dry,
            volume.Fstab,
            [
                $"truncate -s 100GB {_image} && sudo losetup -c \"$(findmnt -no SOURCE {_folder})\"",
                volume.FileSystem == "xfs" ? $"sudo xfs_growfs {_folder}" : $"sudo btrfs filesystem resize max {_folder}",
            ]);
    }
}
