namespace CopyOnWrite.Tool.Inspect;

internal static class InspectWords
{
    internal static string Of(IReadOnlyList<FileSharing> files) => files.Count switch
    {
        1 => OfOne(files[0]),
        2 => OfTwo(files[0], files[1]),
        _ => OfMany(files),
    };

    internal static string Of(FolderSharing sharing)
    {
        Totals total = sharing.Total;
        string files = Words.Count(total.Files, "file");
        if (total.Files == 0)
        {
            return "There are no files.";
        }

        if (total.UnknownFiles == total.Files)
        {
            return $"Unknown: {sharing.Files[0].Unknown} ({files}, {Words.Bytes(total.Bytes)}).";
        }

        string unknown = total.UnknownFiles == 0 ? string.Empty : $"; unknown for {Words.Count(total.UnknownFiles, "file")}";
        string notRead = sharing.NotRead.Count == 0 ? string.Empty : $"; {Words.Count(sharing.NotRead.Count, "folder")} could not be read";
        return $"{Words.Number(total.SharingFiles)} of {files} share blocks: {Words.Bytes(total.SharedBytes)} shared, "
            + $"{Words.Bytes(total.OwnedAloneBytes + total.MetadataBytes)} unshared of {Words.Bytes(total.Bytes)}{unknown}{notRead}.";
    }

    internal static string Of(MacClone clone) => clone.References > 1
        ? $"{Words.Number(clone.References)} files are full clones of each other, this one among them (clone id {clone.Id}). macOS does "
            + "not report which."
        : $"No full clone of it is known (clone id {clone.Id}).";

    private static string OfOne(FileSharing file)
    {
        string name = Path.GetFileName(file.Path);
        if (file.Unknown is { } why)
        {
            return $"{name}: unknown, {why}.";
        }

        if (file.Bytes == 0)
        {
            return $"{name} is empty, so there is nothing to share.";
        }

        if (file.Extents == 0 && file.BytesOnDisk == 0)
        {
            return $"{name} has no data on the disk, only a hole of {Words.Bytes(file.Bytes)}.";
        }

        if (file.IsWhollyShared)
        {
            return $"{name} shares all of its {Words.Bytes(file.SharedBytes)}.";
        }

        if (file.SharedBytes > 0)
        {
            return $"{name} shares {Words.Bytes(file.SharedBytes)} and has {Words.Bytes(file.BytesOnDisk - file.SharedBytes)} unshared.";
        }

        return file.OwnedAloneBytes == 0
            ? $"{name} is stored in the file system's metadata ({Words.Bytes(file.MetadataBytes)}), which is never shared."
            : $"{name} shares nothing: all of its {Words.Bytes(file.BytesOnDisk)} are unshared.";
    }

    private static string OfTwo(FileSharing one, FileSharing other)
    {
        Func<string, string> name = Folders.Shortened([one.Path, other.Path]);
        string both = $"{name(one.Path)} and {name(other.Path)}";
        if (other.SameFileAs is not null)
        {
            return $"{both} are names of one file (links), not clones: a write to one is a write to the other.";
        }

        if ((one.Unknown ?? other.Unknown) is { } why)
        {
            return $"{both}: unknown, {why}.";
        }

        long common = one.With.Count == 0 ? 0 : one.With[0].Bytes;
        return common == 0 && one.PartsUnknown
            ? $"{both} are not full clones of each other; macOS does not report whether they share parts."
            : common == 0 ? $"{both} have no bytes in common."
            : common >= one.BytesOnDisk && common >= other.BytesOnDisk ? $"{both} are clones: all {Words.Bytes(common)} are in common."
            : $"{both} have {Words.Bytes(common)} in common, of {Words.Bytes(one.BytesOnDisk)} and {Words.Bytes(other.BytesOnDisk)}.";
    }

    /// <summary>A file with several names counts once.</summary>
    private static string OfMany(IReadOnlyList<FileSharing> named)
    {
        FileSharing[] files = [.. named.Where(file => file.SameFileAs is null)];
        int names = named.Count - files.Length;
        if (files.Length == 1)
        {
            return $"All {Words.Number(named.Count)} are names of one file (links), not clones: a write to one is a write to the others.";
        }

        FileSharing[] unknown = [.. files.Where(file => file.Unknown is not null)];
        return $"{Words.Number(files.Count(file => file.WithFiles > 0))} of {Words.Count(files.Length, "file")} have bytes in common with "
            + $"another of them, {Words.Number(files.Count(file => file.SharedBytes > 0))} share blocks with any file"
            + (files.Any(file => file.PartsUnknown) ? ", not counting parts of files, which macOS does not report" : string.Empty)
            + (names == 0 ? string.Empty : $"; links to one of them, not counted: {Words.Number(names)}")
            + (unknown.Length == 0 ? "." : $"; unknown for {Words.Number(unknown.Length)}: {unknown[0].Unknown}.");
    }
}
