using CopyOnWrite.Measurement;
using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Volumes;

/// <summary>Unmounts a volume and deletes its image, unless something on it is in use or, without --force, is on it at all.</summary>
internal static class RemoveVolume
{
    internal static async Task<VolumeAnswer> RunAsync(VolumeSystem system, string path, bool force, bool dry)
    {
        KnownVolume volume = KnownVolume.Find(path);
        string[] sudo = await system.FindSudoAsync(dry);
        await CheckAsync(volume, force);
        (string image, string folder, Programs programs) = (volume.Image, volume.Record.Folder, system.Programs);

        // It may have been mounted elsewhere, not by this tool. That folder stays, and so does one with a file below the mount.
        string place = volume.Places is [{ } mounted, ..] ? mounted : folder;
        string[] umount = [.. sudo, "umount", place];
        string[] rmdir = [.. sudo, "rmdir", folder];
        long bytes = FileStatus.OfTarget(image).Allocated;
        List<string> commands = [$"rm {Programs.Text([image, VolumeRecord.PathOf(image)])}"];
        commands.InsertRange(0, volume.Places.Count > 0 ? [Programs.Text(umount)] : []);
        commands.AddRange(volume.Record.CreatedFolder ? [Programs.Text(rmdir)] : []);
        if (!dry)
        {
            await LoopImage.UnmountAsync(programs, sudo, image, place);

            // The record goes after the image: an image without a record is not touched again.
            File.Delete(image);
            File.Delete(VolumeRecord.PathOf(image));
            if (volume.Record.CreatedFolder)
            {
                await programs.TryAsync(rmdir);
            }
        }

        return new VolumeAnswer(
            $"{folder} {(dry ? "would be" : "is")} removed with {image}: {Words.Bytes(bytes)} freed.",
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
        else if (!force && Directory.EnumerateFileSystemEntries(volume.Places[0]).FirstOrDefault() is { } first)
        {
            throw new BadInputException(
                $"{folder} is not empty: {first} is on it. Move what you need to another volume, then remove it with all that is on it: "
                + "--force.",
                "COW1052");
        }
    }
}
