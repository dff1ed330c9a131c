using System.Text.Json.Serialization;
using System.Text.RegularExpressions;

namespace CopyOnWrite.Tool.Report;

internal readonly record struct Amount(int Files, long Bytes)
{
    internal static Amount Of(IEnumerable<FileCopy> files) =>
        files.Aggregate(default(Amount), (sum, file) => new Amount(sum.Files + 1, checked(sum.Bytes + file.Bytes)));
}

internal sealed record ReasonAmount(string Reason, [property: JsonIgnore] WhyCopied Why, int Files, long Bytes);

/// <summary>The sum of Copy calls' times: more than the elapsed time if projects built at the same time.</summary>
internal sealed record CopyTime(string Name, int Calls, double Seconds, int Files, long Bytes);

/// <summary>A recommended change, and the files that it would make clones.</summary>
internal sealed record Recommendation(string What, int Files, long Bytes);

/// <summary>The report on a log. The public properties are written to JSON. Amounts count destinations.</summary>
internal sealed class CopyReport(BuildLog log, LoggedCopies copies, FileConflicts conflicts, int accepted = 0)
{
    public string Summary => ((Succeeded ? string.Empty : $"The {(log.Builds.Count > 1 ? "builds" : "build")} failed. ")
        + ConflictTables.FirstLine(Conflicts, accepted) + (IsAboutConflicts ? string.Empty : SummaryOfCopies())).TrimEnd();

    public Amount Total { get; } = Amount.Of(copies.All);

    /// <summary>Clones that are not from the cache.</summary>
    public Amount Cloned { get; } = copies.AmountOf(CopyKind.Cloned);

    public Amount FromCache { get; } = copies.AmountOf(CopyKind.FromCache);

    public Amount Copied { get; } = copies.AmountOf(CopyKind.Copied);

    public Amount Left { get; } = copies.AmountOf(CopyKind.Left);

    /// <summary>Files that the package's task did not copy, and reported as errors.</summary>
    public Amount Failed { get; } = copies.AmountOf(CopyKind.Failed);

    public long Unchanged => copies.Unchanged;

    /// <summary>Sources that were missing while another project replaced them, and for which a call waited.</summary>
    public long SourcesWaitedFor { get; } = log.CopyCalls.Sum(call => call.Record?.Waited ?? 0);

    public long WaitedMilliseconds { get; } = log.CopyCalls.Sum(call => call.Record?.WaitedMilliseconds ?? 0);

    /// <summary>Files that a program had loaded and that were replaced nevertheless (Windows).</summary>
    public long ReplacedInUse { get; } = log.CopyCalls.Sum(call => call.Record?.InUse ?? 0);

    /// <summary>Files of MSBuild's own Copy, which does not log what it clones.</summary>
    public Amount Unknown { get; } = copies.AmountOf(CopyKind.Unknown);

    public bool Succeeded => log.Succeeded;

    /// <summary>The sum over calls, which may have run at the same time.</summary>
    public double CopySeconds { get; } = Math.Round(TimeSpan.FromTicks(log.CopyCalls.Sum(call => call.Duration.Ticks)).TotalSeconds, 4);

    public int Calls => log.CopyCalls.Count;

    public IReadOnlyList<ReasonAmount> Reasons { get; } =
    [
        .. copies.All.Where(file => file.Why is not null).GroupBy(file => file.Why!.Value)
            .Select(same => new ReasonAmount(same.Key.Code, same.Key, same.Count(), same.Sum(file => file.Bytes)))
            .OrderByDescending(reason => reason.Bytes).ThenByDescending(reason => reason.Files),
    ];

    public IReadOnlyList<CopyTime> Projects { get; } = Times(log, copies, call => copies.Named(call.Project));

    public IReadOnlyList<CopyTime> Targets { get; } = Times(log, copies, call => call.Target);

    [JsonPropertyName("changes")]
    public IReadOnlyList<Recommendation> Recommendations { get; } = Report.Recommendations.Of(copies.All);

