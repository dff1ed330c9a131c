using System.Text.Json;

namespace CopyOnWrite.Tool.Volumes;

/// <param name="Facts">A sentence each.</param>
/// <param name="Commands">Those that were run, or with --dry-run would be.</param>
/// <param name="Fstab">The line that mounts it at each start of the machine.</param>
/// <param name="Grow">The commands that make it larger while it is mounted.</param>
internal sealed record VolumeAnswer(
    string Summary, string Folder, string Image, IReadOnlyList<string> Facts, IReadOnlyList<string> Commands, bool DryRun,
    string? Fstab = null, IReadOnlyList<string>? Grow = null);

/// <summary><c>dotnet cow volume create | list | remove</c></summary>
internal static class VolumeCommand
{
    internal static Command New() => new("volume", "Creates, lists and removes volumes that clone files, in images. For Linux.")
    {
        Create(), List(), Remove(),
    };

    private static Command Create()
    {
        var folder = new Argument<string>("dir") { Description = "Where to mount it: an empty folder, or one that does not exist yet." };
        Option<string?> size = CommandLine.NewOption<string?>(
            "--size",
            "What fits on it, such as 50GB or 20GiB; the image takes up only what is written. "
                + $"Default: {CreateOptions.UsualSize}, or four fifths of what is free if that is less.");
        var fileSystem = new Option<string>("--fs") { Description = "xfs or btrfs. Default: xfs.", DefaultValueFactory = _ => "xfs" };
        fileSystem.AcceptOnlyFromAmong("xfs", "btrfs");
        Option<string?> image = CommandLine.NewOption<string?>(
            "--image", "The image's file. Default: beside the folder, DIR.img.", "file");
        Option<bool> dry = DryRun();
        var command = new Command("create", "Creates an image with a file system that clones, and mounts it.")
        {
            folder, size, fileSystem, image, dry,
        };
        command.SetAnswer(async (parsed, screen, cancel) =>
        {
            Programs programs = ProgramsOfLinux(parsed.GetValue(dry));
            var options = CreateOptions.Of(
                parsed.GetValue(folder)!, parsed.GetValue(image), parsed.GetValue(size), parsed.GetValue(fileSystem)!);
            return Write(screen, await CreateVolume.RunAsync(programs, options, cancel));
        });
        return command;
    }

    private static Command List()
    {
        var folder = new Argument<string>("folder")
        {
            Description = "Also lists volumes that are not mounted, by their images in this folder. Default: the current one.",
            DefaultValueFactory = _ => ".",
        };
        var command = new Command("list", "Lists the volumes that `create` made.") { folder };
        command.SetAnswer((parsed, screen, _) =>
        {
            ProgramsOfLinux(isDry: true);
            return Task.FromResult(WriteList(screen, parsed.GetValue(folder)!));
        });
        return command;
    }

    private static Command Remove()
    {
        var volume = new Argument<string>("dir") { Description = "The volume's folder, or its image." };
        var force = new Option<bool>("--force") { Description = "Also if it is not empty, or not mounted. What is in use stays." };
        Option<bool> dry = DryRun();
        var command = new Command("remove", "Unmounts an empty volume and deletes its image.") { volume, force, dry };
        command.SetAnswer(async (parsed, screen, _) => Write(
            screen,
            await RemoveVolume.RunAsync(ProgramsOfLinux(parsed.GetValue(dry)), parsed.GetValue(volume)!, parsed.GetValue(force))));
        return command;
    }

    private static int Write(Screen screen, VolumeAnswer answer)
    {
        string summary = (answer.DryRun ? "Dry run, nothing was changed. " : string.Empty) + answer.Summary;
        return screen.Answer(answer, summary, well: true, () =>
        {
            // Not wrapped: they have commands to copy.
            foreach (string fact in answer.Facts)
            {
                screen.Line($"- {fact}");
            }

            if (answer.Fstab is { } line)
            {
                screen.Line("- To mount it at each start of the machine, add this line to /etc/fstab:");
                screen.Line("  " + line);
                screen.Line("- To make it larger, for example 100 GB, at any time:");
                screen.Line("  " + string.Join(Environment.NewLine + "  ", answer.Grow!));
            }

            foreach (string command in answer.DryRun ? answer.Commands : [])
            {
                screen.Line(command);
            }
        });
    }

    private static int WriteList(Screen screen, string folder)
    {
        if (!Directory.Exists(folder))
        {
            throw new BadInputException($"{folder} is not a folder. Name one with images.");
        }

        IReadOnlyList<KnownVolume> volumes = KnownVolume.All(LoopImage.RealPath(folder));
        bool well = volumes.All(volume => volume.State is not (VolumeState.DiskTooFull or VolumeState.Unusable));
        string summary = volumes.Count == 0 ? "No volume of `dotnet cow volume create` is mounted or in this folder."
            : $"{Words.Count(volumes.Count, "volume")}, {volumes.Count(volume => volume.Used is not null)} mounted.";
        return screen.Answer(new { summary, volumes }, summary, well, () =>
        {
            Rows.Write(screen, ["folder", "file system", "size", "used", "on disk", "state", "image"], [.. volumes.Select(volume => new[]
            {
                volume.Folder, volume.FileSystem, Words.Bytes(volume.Size), Bytes(volume.Used), Bytes(volume.Allocated),
                JsonNamingPolicy.SnakeCaseLower.ConvertName($"{volume.State}").Replace('_', ' '), volume.Image,
            })]);
            foreach (KnownVolume volume in volumes.Where(volume => volume.Problem is not null))
            {
                screen.Paragraph("-", $"{volume.Folder}: {volume.Problem}");
            }
        });

        static string Bytes(long? bytes) => bytes is { } known ? Words.Bytes(known) : string.Empty;
    }

    private static Programs ProgramsOfLinux(bool isDry) => OperatingSystem.IsLinux() ? Programs.OfUser(isDry)
        : throw new BadInputException(
            OperatingSystem.IsMacOS() ? "Volumes of a Mac are APFS, which clones already: there is nothing to create."
                : OperatingSystem.IsWindows() ? "On Windows a volume that clones is a Dev Drive, which Windows itself creates: "
                    + $"{Doctor.CloningVolumes.DevDriveSettings}, or `Format-Volume -DriveLetter D -DevDrive`."
                : "Volumes can be created on Linux only.",
            "COW1040");

    private static Option<bool> DryRun() => new("--dry-run") { Description = "Prints the commands, and changes nothing." };
}
