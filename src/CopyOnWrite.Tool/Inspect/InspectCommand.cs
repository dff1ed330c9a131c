namespace CopyOnWrite.Tool.Inspect;

/// <summary><c>dotnet cow inspect FILE... | FOLDER...</c></summary>
internal static class InspectCommand
{
    internal static Command New()
    {
        var paths = new Argument<string[]>("path") { Description = "Files, or folders, such as worktrees.", Arity = ArgumentArity.OneOrMore };
        var command = new Command("inspect", "Shows which bytes files share with others, and which they do not.") { paths };
        command.SetAnswer((parsed, screen, cancel) => Task.FromResult(Run(parsed.GetValue(paths)!, screen, cancel)));
        return command;
    }

    private static int Run(string[] paths, Screen screen, CancellationToken cancel)
    {
        if (paths.All(Directory.Exists))
        {
            return Answer(screen, FolderSharing.Read(paths, cancel));
        }

        Array.ForEach(paths, path => InputFile.Require(path, "Name existing files, or folders only."));
        return Answer(screen, NamedFiles.Read([.. paths.DistinctBy(Path.GetFullPath)], cancel));
    }

    private static int Answer(Screen screen, IReadOnlyList<(FileSharing Sharing, ExtentMap Map)> files)
    {
        FileSharing[] shared = [.. files.Select(file => file.Sharing)];
        string summary = InspectWords.Of(shared);
        bool known = shared.All(file => file is { Unknown: null, PartsUnknown: false });
        var all = files.Select(file => new { sharing = file.Sharing, extents = Extents(file.Map) });
        return screen.Answer(new { summary, files = all }, summary, known, () =>
        {
            if (files.Count == 1)
            {
                FileTables.Write(screen, shared[0], Extents(files[0].Map));
            }
            else
            {
                FileTables.Write(screen, shared);
            }
        });
    }

    private static int Answer(Screen screen, FolderSharing sharing)
    {
        string summary = InspectWords.Of(sharing);
        bool known = sharing.Total.UnknownFiles == 0 && sharing.NotRead.Count == 0;
        return screen.Answer(
            new { summary, sharing.Total, sharing.BytesOnDisk, sharing.ByExtension, sharing.NotRead, sharing.Files },
            summary,
            known,
            () => FileTables.Write(screen, sharing));
    }

    private static ExtentRow[] Extents(ExtentMap map) => [.. map.Extents.Select(ExtentRow.Of)];
}
