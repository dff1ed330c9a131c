using System;
using System.CommandLine;
using System.Threading.Tasks;
using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Volumes;

/// <summary><c>dotnet cow volume create | list | grow | remove</c></summary>
internal static class VolumeCommand
{
    private static readonly string[] s_fileSystems = ["xfs", "btrfs"];

    internal static Command New() => new("volume", "Creates a volume that clones files, in an image; also lists, grows and removes them.")
    {
        Create(), List(), Grow(), Remove(),
    };

    private static Command Create()
    {
        var folder = new Argument<string>("dir") { Description = "An empty folder, or one that does not exist yet: the volume's place." };
        var size = new Option<string?>("--size")
        {
            Description = "What fits on it, such as 50GB or 20GiB; the image takes up only what is written. "
                + $"Default: {CreateOptions.UsualSize}, or four fifths of what is free if that is less.",
        };
        var fileSystem = new Option<string>("--fs")
        {
            Description = "xfs or btrfs. Default: xfs. On Windows it is a Dev Drive (ReFS).",
            DefaultValueFactory = _ => OperatingSystem.IsWindows() ? WindowsVolumes.FileSystem : s_fileSystems[0],
        };
        var image = new Option<string?>("--image")
        {
            Description = "The image's file. Default: beside the folder, DIR.img.",
            HelpName = "file",
        };
        var keeps = new Option<bool>("--fstab") { Description = "Also mounts it at each start of the machine, by a line in /etc/fstab." };
        var reuse = new Option<bool>("--reuse")
        {
            Description = "Takes a volume that is there already, and mounts it again after a restart: for scripts.",
        };
        Option<bool> dry = DryRun();
        var command = new Command("create", "Creates an image with a file system that clones, and mounts it.")
        {
            folder, size, fileSystem, image, keeps, reuse, dry,
        };
        command.SetAnswer(async (parsed, screen, cancel) =>
        {
            RefuseOnOtherSystems();
            string kind = parsed.GetValue(fileSystem)!;
            if (OperatingSystem.IsWindows() ? kind != WindowsVolumes.FileSystem : Array.IndexOf(s_fileSystems, kind) < 0)
            {
                throw new BadInputException(
                    $"--fs is '{kind}'. {(OperatingSystem.IsWindows() ? "On Windows it is always a Dev Drive" : "Write xfs or btrfs")}.");
            }

            bool isDry = parsed.GetValue(dry);
            if (parsed.GetValue(reuse)
                && await VolumeVerbs.ReuseAsync(System(), parsed.GetValue(folder)!, isDry, cancel) is { } existing)
            {
                return Write(screen, existing);
            }

            CreateOptions options = CreateOptions.Of(
                parsed.GetValue(folder)!,
                parsed.GetValue(image),
                parsed.GetValue(size) is { Length: > 0 } asked ? asked : null,    // A script may have none.
                kind,
                parsed.GetValue(keeps));
            return Write(screen, OperatingSystem.IsWindows()
                ? await WindowsVolumes.CreateAsync(options, isDry, cancel)
                : await VolumeVerbs.CreateAsync(VolumeSystem.Current(), options, isDry, cancel));
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
        var command = new Command("list", "Lists the volumes that were created so.") { folder };
        command.SetAnswer((parsed, screen, _) =>
        {
            RefuseOnOtherSystems();
            return Task.FromResult(VolumeList.Answer(System(), parsed.GetValue(folder)!, screen));
        });
        return command;
    }

    private static Command Grow()
    {
        Argument<string> volume = VolumeArgument();
        var size = new Option<string>("--size") { Description = "What shall fit on it, such as 100GB.", Required = true };
        Option<bool> dry = DryRun();
        var command = new Command("grow", "Makes a mounted volume larger, also while it is in use.") { volume, size, dry };
        command.SetAnswer(async (parsed, screen, cancel) =>
        {
            RefuseOnOtherSystems();
            (string path, long bytes, bool isDry) =
                (parsed.GetValue(volume)!, CreateOptions.ParseSize(parsed.GetValue(size)!), parsed.GetValue(dry));
            return Write(screen, OperatingSystem.IsWindows()
                ? await WindowsVolumes.GrowAsync(path, bytes, isDry, cancel)
                : await VolumeVerbs.GrowAsync(VolumeSystem.Current(), path, bytes, isDry, cancel));
        });
        return command;
    }

    private static Command Remove()
    {
        Argument<string> volume = VolumeArgument();
        var force = new Option<bool>("--force")
        {
            Description = "Also if work on it is nowhere else, or if it is not mounted. What is in use stays.",
        };
        Option<bool> dry = DryRun();
        var command = new Command("remove", "Unmounts a volume and deletes its image, with all that is on it.") { volume, force, dry };
        command.SetAnswer(async (parsed, screen, cancel) =>
        {
            RefuseOnOtherSystems();
            (string path, bool isForced, bool isDry) = (parsed.GetValue(volume)!, parsed.GetValue(force), parsed.GetValue(dry));
            return Write(screen, OperatingSystem.IsWindows()
                ? await WindowsVolumes.RemoveAsync(path, isForced, isDry, cancel)
                : await VolumeVerbs.RemoveAsync(VolumeSystem.Current(), path, isForced, isDry, cancel));
        });
        return command;
    }

    internal static int Write(Screen screen, VolumeAnswer answer)
    {
        if (screen.Json)
        {
            screen.WriteJson(answer);
            return ExitCode.Success;
        }

        screen.Answer((answer.DryRun ? "Dry run, nothing was changed. " : string.Empty) + answer.Summary, well: true);
        foreach (string fact in answer.Facts)
        {
            screen.Paragraph("-", fact);
        }

        // Not wrapped: they are to be copied.
        foreach (string line in answer.DryRun ? answer.Commands : [])
        {
            screen.Line(line);
        }

        return ExitCode.Success;
    }

    // What lists and reuses on Windows reads files only.
    private static VolumeSystem System() => OperatingSystem.IsWindows()
        ? new VolumeSystem(Programs.OfUser(), string.Empty, false, string.Empty)
        : VolumeSystem.Current();

    private static void RefuseOnOtherSystems()
    {
        if (!OperatingSystem.IsLinux() && !OperatingSystem.IsWindows())
        {
            throw new BadInputException(
                OperatingSystem.IsMacOS()
                    ? "Volumes of a Mac are APFS, which clones already: there is nothing to create."
                    : "Volumes can be created on Linux and Windows only.",
                "COW1040");
        }
    }

    private static Argument<string> VolumeArgument() => new("dir") { Description = "The volume's folder, or its image." };

    private static Option<bool> DryRun() => new("--dry-run") { Description = "Prints the commands, and changes nothing." };
}