    public IReadOnlyList<SharedFiles> SharedFiles => Conflicts.Shared;

    public IReadOnlyList<ReadWhileWritten> ReadWhileWritten => Conflicts.Read;

    public IReadOnlyList<FileOfError> OtherFilesOfErrors => Conflicts.Others;

    /// <summary>Builds that an Exec ran, whose files are in no log.</summary>
    public object NestedBuilds =>
        Conflicts.NestedBuilds.Select(build => new { Project = build.Exec.Project.File, build.Exec.Target, build.Command }).ToArray();

    public IReadOnlyList<Compiled> Compiled { get; } = [.. Report.Compiled.Of(log)];

    public IReadOnlyList<string> Notes => [.. NotesOnTheLog()];

    // The following is not in JSON.
    internal FileConflicts Conflicts => conflicts;

    internal LoggedCopies Copies => copies;

    /// <summary>Whether the log does not say of any file how it was copied.</summary>
    internal bool IsUnknown => Unknown.Files == Total.Files;

    /// <summary>Whether the text is about conflicts only: the log has some, and its build did not use the package.</summary>
    internal bool IsAboutConflicts => IsUnknown && !IsBySdk && Conflicts.Any;

    /// <summary>Whether the log says more about copies than how many there were.</summary>
    internal bool HasCopies => Calls > 0 && !(IsUnknown && !IsBySdk);

    private bool IsBySdk { get; } = copies.All.Any(file => file.BySdk);

    /// <param name="logs">The logs of one build, or of several.</param>
    internal static CopyReport Of(params IReadOnlyList<BuildLog> logs)
    {
        try
        {
            BuildLog log = BuildLog.Join(logs);
            return new CopyReport(log, new LoggedCopies(log), FileConflicts.Of(logs));
        }
        catch (OverflowException)
        {
            throw new CommandFailedException(
                "The sizes or times in the log add up to more than is possible: the log is damaged. Build again with -bl.");
        }
    }

    /// <summary>Gives this report without the writers that a file accepts.</summary>
    internal CopyReport Without(string baseline)
    {
        FileConflicts left = conflicts.Without(baseline);
        int causes = conflicts.Shared.Count + conflicts.Read.Count;
        return new(log, copies, left, causes - left.Shared.Count - left.Read.Count);
    }

    internal static string Seconds(double seconds) => Words.Number(seconds, seconds < 10 ? "0.000" : "0.0") + " s";

    private static CopyTime[] Times(BuildLog log, LoggedCopies copies, Func<LoggedCall, string> nameOf) =>
    [
        .. log.CopyCalls.GroupBy(nameOf).Select(same => new CopyTime(
            same.Key,
            same.Count(),
            Math.Round(same.Sum(call => call.Duration.TotalSeconds), 4),
            same.Sum(call => copies.Of(call).Count),
            same.Sum(call => copies.Of(call).Sum(file => file.Bytes)))).OrderByDescending(time => time.Seconds),
    ];

    private string SummaryOfCopies()
    {
        string time = $"Copy took {Seconds(CopySeconds)} in {Words.Count(Calls, "call")}"
            + (Unchanged > 0 ? $", {Words.Count(Unchanged, "file was", "files were")} unchanged." : ".");
        int clones = Cloned.Files + FromCache.Files;
        string amount = $"{Words.Number(clones)} of {Words.Count(Total.Files, "file")} ({Words.Bytes(Cloned.Bytes + FromCache.Bytes)} of "
            + $"{Words.Bytes(Total.Bytes)})";
        string cache = FromCache.Files > 0 ? $", {Words.Number(FromCache.Files)} of them from the cache" : string.Empty;
        string unknown = Unknown.Files > 0
            ? $"; the log does not say how MSBuild's own Copy wrote {Words.Count(Unknown.Files, "file")}" : string.Empty;
        string why = Left.Files + Failed.Files == Total.Files && Reasons is [var only] ? $": {only.Why.Words}" : string.Empty;
        return Calls == 0 ? "No Copy task ran in this build."
            : Total.Files == 0 ? $"Nothing was copied. {time}"
            : IsUnknown ? $"{(IsBySdk ? "The package's task, which left no records," : "MSBuild's own Copy")} wrote "
                + $"{Words.Count(Total.Files, "file")}. {time}"
            : $"{amount} were cloned{cache}{unknown}{why}. {time}";
    }

