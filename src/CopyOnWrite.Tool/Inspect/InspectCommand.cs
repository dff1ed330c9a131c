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
        foreach (string path in paths.Where(path => !Path.Exists(path)))
        {
            throw new BadInputException($"{path} does not exist. Name existing files, or one folder.");
        }

        foreach (string path in paths.Where(path => !Directory.Exists(path) && !FileStatus.OfTarget(path).IsRegularFile))
        {
            throw new BadInputException($"{path} is a pipe or a device. Name files, or one folder.");
        }

        string[] folders = [.. paths.Where(Directory.Exists)];
        return folders.Length == 0 ? Answer(screen, NamedFiles.Read([.. paths.DistinctBy(Path.GetFullPath)], cancel))
            : paths.Length == 1 ? Answer(screen, folders[0], FolderSharing.Read(folders[0], cancel))
            : throw new BadInputException($"{folders[0]} is a folder. Name one folder alone, or files only.");
    }

    private static int Answer(Screen screen, IReadOnlyList<(FileSharing Sharing, ExtentMap Map)> files)
    {
        string summary = InspectWords.Of([.. files.Select(file => file.Sharing)]);
        bool known = files.All(file => file.Sharing.Unknown is null && !file.Sharing.PartsUnknown);
        var references = new ReferenceCounts();
        var all = files.Select(file => new { sharing = file.Sharing, extents = Extents(file.Sharing, file.Map, references) });
        return screen.Answer(new { summary, files = all }, summary, known, () =>
        {
            if (files.Count == 1)
            {
                FileTables.Write(screen, files[0].Sharing, Extents(files[0].Sharing, files[0].Map, references));
            }
            else
            {
                FileTables.Write(screen, [.. files.Select(file => file.Sharing)]);
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
