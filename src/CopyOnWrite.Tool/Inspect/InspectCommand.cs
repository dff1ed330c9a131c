using System.CommandLine;
using CopyOnWrite.Measurement;
using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Inspect;

/// <summary><c>dotnet cow inspect FILE... | FOLDER</c></summary>
internal static class InspectCommand
{
    internal static Command New()
    {
        var paths = new Argument<string[]>("path") { Description = "Files, or one folder.", Arity = ArgumentArity.OneOrMore };
        var command = new Command("inspect", "Shows which bytes files share with others, and which they do not.") { paths };
        command.SetAnswer((parsed, screen, cancel) => Task.FromResult(Run(parsed.GetValue(paths)!, screen, cancel)));
        return command;
    }

    private static int Run(string[] paths, Screen screen, CancellationToken cancel)
    {
        foreach (string path in paths)
        {
            string? wrong = !Path.Exists(path) ? "does not exist. Name existing files, or one folder."
                : Directory.Exists(path) ? (paths.Length == 1 ? null : "is a folder. Name one folder alone, or files only.")
                : !FileStatus.OfTarget(path).IsRegularFile ? "is a pipe or a device. Name files, or one folder."
                : null;
            if (wrong is not null)
            {
                throw new BadInputException($"{path} {wrong}");
            }
        }

        return Directory.Exists(paths[0])
            ? Answer(screen, paths[0], FolderSharing.Read(paths[0], cancel))
            : Answer(screen, NamedFiles.Read([.. paths.DistinctBy(Path.GetFullPath)], cancel));
    }

    private static int Answer(Screen screen, IReadOnlyList<(FileSharing Sharing, ExtentMap Map)> files)
    {
        FileSharing[] shared = [.. files.Select(file => file.Sharing)];
        string summary = InspectWords.Of(shared);
        bool known = shared.All(file => file is { Unknown: null, PartsUnknown: false });
        var references = new ReferenceCounts();
        var all = files.Select(file => new { sharing = file.Sharing, extents = Extents(file.Sharing, file.Map, references) });
        return screen.Answer(new { summary, files = all }, summary, known, () =>
        {
            if (files.Count == 1)
            {
                FileTables.Write(screen, shared[0], Extents(shared[0], files[0].Map, references));
            }
            else
            {
                FileTables.Write(screen, shared);
            }
        });
    }

    private static int Answer(Screen screen, string folder, FolderSharing sharing)
    {
        string summary = InspectWords.Of(folder, sharing);
        bool known = sharing.Total.UnknownFiles == 0 && sharing.NotRead.Count == 0;
        return screen.Answer(
            new { summary, sharing.Total, sharing.BytesOnDisk, sharing.ByExtension, sharing.NotRead, sharing.Files },
            summary,
            known,
            () => FileTables.Write(screen, sharing));
    }

    private static ExtentRow[] Extents(FileSharing file, ExtentMap map, ReferenceCounts references) =>
        [.. map.Extents.Select(extent => ExtentRow.Of(extent, references.Of(file.Path, map, extent)))];
}
