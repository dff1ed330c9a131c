using CopyOnWrite.Measurement;
using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Report;

/// <summary>From a log to the report.</summary>
internal static class ReportMaker
{
    private const int MostSources = 20;

    internal static CopyReport Of(BuildLog log)
    {
        try
        {
            return Make(log);
        }
        catch (OverflowException)
        {
            throw new BadInputException(
                "The sizes or times in the log add up to more than is possible: the log is damaged. Build again with -bl.");
        }
    }

    private static CopyReport Make(BuildLog log)
    {
        var copies = new LoggedCopies(log);
        IReadOnlyList<FileCopy> files = copies.All;
        ILookup<CopyKind, FileCopy> byKind = files.ToLookup(file => file.Kind);
        string root = CommonFolder.Of(log.CopyCalls.Select(call => System.IO.Path.GetDirectoryName(call.Project) ?? string.Empty));
        return new CopyReport(
            Amount.Of(files),
            Amount.Of(byKind[CopyKind.Cloned]),
            Amount.Of(byKind[CopyKind.FromCache]),
            Amount.Of(byKind[CopyKind.Copied]),
            Amount.Of(byKind[CopyKind.Left]),
            copies.Unchanged,
            files.Count(file => file.IsEstimate),
            files.Any(file => file.IsEstimate) ? Amount.Of(files.Where(CloneEstimate.IsCloneWhenWarm)) : null,
            log.Succeeded,
            Math.Round(log.CopyTime.TotalSeconds, 4),
            log.CopyCalls.Count,
            [.. files.Where(file => file.Why is not null).GroupBy(file => file.Why!.Value)
                .Select(same => new ReasonAmount(
                    same.Key.Code, same.Key.Obstacle, same.Key, same.Count(), same.Sum(file => file.Bytes)))
                .OrderByDescending(reason => reason.Bytes).ThenByDescending(reason => reason.Files)],
            Times(log, copies, call => Named(call.Project, root)),
            Times(log, copies, call => call.Target),
            [.. byKind[CopyKind.Copied].Concat(byKind[CopyKind.Left])
                .GroupBy(file => file.From).Select(same => new ManyCopies(same.Key, same.Count(), same.Sum(file => file.Bytes)))
                .Where(source => source.Copies > 1).OrderByDescending(source => source.Bytes).ThenByDescending(source => source.Copies)
                .ThenBy(source => source.From, StringComparer.Ordinal).Take(MostSources)],
            Recommendations.Of(files),
            [.. Notes(log, copies, files)])
        {
            Log = log, Files = files, Root = root,
        };
    }

    /// <summary>Without the root.</summary>
    internal static string Named(string path, string root) => path.StartsWith(root, StringComparison.Ordinal) ? path[root.Length..] : path;

    private static CopyTime[] Times(BuildLog log, LoggedCopies copies, Func<LoggedCall, string> nameOf) =>
    [
        .. log.CopyCalls.GroupBy(nameOf).Select(same => new CopyTime(
            same.Key,
            same.Count(),
            Math.Round(same.Sum(call => call.Duration.TotalSeconds), 4),
            same.Sum(call => copies.Of(call).Count),
            same.Sum(call => copies.Of(call).Sum(file => file.Bytes)))).OrderByDescending(time => time.Seconds),
    ];

    private static IEnumerable<string> Notes(BuildLog log, LoggedCopies copies, IReadOnlyList<FileCopy> files)
    {
        if (!log.Succeeded)
        {
            yield return $"The build failed ({Words.Count(log.Errors.Count, "error")}"
                + (log.Errors.Count > 0 ? $", the first: {log.Errors[0].Code} {LogFile.OneLine(log.Errors[0].Text)}" : string.Empty)
                + "): what it would have copied after that is not in the log.";
        }

        if (copies.NotRead > 0)
        {
            yield return $"The messages of {copies.NotRead} calls of the built-in task are not in English, so their files are not "
                + "counted. Build with DOTNET_CLI_UI_LANGUAGE=en.";
        }

        int gone = files.Count(file => file.Why == WhyCopied.FileIsGone);
        if (gone > 0)
        {
            yield return $"{gone} files of the built-in task are no longer on this machine, so their sizes and volumes are unknown.";
        }

        if (files.Any(file => file.IsEstimate))
        {
            yield return "The built-in task does not log what it clones, so this is an estimate from the sizes of files and the volumes "
                + "of folders as they are now, for a first build, in which the cross-volume cache is empty. "
                + "On Linux, where source and destination share a volume that clones, it clones too, through .NET's File.Copy.";
        }

        if (log.CopyCalls.Any(call => call.Record is null && LoggedCopies.IsOfSdk(call)))
        {
            yield return "Some calls of the SDK's task left no record: an older version of it or of MSBuild, a call that was cut short, "
                + "or one with nothing to copy. Their files are counted by their messages and estimated.";
        }

        yield return "Copy seconds are summed over calls that may have run at the same time.";
    }
}