    private IEnumerable<string> NotesOnTheLog()
    {
        string firstError = log.Errors.Count == 0 ? string.Empty
            : ", the first: " + $"{log.Errors[0].Code} {log.Errors[0].Text.Split('\n')[0].Trim().TrimEnd('.')}".TrimStart();

        // The package's version, by the folder of the task's assembly (ID/VERSION).
        string? version = log.CopyCalls.Where(call => call.IsOfSdk)
            .Select(call => Regex.Match(call.TaskAssembly, @"(?i)[\\/]copyonwrite\.(?:sdk|artifacts)[\\/]([^\\/]+)[\\/]"))
            .FirstOrDefault(match => match.Success)?.Groups[1].Value;
        string built = log is { Started: { } started, Duration: { } duration }
            ? string.Create(CultureInfo.InvariantCulture, $"Built {started:yyyy-MM-dd HH:mm} UTC in {Seconds(duration.TotalSeconds)}, ")
            : string.Empty;
        return new (bool Holds, string Note)[]
        {
            (!Succeeded, $"The build failed ({(log.Errors.Count == 0 ? "no error is in the log" : Words.Count(log.Errors.Count, "error"))}"
                + $"{firstError})."),
            (SourcesWaitedFor > 0, $"Copy calls waited {Words.Number(WaitedMilliseconds)} ms for {Words.Count(SourcesWaitedFor, "source")} "
                + $"that {(SourcesWaitedFor == 1 ? "was" : "were")} being replaced."),
            (ReplacedInUse > 0, $"{Words.Count(ReplacedInUse, "file")} in use {(ReplacedInUse == 1 ? "was" : "were")} replaced."),
            (Conflicts.NestedBuilds.Count > 0, $"Exec tasks ran {Words.Count(Conflicts.NestedBuilds.Count, "build")}, whose files are not "
                + "in this log: " + string.Join("; ", Conflicts.NestedBuilds.Select(build => $"{copies.Named(build.Exec.Project.File)} "
                    + $"(target {build.Exec.Target}: {ConflictTables.Short(build.Command)})").Distinct()) + "."),
            (accepted > 0 && Conflicts.AnyWriters, $"The report leaves out {Words.Count(accepted, "cause")} that the baseline accepts."),
            (copies.NotRead > 0, $"The messages of {copies.NotRead} calls of MSBuild's own Copy could not be read in the language of the "
                + "log, so their files are not counted. Build with DOTNET_CLI_UI_LANGUAGE=en."),
            (log.IsTurnedOff, "DisableCopyOnWrite turned CopyOnWrite.Sdk off."),
            (IsAboutConflicts, "--json lists what was compiled."),
            (IsUnknown && !IsBySdk && Calls > 0,
                "MSBuild's own Copy does not log which files it clones. --json lists the files that it wrote."),
            (log.CopyCalls.Any(call => call.Record is null && call.IsOfSdk && copies.Of(call).Count > 0),
                "Some calls of the package's task left no record: they ran in a task host (MSBUILDFORCEALLTASKSOUTOFPROC), or in an older "
                + "MSBuild, or were cut short. The report counts the files of these calls from their messages."),
            (HasCopies, "Copy seconds are summed over calls that may have run at the same time."),
            (true, $"{built}CopyOnWrite.Sdk {version ?? "not used, or of unknown version"}; report by dotnet cow {ToolVersion.Current}."),
        }.Where(one => one.Holds).Select(one => one.Note);
    }
}
