using System.Runtime.InteropServices;
using System.Text.Json;
using CopyOnWrite.Measurement;
using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Volumes;

/// <summary>A sparse file with a file system that clones, mounted on a folder: nothing else is formatted or mounted over.</summary>
internal sealed class CreateVolume(VolumeSystem system, CreateOptions options, string[] sudo)
{
    // Who may read an image may read all that is on it.
    private const UnixFileMode OfUser = UnixFileMode.UserRead | UnixFileMode.UserWrite;
    private const UnixFileMode ForOthers = UnixFileMode.GroupRead | UnixFileMode.OtherRead;

    private readonly Programs _programs = system.Programs;
    private readonly string _uuid = Guid.NewGuid().ToString();
    private readonly string _record = VolumeRecord.PathOf(options.Image);
    private readonly bool _createsFolder = !Directory.Exists(options.Folder);
    private readonly List<string> _made = [];

    internal static async Task<VolumeAnswer> RunAsync(VolumeSystem system, CreateOptions options, bool dry, CancellationToken cancel)
    {
        var creation = new CreateVolume(system, options, await system.FindSudoAsync(dry));
        (string Text, Func<Task> Do)[] steps = creation.Steps();
        await creation.CheckAsync(dry);
        if (!dry)
        {
            await creation.RunAsync(steps, cancel);
        }

        return creation.Answer([.. steps.Select(step => step.Text)], dry);
    }

    /// <summary>
    /// A volume of this tool that is mounted there, or is mounted again, as after a restart; null for anything else, which creating one
    /// then meets.
    /// </summary>
    internal static async Task<VolumeAnswer?> ReuseAsync(VolumeSystem system, string path, bool dry)
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

        string what = $"{volume.Record.FileSystem}, {Words.Bytes(volume.Size)} at most, in {volume.Image}.";
        if (volume.Places.Contains(folder))
        {
            return new VolumeAnswer($"{folder} is a volume already: {what}", folder, volume.Image, [], [], dry);
        }

        // What is in the folder would be hidden.
        bool isEmpty = Directory.Exists(folder) && !Directory.EnumerateFileSystemEntries(folder).Any();
        if (volume.Places.Count > 0 || volume.Record.Folder != folder || !isEmpty)
        {
            return null;
        }

        string[] mount = LoopImage.MountCommand(await system.FindSudoAsync(dry), volume.Image, folder, volume.Record.FileSystem);
        if (!dry)
        {
            await LoopImage.MountAsync(system.Programs, mount, volume.Image, folder);
        }

