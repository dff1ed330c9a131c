namespace CopyOnWrite.Tool.Inspect;

/// <summary><c>dotnet cow inspect PATH...</c></summary>
internal static class InspectCommand
{
    private const int MostRows = 40;

    internal static Command New() => new Command("inspect", "Shows which bytes files share with others, and which they do not.")
    {
        new Argument<string[]>("path") { Description = "Files or folders, such as worktrees.", Arity = ArgumentArity.OneOrMore },
    }.SetAnswer((parsed, screen, cancel) => Run(parsed.GetValue<string[]>("path")!, screen, cancel));

    private static int Run(string[] paths, Screen screen, CancellationToken cancel)
    {
        string[] named = [.. paths.Where(path => !Directory.Exists(path)).DistinctBy(Path.GetFullPath)];
        Array.ForEach(named, path => InputFile.Require(path, "Name existing files or folders."));
        FileSharing[] files = InspectedFiles.Read(paths, Extents.Read, cancel);
        bool onlyNamed = paths.All(File.Exists);
        string summary = onlyNamed ? InspectWords.OfNamed(named, files) : InspectWords.Of(files);
        long bytesOnDisk = ExtentMap.BytesOnDisk([.. files.Select(file => file.Map)]);
        var json = new
        {
            summary, bytesOnDisk, files = files.Select(file => new { sharing = file, extents = file.Map.Extents.Select(ExtentRow.Of) }),
        };
        return screen.Answer(json, summary, files.All(file => file.Unknown is null), () =>
        {
            if (onlyNamed && files is [var only])
            {
                Write(screen, [.. only.Map.Extents.Select(ExtentRow.Of)]);
                return;
            }

            screen.Lines(files.All(file => file.Unknown is not null) ? [] : [$"Together they use {Words.Bytes(bytesOnDisk)} of the disk."]);
            Write(screen, files);
        });
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

    /// <summary>Those first that take most of the disk for themselves.</summary>
    private static void Write(Screen screen, FileSharing[] files)
    {
        Func<string, string> name = Folders.Shortened(files.Select(file => file.Path));
        Write(screen, ["file", "bytes", "shared", "unshared"], files.OrderByDescending(file => file.UnsharedBytes), file =>
        [
            name(file.Path),
            Words.Number(file.Bytes),
            file.Unknown is null ? Words.Number(file.SharedBytes) : "unknown",
            file.Unknown is null ? Words.Number(file.UnsharedBytes) : "unknown",
        ]);
    }

    private static void Write<T>(Screen screen, string[] headings, IEnumerable<T> all, Func<T, string[]> row) =>
        Rows.Write(screen, new PageTable(string.Empty, headings, [.. all.Select(row)]).First(MostRows));
}
