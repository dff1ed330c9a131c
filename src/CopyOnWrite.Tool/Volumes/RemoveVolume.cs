namespace CopyOnWrite.Tool.Volumes;

/// <summary>Unmounts a volume and deletes its image, unless something on it is in use or, without --force, is on it at all.</summary>
internal static class RemoveVolume
{
    internal static async Task<VolumeAnswer> RunAsync(Programs programs, string path, bool force)
    {
        KnownVolume volume = KnownVolume.Find(path);
        string sudo = await programs.FindSudoAsync();
        (string image, string folder) = (volume.Image, volume.Record.Folder);
        if (WhyNot(volume, force) is var (why, code))
        {
            throw new BadInputException(why, code);
        }

        // It may be mounted on another folder, which stays.
        await LoopImage.UnmountAsync(programs, sudo, image, volume.Folder);

        // The image first: without a record, no command would touch it again.
        await programs.RunAsync($"rm {ShellText.Argument(image)} {ShellText.Argument(VolumeRecord.PathOf(image))}");
        if (volume.Record.CreatedFolder && (programs.IsDry || (Directory.Exists(folder) && LoopImage.IsEmpty(folder))))
        {
            await programs.RunAsync($"{sudo}rmdir {ShellText.Argument(folder)}");
        }

        return new VolumeAnswer(
            $"{folder} {(programs.IsDry ? "would be" : "is")} removed with {image}: {Words.Bytes(volume.Allocated ?? 0)} freed.",
            folder, image, ["If you added a line for it to /etc/fstab, delete that line, too."], programs.Commands, programs.IsDry);
    }

    private static (string Why, string Code)? WhyNot(KnownVolume volume, bool force) =>
        volume.Places.Count > 1
        ? ($"{volume.Image} is mounted more than once: {string.Join(", ", volume.Places)}. Unmount all but {volume.Record.Folder} first.",
            "COW1051")
        : force ? null
        : volume.Places.Count == 0
        ? ($"{volume.Folder} is not mounted, so what is on it is unknown. Mount it: {volume.Record.MountCommand("sudo ")}; or remove it "
            + "with all that is on it: --force.",
            "COW1054")
        : Directory.EnumerateFileSystemEntries(volume.Folder).FirstOrDefault() is { } first
        ? ($"{volume.Folder} is not empty: {first} is on it. Move what you need to another volume, then remove it with all that is on it: "
            + "--force.",
            "COW1052")
        : null;
}