        return new VolumeAnswer(
            $"{folder} {(dry ? "would be" : "is")} mounted again: {what}", folder, volume.Image, [], [Programs.Text(mount)], dry);
    }

    /// <summary>Before anything is changed: programs, and a free loop device.</summary>
    private async Task CheckAsync(bool dry)
    {
        _programs.Require($"mkfs.{options.FileSystem}", options.FileSystem == "xfs" ? "xfsprogs" : "btrfs-progs");
        _programs.Require("mount", "util-linux (or mount)");
        _programs.Require("losetup", "util-linux (or mount)");
        if (!dry && await _programs.TryAsync([.. sudo, "losetup", "-f"]) is { ExitCode: not 0 } none)
        {
            throw new BadInputException(
                $"There is no loop device for the image: {none.LastLine.TrimEnd('.')}. Load the kernel's module (`modprobe loop`); a "
                + "container needs the devices of its host, for example by `docker run --privileged`.",
                "COW1043");
        }
    }

    private (string Text, Func<Task> Do)[] Steps()
    {
        (string image, string folder, string fileSystem) = (options.Image, options.Folder, options.FileSystem);
        var record = new VolumeRecord(
            VolumeRecord.CurrentSchema, ToolVersion.Current, folder, fileSystem, _uuid, options.Size, DateTimeOffset.UtcNow,
            _createsFolder);

        // Never with -f: mkfs itself refuses where there is a file system.
        string[] mkfs = fileSystem == "xfs" ? ["mkfs.xfs", "-q", "-m", $"reflink=1,uuid={_uuid}", image]
            : ["mkfs.btrfs", "-q", "-U", _uuid, image];
        string[] mount = LoopImage.MountCommand(sudo, image, folder, fileSystem);
        string[] chown = system.Caller is { } caller ? ["chown", "-h", caller, folder, image, _record]
            : [.. sudo, "chown", "-h", $"--reference={image}", folder];
        return
        [
            ($"(umask 077; truncate -s {options.Size} {Programs.Text([image])})",
                () => Make(image, OfUser, file => file.SetLength(options.Size))),
            (Programs.Text(mkfs), () => MakeFileSystemAsync(mkfs)),
            (ShellText.WriteFile(_record, JsonSerializer.Serialize(record, JsonSerializerOptions.Web)),
                () => Make(_record, OfUser | ForOthers, file => JsonSerializer.Serialize(file, record, JsonFormat.Options))),
            .. _createsFolder ? [Command([.. sudo, "mkdir", folder])] : Array.Empty<(string, Func<Task>)>(),
            (Programs.Text(mount), () => LoopImage.MountAsync(_programs, mount, image, folder)),
            Command(chown),
            ("# clones a file there, and looks whether both share their blocks", ProveAsync),
        ];
    }

    /// <summary>All steps, or none: what fails or is stopped is undone.</summary>
    private async Task RunAsync((string Text, Func<Task> Do)[] steps, CancellationToken cancel)
    {
        // A terminal that is closed stops it as Ctrl+C does; both of the others are System.CommandLine's.
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancel);
        using var hangup = PosixSignalRegistration.Create(PosixSignal.SIGHUP, signal =>
        {
            signal.Cancel = true;
            stop.Cancel();
        });
        try
        {
            foreach ((_, Func<Task> step) in steps)
            {
                stop.Token.ThrowIfCancellationRequested();
                await step();
            }
        }
        catch (Exception e) when (e is BadInputException or IOException or UnauthorizedAccessException or OperationCanceledException)
        {
            (string code, string why) = e switch
            {
                OperationCanceledException => ("COW1049", "Stopped before the end."),
                UnauthorizedAccessException => ("COW1048", e.Message.TrimEnd('.') + ". Run this with sudo, or name a folder of your own."),
                _ => ((e as BadInputException)?.Code ?? "COW1048", e.Message.TrimEnd('.') + "."),
            };
            try
            {
                await UndoAsync();
            }
            catch (Exception left) when (left is BadInputException or IOException or UnauthorizedAccessException)
            {
                throw new BadInputException($"{why} Not everything could be undone: {left.Message}", "COW1053");
            }

            throw new BadInputException($"{why} What had been done was undone.", code);
        }
    }

    private async Task UndoAsync()
    {
        await LoopImage.UnmountAsync(_programs, sudo, options.Image, options.Folder);
        if (_createsFolder && Directory.Exists(options.Folder))
        {
            await _programs.RunAsync([.. sudo, "rmdir", options.Folder]);
        }

        _made.ForEach(File.Delete);
    }

    // A file that was there already, or appeared since, is a user's: making it fails, and it is not deleted.
    private Task Make(string file, UnixFileMode mode, Action<FileStream> write)
    {
        var how = new FileStreamOptions { Mode = FileMode.CreateNew, Access = FileAccess.Write };
        if (!OperatingSystem.IsWindows())
        {
            how.UnixCreateMode = mode;
        }

        using var stream = new FileStream(file, how);
        _made.Add(file);
        write(stream);
        return Task.CompletedTask;
    }

    private async Task MakeFileSystemAsync(string[] mkfs)
    {
        await _programs.RunAsync(mkfs);
        if (LoopImage.Read(options.Image) != (options.FileSystem, _uuid))
        {
            throw new BadInputException($"`{Programs.Text(mkfs)}` ended with 0, and made no file system.", "COW1048");
        }
    }

    private (string Text, Func<Task> Do) Command(string[] command) => (Programs.Text(command), () => _programs.RunAsync(command));

    private Task ProveAsync() => Volume.At(options.Folder).TryClone(out string why) ? Task.CompletedTask
        : throw new BadInputException($"The new volume does not clone: {why.TrimEnd('.')}.", "COW1048");

    private VolumeAnswer Answer(string[] commands, bool dry)
    {
        (string image, string folder, string fileSystem) = (options.Image, options.Folder, options.FileSystem);
        string[] mount = LoopImage.MountCommand(["sudo"], image, folder, fileSystem);
        string word = ShellText.Argument(folder);
        string[] facts =
        [
            .. dry ? Array.Empty<string>() : ["A file was cloned there, so that it shares the blocks of the other."],
            $"Put the repository on it, and NuGet's packages: export NUGET_PACKAGES={word}/.nuget-packages",
            $"After a restart: {Programs.Text(mount)}",

            // Seen by a trial, since its name does not tell: xfs may be without reflink.
            .. !dry && Volume.At(Path.GetDirectoryName(image)!).TryClone(out _)
                ? ["The volume that the image is on clones as well: a folder there is enough, and faster."]
                : Array.Empty<string>(),
        ];
        return new VolumeAnswer(
            $"{folder} {(dry ? "would be" : "is")} a volume that clones: {fileSystem}, {Words.Bytes(options.Size)} at "
                + $"most, in {image}, which grows with what is written.",
            folder, image, facts, commands, dry)
        {
            Fstab = LoopImage.FstabLine(image, folder, fileSystem),
            Grow =
            [
                $"truncate -s 100GB {Programs.Text([image])} && sudo losetup -c \"$(findmnt -no SOURCE {word})\"",
                fileSystem == "xfs" ? $"sudo xfs_growfs {word}" : $"sudo btrfs filesystem resize max {word}",
            ],
        };
    }
}
