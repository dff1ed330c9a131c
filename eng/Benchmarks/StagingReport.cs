using System;
using System.Collections.Generic;
using System.Linq;
using CopyOnWrite.Measurement;

namespace CopyOnWrite.Benchmarks;

/// <summary>Our staging against the built-in Copy and against rsync.</summary>
internal static class StagingReport
{
    private const double LargeOverRsync = 5;
    private const double SmallOverBuiltIn = 1.3;
    private const double UnchangedOverRsync = 2;

    internal static void Write(IReadOnlyList<StagingRow> rows, BenchEnvironment environment)
    {
        Goal[] goals = [.. rows.Where(row => row.FileSystem is "btrfs" or "xfs").Select(GoalOf)];
        ResultFile.Write("staging", environment.Date.UtcDateTime, new { environment, goals, rows }, [.. Lines(rows, goals, environment)]);
    }

    private static Goal GoalOf(StagingRow row) =>
        row.Name.StartsWith("1 GiB", StringComparison.Ordinal)
            ? Goal.AtLeast($"{row.FileSystem}, {row.Name}: rsync / ours", LargeOverRsync, row.OverRsync)
        : row.Name.EndsWith("unchanged", StringComparison.Ordinal)
            ? Goal.AtLeast($"{row.FileSystem}, {row.Name}: rsync / ours", UnchangedOverRsync, row.OverRsync)
        : Goal.AtLeast($"{row.FileSystem}, {row.Name}: built-in / ours", SmallOverBuiltIn, row.OverBuiltIn);

    private static IEnumerable<string> Lines(IReadOnlyList<StagingRow> rows, Goal[] goals, BenchEnvironment environment) =>
    [
        "# Staging a folder",
        string.Empty,
        .. Goal.Table(goals),
        "## ms",
        string.Empty,
        .. Markdown.Head(
            "volume", "files", "built-in", "rsync -a", "ours", "built-in / ours", "rsync / ours", "A/A", "on their source's blocks"),
        .. rows.Select(row => Markdown.Row(
            row.FileSystem,
            row.Name,
            Markdown.Micros(Estimate.Median(row.BuiltIn)),
            Markdown.Micros(Estimate.Median(row.Rsync)),
            Markdown.Micros(Estimate.Median(row.Ours)),
            Markdown.Text(row.OverBuiltIn),
            Markdown.Text(row.OverRsync),
            Markdown.Text(row.Noise),
            $"{row.Shared} of {row.Looked}")),
        string.Empty,
        .. environment.Lines(
            "Settled files, 100 in a folder. The tasks from the beginning to the end of the task, in one engine that has done it before; "
            + "the built-in gets the list of files, which ours and rsync read from the folders. rsync as a process."),
    ];
}

/// <summary>One folder staged in three ways: ms, round by round.</summary>
/// <param name="Again">The built-in a second time.</param>
/// <param name="Shared">Of <paramref name="Looked"/> files that our task staged, those that lie on their source's blocks.</param>
internal sealed record StagingRow(
    string FileSystem,
    string Name,
    IReadOnlyList<double> Ours,
    IReadOnlyList<double> BuiltIn,
    IReadOnlyList<double> Rsync,
    IReadOnlyList<double> Again,
    int Shared,
    int Looked)
{
    public Estimate OverBuiltIn { get; } = Estimate.Ratio(BuiltIn, Ours);

    public Estimate OverRsync { get; } = Estimate.Ratio(Rsync, Ours);

    public Estimate Noise { get; } = Estimate.Ratio(BuiltIn, Again);
}
