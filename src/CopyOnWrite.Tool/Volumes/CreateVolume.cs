using System.Text.Json;
using CopyOnWrite.Measurement;
using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Volumes;

/// <summary>Creates a sparse file with a file system that clones and mounts it on a folder; nothing else is formatted or hidden.</summary>
internal sealed class CreateVolume(Programs programs, CreateOptions options, string sudo)
{
    private readonly string _image = ShellText.Argument(options.Image);
    private readonly string _folder = ShellText.Argument(options.Folder);

    // What did not exist before the step that makes it.
    private readonly Stack<string> _made = [];

    /// <summary>All steps, or none: what fails or is stopped is undone.</summary>
    internal static async Task<VolumeAnswer> RunAsync(Programs programs, CreateOptions options, CancellationToken cancel)
    {
        var creation = new CreateVolume(programs, options, await programs.FindSudoAsync());
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
        (string fileSystem, string uuid) = (options.FileSystem, $"{Guid.NewGuid()}");
        bool createsFolder = !Directory.Exists(options.Folder);
        string recordFile = VolumeRecord.PathOf(options.Image);
        string record = JsonSerializer.Serialize(
            new VolumeRecord(
                VolumeRecord.CurrentSchema, ToolVersion.Current, options.Folder, fileSystem, uuid, options.Size, DateTimeOffset.UtcNow,
                createsFolder),
            JsonSerializerOptions.Web);

        // With -C a file that appeared since the checks is not overwritten. Only the owner may read the image, which has all files of the
        // volume. mkfs without -f refuses where there is a file system.
        await RunAsync($"(umask 077; set -C; : > {_image})", makes: options.Image);
        await RunAsync($"truncate -s {options.Size} {_image}");
        await RunAsync(
            fileSystem == "xfs" ? $"mkfs.xfs -q -m reflink=1,uuid={uuid} {_image}" : $"mkfs.btrfs -q -U {uuid} {_image}");
        await RunAsync($"(umask 022; set -C; {ShellText.WriteFile(recordFile, record)})", makes: recordFile);
        if (createsFolder)
        {
            await RunAsync($"{sudo}mkdir {_folder}", makes: options.Folder);
        }

        await RunAsync(LoopImage.MountCommand(sudo, options.Image, options.Folder, fileSystem));
        await RunAsync(programs.Caller is { } caller ? $"chown -h {caller} {_folder} {_image} {ShellText.Argument(recordFile)}"
            : $"{sudo}chown -h --reference={_image} {_folder}");

        // A mount that mounted nothing would leave the folder on a volume that may clone as well.
        string why = $"{options.Image} is not mounted";
        if (!programs.IsDry
            && (!LoopImage.PlacesOf(options.Image).Contains(options.Folder) || !Volume.At(options.Folder).TryClone(out why)))
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
            await LoopImage.UnmountAsync(programs, sudo, options.Image, options.Folder);
            foreach (string path in _made.Where(Path.Exists))
            {
                await programs.RunAsync($"{(path == options.Folder ? $"{sudo}rmdir" : "rm")} {ShellText.Argument(path)}");
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
        (string image, string folder, string fileSystem) = (options.Image, options.Folder, options.FileSystem);
        bool dry = programs.IsDry;

        // By a trial: xfs may be without reflink.
        bool isNeeded = dry || !Volume.At(Path.GetDirectoryName(image)!).TryClone(out _);
        return new VolumeAnswer(
            $"{folder} {(dry ? "would be" : "is")} a volume that clones: {fileSystem}, {Words.Bytes(options.Size)} at "
                + $"most, in {image}, which grows with what is written.",
            folder,
            image,
            [
                .. dry ? [] : (string[])["A file was cloned there, so that it shares the blocks of the other."],
                $"Put the repository on it, and NuGet's packages: export NUGET_PACKAGES={_folder}/.nuget-packages",
                $"After a restart: {LoopImage.MountCommand("sudo ", image, folder, fileSystem)}",
                .. isNeeded ? [] : (string[])["The volume that the image is on clones as well: a folder there is enough, and faster."],
            ],
            [.. programs.Commands, "# clones a file there, and checks whether both share their blocks"],
            dry,
            LoopImage.FstabLine(image, folder, fileSystem),
            [
                $"truncate -s 100GB {_image} && sudo losetup -c \"$(findmnt -no SOURCE {_folder})\"",
                fileSystem == "xfs" ? $"sudo xfs_growfs {_folder}" : $"sudo btrfs filesystem resize max {_folder}",
            ]);
    }
}
