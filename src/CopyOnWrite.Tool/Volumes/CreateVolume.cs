using System;
using System.Collections.Generic;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using CopyOnWrite.Measurement;

namespace CopyOnWrite.Tool.Volumes;

/// <summary>A sparse file with a file system that clones, mounted on a folder: nothing else is formatted or mounted over.</summary>
internal sealed class CreateVolume(VolumeSystem system, CreateOptions options, Rights rights)
{
    private readonly Programs _programs = system.Programs;
    private readonly Mounting _mounting = new(system.Programs, rights, options.Image, options.Folder, options.FileSystem);
    private readonly string _uuid = Guid.NewGuid().ToString();
    private readonly bool _createsFolder = !Directory.Exists(options.Folder);

    /// <summary>What a clone on the new volume showed.</summary>
    internal string Proof { get; private set; } = string.Empty;

    private string LineOfVolume => Fstab.LineOf(options.Image, options.Folder, options.FileSystem);

    // Null also where an earlier volume has left the same.
    private string? FstabLine => options.Keeps && !Fstab.Has(system.Fstab, LineOfVolume) ? LineOfVolume : null;

    internal string HowToMount => _mounting.HowTo;

    internal VolumeRecord Record => new(
        VolumeRecord.CurrentSchema, ToolVersion.Current, options.Folder, options.FileSystem, _uuid, options.Size, DateTimeOffset.UtcNow,
        _createsFolder);

    /// <summary>Before anything is changed: programs, and a free loop device.</summary>
    internal async Task CheckAsync(bool dry, CancellationToken cancel)
    {
        if (options.Keeps && Fstab.LineThatMountsOn(system.Fstab, options.Folder) is { } other && other != LineOfVolume)
        {
            throw new BadInputException(
                $"A line in {system.Fstab} mounts something else on {options.Folder}: {other.Trim()}. Name another folder, or delete it.",
                "COW1044");
        }

        _programs.Require($"mkfs.{options.FileSystem}", options.FileSystem == "xfs" ? "xfsprogs" : "btrfs-progs");
        if (rights.ByDesktop)
        {
            return;
        }

        _programs.Require("mount", "util-linux (or mount)");
        _programs.Require("losetup", "util-linux (or mount)");
        if (!dry && await _programs.TryAsync(rights.AsRoot("losetup", "-f"), cancel) is { ExitCode: not 0 } none)
        {
            throw new BadInputException(
                $"There is no loop device for the image: {none.LastLine.TrimEnd('.')}. Load the kernel's module (`modprobe loop`); a "
                + "container needs the devices of its host, for example by `docker run --privileged`.",
                "COW1043");
        }
    }

    internal IReadOnlyList<Step> Steps()
    {
        string record = VolumeRecord.PathOf(options.Image);
        List<Step> steps =
        [
            Own($"truncate -s {options.Size} {Programs.Text([options.Image])}", CreateImage, options.Image),
            .. MakeFileSystem(),
            Own(Record.CommandText(options.Image), () => Record.Write(options.Image, overwrite: false), record),
        ];
        if (_createsFolder)
        {
            steps.Add(Command(RightsForFolder("mkdir", options.Folder), RemoveFolderAsync));
        }

        steps.Add(new(_mounting.MountText, _mounting.MountAsync, () => _mounting.UnmountAsync(CancellationToken.None)));
        if (!rights.ByDesktop)
        {
            // Image and record too where root has made them for who called sudo.
            string[] owned = system.IsRoot ? [options.Folder, options.Image, record] : [options.Folder];
            steps.Add(Command(rights.AsRoot(["chown", "-h", system.Owner, .. owned])));
        }

        if (FstabLine is { } line)
        {
            steps.Add(Command(
                rights.AsRoot(Fstab.Add(system.Fstab, line)),
                () => Fstab.Has(system.Fstab, line)
                    ? _programs.RunAsync(rights.AsRoot(Fstab.Remove(system.Fstab, line)), CancellationToken.None)
                    : Task.CompletedTask));
        }

        steps.Add(new("# clones a file there, and looks whether both share their blocks", _ => { Prove(); return Task.CompletedTask; }));
        return steps;
    }

    private string[] RightsForFolder(params string[] command) => rights.ByDesktop ? command : rights.AsRoot(command);

    // A file that was there already, or appeared since, is a user's: making it fails, and it is not deleted.
    private static Step Own(string text, Action make, string file)
    {
        bool made = false;
        return new(
            text,
            _ =>
            {
                make();
                made = true;
                return Task.CompletedTask;
            },
            () => made ? DeleteAsync(file) : Task.CompletedTask);
    }

    // 0600: who may read an image may read all that is on it.
    private void CreateImage()
    {
        var mode = new FileStreamOptions { Mode = FileMode.CreateNew, Access = FileAccess.Write };
        if (!OperatingSystem.IsWindows())
        {
            mode.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
        }

        using var image = new FileStream(options.Image, mode);
        try
        {
            image.SetLength(options.Size);
        }
        catch (IOException)
        {
            File.Delete(options.Image);    // A file system with smaller files, such as FAT.
            throw;
        }
    }

    // Never with -f: mkfs itself refuses where there is a file system.
    private IEnumerable<Step> MakeFileSystem()
    {
        string? prototype = rights.ByDesktop ? Path.Combine(Path.GetDirectoryName(options.Image)!, TemporaryFiles.NewName()) : null;
        string[] mkfs = prototype is not null ? ["mkfs.xfs", "-q", "-m", $"reflink=1,uuid={_uuid}", "-p", prototype, options.Image]
            : options.FileSystem == "xfs" ? ["mkfs.xfs", "-q", "-m", $"reflink=1,uuid={_uuid}", options.Image]
            : ["mkfs.btrfs", "-q", "-U", _uuid, options.Image];
        Step make = new(Programs.Text(mkfs), async cancel =>
        {
            await _programs.RunAsync(mkfs, cancel);
            if (ImageFile.Read(options.Image) is not { } made || made != (options.FileSystem, _uuid))
            {
                throw new BadInputException($"`{Programs.Text(mkfs)}` ended with 0, and made no file system.", "COW1048");
            }
        });
        return prototype is null ? [make]
            : [WritePrototype(prototype), make, new($"rm {Programs.Text([prototype])}", _ => DeleteAsync(prototype))];
    }

    // Who mounts by udisks may not chown: the root folder gets its owner from mkfs.xfs(8), by a prototype. mkfs.btrfs has no such option.
    private Step WritePrototype(string path)
    {
        string text = $"/\n0 0\nd--755 {system.Owner.Replace(':', ' ')}\n$\n";
        return new(
            $"printf '{text.Replace("\n", "\\n", StringComparison.Ordinal)}' > {Programs.Text([path])}",
            cancel => File.WriteAllTextAsync(path, text, cancel),
            () => DeleteAsync(path));
    }

    private static Task DeleteAsync(string file)
    {
        File.Delete(file);
        return Task.CompletedTask;
    }

    private Task RemoveFolderAsync() => Directory.Exists(options.Folder)
        ? _programs.RunAsync(RightsForFolder("rmdir", options.Folder), CancellationToken.None)
        : Task.CompletedTask;

    private Step Command(string[] command, Func<Task>? undo = null) =>
        new(Programs.Text(command), cancel => _programs.RunAsync(command, cancel), undo);

    private void Prove()
    {
        if (!Volume.At(options.Folder).TryClone(out string why))
        {
            throw new BadInputException($"The new volume does not clone: {why.TrimEnd('.')}.", "COW1048");
        }

        Proof = why;
    }
}
