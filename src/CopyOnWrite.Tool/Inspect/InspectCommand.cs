namespace CopyOnWrite.Tool.Inspect;

/// <summary><c>dotnet cow inspect FILE... | FOLDER...</c></summary>
internal static class InspectCommand
{
    private const int MostRows = 40;

    internal static Command New() => new Command("inspect", "Shows which bytes files share with others, and which they do not.")
    {
        new Argument<string[]>("path") { Description = "Files, or folders, such as worktrees.", Arity = ArgumentArity.OneOrMore },
    }.SetAnswer((parsed, screen, cancel) => Run(parsed.GetValue<string[]>("path")!, screen, cancel));

    private static int Run(string[] paths, Screen screen, CancellationToken cancel)
    {
        if (paths.All(Directory.Exists))
        {
            return Answer(screen, FolderSharing.Read(paths, cancel));
        }

        Array.ForEach(paths, path => InputFile.Require(path, "Name existing files, or folders only."));
        return Answer(screen, NamedFiles.Read([.. paths.DistinctBy(Path.GetFullPath)], Extents.Read, cancel));
    }

    private static int Answer(Screen screen, IReadOnlyList<FileSharing> files)
    {
        string summary = InspectWords.Of(files);
        bool known = files.All(file => file.Unknown is null);
        var all = files.Select(file => new { sharing = file, extents = file.Map.Extents.Select(ExtentRow.Of) });
        Action below = files is not [var only] ? () => Write(screen, files)
            : () => Write(screen, [.. only.Map.Extents.Select(ExtentRow.Of)]);
        return screen.Answer(new { summary, files = all }, summary, known, below);
    }

    private static int Answer(Screen screen, FolderSharing folder)
    {
        string summary = InspectWords.Of(folder);
        bool known = folder.Total.UnknownFiles == 0 && folder.NotRead.Count == 0;
        var json = new { summary, folder.Total, folder.BytesOnDisk, folder.ByExtension, folder.NotRead, folder.Files };
        return screen.Answer(json, summary, known, () => Write(screen, folder));
    }

    private static void Write(Screen screen, ExtentRow[] extents)
    {
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

    private static void Write(Screen screen, IReadOnlyList<FileSharing> files)
    {
        Func<string, string> name = Folders.Shortened(files.Select(file => file.Path));
        Write(screen, ["file", "bytes", "shared", "unshared", "with"], files, file =>
        [
            name(file.Path),
            Words.Number(file.Bytes),
            file.Unknown is null ? Words.Number(file.SharedBytes) : "unknown",
            file.Unknown is null ? Words.Number(file.BytesOnDisk - file.SharedBytes) : "unknown",
            file.Unknown is null ? Partners(file, name) : string.Empty,
        ]);
    }

    private static void Write(Screen screen, FolderSharing folder)
    {
        if (folder.Total.UnknownFiles < folder.Total.Files)
        {
            screen.Line($"Together they use {Words.Bytes(folder.BytesOnDisk)} of the disk.");
        }

        Write(screen, ["type", "files", "size", "shared", "unshared"], folder.ByExtension, type =>
        [
            type.Extension.Length == 0 ? "(none)" : type.Extension,
            Words.Number(type.Files),
            Words.Bytes(type.Bytes),
            type.UnknownFiles < type.Files ? Words.Bytes(type.SharedBytes) : "unknown",
            type.UnknownFiles < type.Files ? Words.Bytes(type.OwnedAloneBytes + type.MetadataBytes) : "unknown",
        ]);
        screen.Lines(folder.NotRead.Select(unread => $"! {unread}"));
    }

    private static void Write<T>(Screen screen, string[] headings, IEnumerable<T> all, Func<T, string[]> row) =>
        Rows.Write(screen, new PageTable(string.Empty, headings, [.. all.Select(row)]).First(MostRows));

    private static string Partners(FileSharing file, Func<string, string> name) =>
        file.SameFileAs is { } same ? $"the same file as {name(same)}"
        : file.With.Count == 0 ? "-"
        : $"{name(file.With[0].Path)} ({Words.Bytes(file.With[0].Bytes)})"
            + (file.WithFiles > 1 ? $" and {Words.Number(file.WithFiles - 1)} more" : string.Empty);
}
