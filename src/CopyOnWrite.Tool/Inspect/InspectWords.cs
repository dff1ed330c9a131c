using CopyOnWrite.Tool.Report;

namespace CopyOnWrite.Tool.Inspect;

internal static class InspectWords
{
    /// <param name="named">The names of the files, of which several can be one.</param>
    internal static string OfNamed(string[] named, FileSharing[] files) => files switch
    {
        [_] when named.Length > 1 => $"{string.Join(" and ", named.Select(Folders.Shortened(named)))} are names of one file (links), not "
            + "clones: a write to one changes the other as well.",
        [var one] => OfOne(one),
        [var one, var other] => OfTwo(one, other),
        _ => Of(files),
    };

    internal static string OfLog(FileCopy logged) =>
        $"The log says: {logged.Words} (in the build of {Path.GetFileNameWithoutExtension(logged.Project)}, by "
            + $"{(logged.BySdk ? "CopyOnWrite.Sdk's" : "MSBuild's own")} Copy, from "
            + $"{Folders.Relative(Environment.CurrentDirectory, logged.From)}).";

    internal static string Of(FileSharing[] files)
    {
        FileSharing[] unknown = [.. files.Where(file => file.Unknown is not null)];
        string count = Words.Count(files.Length, "file");
        string Sum(Func<FileSharing, long> bytes) => Words.Bytes(files.Sum(bytes));
        return files.Length == 0 ? "There are no files."
            : unknown.Length == files.Length ? $"Unknown: {unknown[0].Unknown} ({count}, {Sum(file => file.Bytes)})."
            : $"{Words.Number(files.Count(file => file.SharedBytes > 0))} of {count} share blocks: {Sum(file => file.SharedBytes)} shared, "
                + $"{Sum(file => file.UnsharedBytes)} unshared of {Sum(file => file.Bytes)}"
                + (unknown.Length == 0 ? "." : $"; unknown for {Words.Count(unknown.Length, "file")}: {unknown[0].Unknown}.");
    }

    private static string OfOne(FileSharing file) => Path.GetFileName(file.Path) + (
        file.Unknown is { } why ? $": unknown, {why}."
        : file.Bytes == 0 ? " is empty, so there is nothing to share."
        : file.Map.Extents.Count == 0 ? $" has no data on the disk, only a hole of {Words.Bytes(file.Bytes)}."
        : file.IsWhollyShared ? $" shares all of its {Words.Bytes(file.SharedBytes)}."
        : file.SharedBytes > 0 ? $" shares {Words.Bytes(file.SharedBytes)} and has {Words.Bytes(file.UnsharedBytes)} unshared."
        : file.OwnedAloneBytes == 0
            ? $" is stored in the file system's metadata ({Words.Bytes(file.MetadataBytes)}), which is never shared."
        : $" shares nothing: all of its {Words.Bytes(file.BytesOnDisk)} are unshared.");

    private static string OfTwo(FileSharing one, FileSharing other)
    {
        Func<string, string> name = Folders.Shortened([one.Path, other.Path]);
        string both = $"{name(one.Path)} and {name(other.Path)}";
        long common = Extents.BytesInCommon(one.Map, other.Map);
        return (one.Unknown ?? other.Unknown) is { } why ? $"{both}: unknown, {why}."
            : common == 0 ? $"{both} have no bytes in common."
            : common >= one.BytesOnDisk && common >= other.BytesOnDisk ? $"{both} are clones: all {Words.Bytes(common)} are in common."
            : $"{both} have {Words.Bytes(common)} in common, of {Words.Bytes(one.BytesOnDisk)} and {Words.Bytes(other.BytesOnDisk)}.";
    }
}
