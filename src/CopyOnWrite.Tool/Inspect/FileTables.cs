namespace CopyOnWrite.Tool.Inspect;

/// <param name="Physical">Its place on the volume; null where it has none.</param>
/// <param name="References">References to it, with the file's own; null except on Windows, which reports them.</param>
internal sealed record ExtentRow(long Logical, long? Physical, long Length, bool Shared, int? References, IReadOnlyList<string> Flags)
{
    internal static ExtentRow Of(Extent extent) => new(
        extent.Logical,
        extent.HasPlace ? extent.Physical : null,
        extent.Length,
        extent.IsShared,
        extent.References,
        [.. FlagsOf(extent).Where(flag => flag.Has).Select(flag => flag.Name)]);

    private static (bool Has, string Name)[] FlagsOf(Extent extent) =>
    [
        (extent.IsShared, "shared"),
        (extent.IsInline, "in metadata"),
        (extent.IsEncoded, "compressed or encrypted"),
        (extent.IsUnwritten, "preallocated"),
        (extent.IsDelayed, "not on the disk yet"),
        (extent.IsUnknown && !extent.IsDelayed, "place unknown"),
    ];
}

/// <summary>The lines below the first one: one file's extents, or a row for each of several files or for each extension.</summary>
internal static class FileTables
{
    private const int MostRows = 40;

    internal static void Write(Screen screen, FileSharing file, ExtentRow[] extents)
    {
        if (file.OnMac is { } clone)
        {
            screen.Line(InspectWords.Of(clone));
            return;
        }

        bool counted = extents.Any(extent => extent.References is not null);
        Write(screen, ["at", "on disk", "bytes", .. counted ? ["references"] : (string[])[], "flags"], extents, extent =>
        [
            Words.Number(extent.Logical),
            extent.Physical is { } place ? Words.Number(place) : "-",
            Words.Number(extent.Length),
            .. counted ? [extent.References?.ToString(CultureInfo.InvariantCulture) ?? "-"] : (string[])[],
            string.Join(", ", extent.Flags),
        ]);
    }

    internal static void Write(Screen screen, IReadOnlyList<FileSharing> files)
    {
        Func<string, string> name = Folders.Shortened(files.Select(file => file.Path));
        Write(screen, ["file", "bytes", "shared", "unshared", "with"], files, file => file.Unknown is null
            ? [
                name(file.Path),
                Words.Number(file.Bytes),
                Words.Number(file.SharedBytes),
                Words.Number(file.BytesOnDisk - file.SharedBytes),
                Partners(file, name),
            ]
            : [name(file.Path), Words.Number(file.Bytes), "unknown", "unknown", string.Empty]);
    }

    internal static void Write(Screen screen, FolderSharing folder)
    {
        if (folder.BytesOnDisk is { } bytes && folder.Total.UnknownFiles < folder.Total.Files)
        {
            screen.Line($"Together they use {Words.Bytes(bytes)} of the disk.");
        }

        Write(screen, ["type", "files", "size", "shared", "unshared"], folder.ByExtension, type =>
        [
            type.Extension.Length == 0 ? "(none)" : type.Extension,
            Words.Number(type.Files),
            Words.Bytes(type.Bytes),
            type.UnknownFiles < type.Files ? Words.Bytes(type.SharedBytes) : "unknown",
            type.UnknownFiles < type.Files ? Words.Bytes(type.OwnedAloneBytes + type.MetadataBytes) : "unknown",
        ]);
        foreach (string unread in folder.NotRead)
        {
            screen.Line($"! {unread}");
        }
    }

    private static void Write<T>(Screen screen, string[] headings, IReadOnlyList<T> all, Func<T, string[]> row) =>
        Rows.Write(screen, headings, [.. all.Take(MostRows).Select(row)], all.Count - MostRows);

    private static string Partners(FileSharing file, Func<string, string> name) =>
        file.SameFileAs is { } same ? $"the same file as {name(same)}"
        : file.With.Count == 0 ? (file.PartsUnknown ? "unknown" : "-")
        : $"{name(file.With[0].Path)} ({Words.Bytes(file.With[0].Bytes)})"
            + (file.WithFiles > 1 ? $" and {Words.Number(file.WithFiles - 1)} more" : string.Empty);
}
