using CopyOnWrite.Tool.Report;

namespace CopyOnWrite.Tool.Inspect;

/// <summary><c>dotnet cow inspect PATH...</c></summary>
internal static class InspectCommand
{
    private const int MostRows = 40;

    internal static Command New()
    {
        Command inspect = new Command("inspect", "Shows how many bytes files share. With --log, says why an output shares none.")
        {
            new Argument<string[]>("path") { Description = "Files or folders, such as worktrees.", Arity = ArgumentArity.OneOrMore },
            CommandLine.NewOption<string?>(
                "--log",
                "For one output: the binary log of the build that wrote the output. The log names the source and the reason for a copy.",
                "file"),
        }.SetAnswer((parsed, screen, cancel) =>
        {
            string[] paths = parsed.GetValue<string[]>("path")!;
            Array.ForEach(
                [.. paths.Where(path => !Directory.Exists(path))], path => InputFile.Require(path, "Name existing files or folders."));
            return Answer(screen, paths, parsed.GetValue<string?>("--log") is { } log ? InLog(paths, log) : null, cancel);
        });
        inspect.Aliases.Add("why"); // The name for an output with --log.
        return inspect;
    }

    /// <param name="logged">The one file's copy in a build's log: it is compared with its source.</param>
    internal static int Answer(Screen screen, string[] paths, FileCopy? logged, CancellationToken cancel)
    {
        // A clone from the cache shares its blocks with the cache's entry, not with its source on another volume. A log may name any host,
        // which Windows would send credentials to.
        paths = logged is not null && logged.Kind != CopyKind.FromCache && logged.From is not ['\\' or '/', '\\' or '/', ..]
            && File.Exists(logged.From) ? [logged.From, .. paths] : paths;
        bool onlyNamed = !paths.Any(Directory.Exists);
        FileSharing[] files = FileSharing.Read(paths, Extents.Read, cancel);
        string summary = onlyNamed ? InspectWords.OfNamed([.. paths.DistinctBy(Path.GetFullPath)], files) : InspectWords.Of(files);
        long bytesOnDisk = ExtentMap.BytesOnDisk([.. files.Select(file => file.Map)]);
        string? fix = logged is null ? null : files switch
        {
            [.., { SharedBytes: 0, OwnedAloneBytes: > 0 }] =>
                Recommendations.For(logged) ?? "`dotnet cow doctor` says whether builds clone here, and what to do.",
            [.., { Unknown: not null }] => Recommendations.For(logged), // Only the log has a reason.
            _ => null,
        };
        var json = new
        {
            summary, bytesOnDisk, files, fix,
            logged = logged is null ? null : new { logged.From, logged.Kind, Reason = logged.Why?.Code, logged.BySdk },
        };
        return screen.Answer(json, summary, files.All(file => file.Unknown is null) && fix is null, () =>
        {
            if (files.Length > 1 || !onlyNamed)
            {
                bool isUnknown = files.All(file => file.Unknown is not null);
                screen.Lines(isUnknown ? [] : [$"Together, the files use {Words.Bytes(bytesOnDisk)} of disk space."]);
                Write(screen, files);
            }

            screen.Lines(logged is null ? [] : [$"- {InspectWords.OfLog(logged)}"]);
            screen.Lines(fix is null ? [] : [$"> {fix}"]);
        });
    }

    /// <summary>The last copy to it counts: a later project may replace an earlier one's.</summary>
    private static FileCopy InLog(string[] paths, string log)
    {
        CommandFailedException.ThrowIf(paths.Length > 1 || Directory.Exists(paths[0]), "--log takes the log of one output. Name one file.");
        return new LoggedCopies(LogFile.Read(log)).All
            .LastOrDefault(copy => copy.To.Equals(Path.GetFullPath(paths[0]), Folders.Comparison))
            ?? throw new CommandFailedException(
                $"{log} has no copy to {paths[0]}: another task or build wrote the file, or the file was unchanged. If a Copy task "
                + "writes the file, name the log of a build after `dotnet clean`.");
    }

    /// <summary>Writes a table of the files, those first that take most of the disk for themselves.</summary>
    private static void Write(Screen screen, FileSharing[] files)
    {
        Func<string, string> name = Folders.Shortened(files.Select(file => file.Path));
        IEnumerable<string[]> rows = files.OrderByDescending(file => file.UnsharedBytes).Select(file => new[]
        {
            name(file.Path),
            Words.Number(file.Bytes),
            file.Unknown is null ? Words.Number(file.SharedBytes) : "unknown",
            file.Unknown is null ? Words.Number(file.UnsharedBytes) : "unknown",
        });
        Rows.Write(screen, new PageTable(string.Empty, ["file", "bytes", "shared", "unshared"], [.. rows]).First(MostRows));
    }
}
