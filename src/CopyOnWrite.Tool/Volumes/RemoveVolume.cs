using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Volumes;

/// <summary>Unmounts a volume and deletes its image, unless something on it is in use or, without --force, is on it at all.</summary>
internal static class RemoveVolume
{
    internal static async Task<VolumeAnswer> RunAsync(Programs programs, string path, bool force, bool dry)
    {
        KnownVolume volume = KnownVolume.Find(path);
        string sudo = await programs.FindSudoAsync(dry);
        await CheckAsync(volume, force);
        (string image, string folder, string record) = (volume.Image, volume.Record.Folder, VolumeRecord.PathOf(volume.Image));

        // It may be mounted on another folder, which stays; so does a folder with files that the mount hid.
        string rmdir = $"{sudo}rmdir {ShellText.Argument(folder)}";
        string[] commands =
        [
            .. volume.Places.Count > 0 ? [$"{sudo}umount {ShellText.Argument(volume.Folder)}"] : Array.Empty<string>(),
            $"rm {ShellText.Argument(image)} {ShellText.Argument(record)}",
            .. volume.Record.CreatedFolder ? [rmdir] : Array.Empty<string>(),
        ];
        if (!dry)
        {
            await LoopImage.UnmountAsync(programs, sudo, image, volume.Folder);

            // The image first: without a record, no command would touch it again.
            File.Delete(image);
            File.Delete(record);
            if (volume.Record.CreatedFolder)
            {
                await programs.TryAsync(rmdir);
            }
        }

        return new VolumeAnswer(
            $"{folder} {(dry ? "would be" : "is")} removed with {image}: {Words.Bytes(volume.Allocated ?? 0)} freed.",
            folder, image, ["If you added a line for it to /etc/fstab, delete that line, too."], commands, dry);
    }

    private static async Task CheckAsync(KnownVolume volume, bool force)
    {
        string folder = volume.Record.Folder;
        if (volume.Places.Count > 1)
        {
            throw new BadInputException(
                $"{volume.Image} is mounted more than once: {string.Join(", ", volume.Places)}. Unmount all but {folder} first.",
                "COW1051");
        }

        if (volume.Places.Count == 0)
        {
            await LoopImage.RequireFreeAsync(volume.Image);
            if (!force)
            {
                throw new BadInputException(
                    $"{folder} is not mounted, so what is on it is unknown. Mount it: {volume.HowToMount}; "
                    + "or remove it with all that is on it: --force.",
                    "COW1054");
            }
        }
        else if (!force && Directory.EnumerateFileSystemEntries(volume.Folder).FirstOrDefault() is { } first)
        {
            throw new BadInputException(
                $"{folder} is not empty: {first} is on it. Move what you need to another volume, then remove it with all that is on it: "
                + "--force.",
                "COW1052");
        }
    }
}
