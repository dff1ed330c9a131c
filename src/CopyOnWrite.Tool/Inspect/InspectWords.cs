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
        string unknown = total.UnknownFiles == 0 ? string.Empty : $"; unknown for {Words.Count(total.UnknownFiles, "file")}";
        string notRead = sharing.NotRead.Count == 0 ? string.Empty : $"; {Words.Count(sharing.NotRead.Count, "folder")} could not be read";
        return total.Files == 0 ? "There are no files."
            : total.UnknownFiles == total.Files ? $"Unknown: {sharing.Files[0].Unknown} ({files}, {Words.Bytes(total.Bytes)})."
            : $"{Words.Number(total.SharingFiles)} of {files} share blocks: {Words.Bytes(total.SharedBytes)} shared, "
                + $"{Words.Bytes(total.OwnedAloneBytes + total.MetadataBytes)} unshared of {Words.Bytes(total.Bytes)}{unknown}{notRead}.";
    }

    private static string OfOne(FileSharing file) => Path.GetFileName(file.Path) + (
        file.Unknown is { } why ? $": unknown, {why}."
        : file.Bytes == 0 ? " is empty, so there is nothing to share."
        : file.Extents == 0 && file.BytesOnDisk == 0 ? $" has no data on the disk, only a hole of {Words.Bytes(file.Bytes)}."
        : file.IsWhollyShared ? $" shares all of its {Words.Bytes(file.SharedBytes)}."
        : file.SharedBytes > 0
            ? $" shares {Words.Bytes(file.SharedBytes)} and has {Words.Bytes(file.BytesOnDisk - file.SharedBytes)} unshared."
        : file.OwnedAloneBytes == 0
            ? $" is stored in the file system's metadata ({Words.Bytes(file.MetadataBytes)}), which is never shared."
        : $" shares nothing: all of its {Words.Bytes(file.BytesOnDisk)} are unshared.");

    private static string OfTwo(FileSharing one, FileSharing other)
    {
        Func<string, string> name = Folders.Shortened([one.Path, other.Path]);
        string both = $"{name(one.Path)} and {name(other.Path)}";
        long common = one.With.Count == 0 ? 0 : one.With[0].Bytes;
        return other.SameFileAs is not null
                ? $"{both} are names of one file (links), not clones: a write to one is a write to the other."
            : (one.Unknown ?? other.Unknown) is { } why ? $"{both}: unknown, {why}."
            : common == 0 ? $"{both} have no bytes in common."
            : common >= one.BytesOnDisk && common >= other.BytesOnDisk ? $"{both} are clones: all {Words.Bytes(common)} are in common."
            : $"{both} have {Words.Bytes(common)} in common, of {Words.Bytes(one.BytesOnDisk)} and {Words.Bytes(other.BytesOnDisk)}.";
    }

    /// <summary>A file with several names counts once.</summary>
    private static string OfMany(IReadOnlyList<FileSharing> named)
    {
        FileSharing[] files = [.. named.Where(file => file.SameFileAs is null)];
        FileSharing[] unknown = [.. files.Where(file => file.Unknown is not null)];
        int names = named.Count - files.Length;
        return files.Length == 1
            ? $"All {Words.Number(named.Count)} are names of one file (links), not clones: a write to one is a write to the others."
            : $"{Words.Number(files.Count(file => file.WithFiles > 0))} of {Words.Count(files.Length, "file")} have bytes in common with "
                + $"another of them, {Words.Number(files.Count(file => file.SharedBytes > 0))} share blocks with any file"
                + (names == 0 ? string.Empty : $"; links to one of them, not counted: {Words.Number(names)}")
                + (unknown.Length == 0 ? "." : $"; unknown for {Words.Number(unknown.Length)}: {unknown[0].Unknown}.");
    }
}
