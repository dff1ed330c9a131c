using System.Collections.Generic;
using System.Linq;
using CopyOnWrite.Measurement;

namespace CopyOnWrite.Benchmarks;

/// <summary>What a file costs in small calls and in huge ones, and what memory the calls take.</summary>
internal static class ScaleReport
{
    private const double Growth = 1.15;
    private const double GrowthOverBare = 1.05;
    private const double Memory = 1.0;

    internal static void Write(IReadOnlyList<ScaleRow> times, IReadOnlyList<MemoryRow> memory, BenchEnvironment environment)
    {
        Goal[] goals = [.. Growths(times), .. GrowthsOverBare(times), .. Peaks(memory)];
        string[] report = [.. Lines(times, memory, goals, environment)];
        ResultFile.Write("scale", environment.Date.UtcDateTime, new { environment, goals, times, memory }, report);
    }

    private static IEnumerable<Goal> Growths(IEnumerable<ScaleRow> rows) =>
        from volume in rows.GroupBy(r => r.FileSystem)
        let least = volume.MinBy(r => r.Files)
        let most = volume.MaxBy(r => r.Files)
        where least != most
        select Goal.AtMost(
            $"{volume.Key}: ours, time per file at {most.Files:N0} files over {least.Files:N0}",
            Growth,
            Estimate.Ratio(most.Ours, least.Ours),
            worst: $"the built-in: {Markdown.Text(Estimate.Ratio(most.BuiltIn, least.BuiltIn))}");

    /// <summary>Round by round, as all counts and arms have a call in each: what grows beyond what the file system itself takes.</summary>
    private static IEnumerable<Goal> GrowthsOverBare(IEnumerable<ScaleRow> rows) =>
        from volume in rows.GroupBy(r => r.FileSystem)
        let least = volume.MinBy(r => r.Files)
        let most = volume.MaxBy(r => r.Files)
        where least != most && least.Bare is not null && most.Bare is not null
        select Goal.AtMost(
            $"{volume.Key}: that growth of ours over that of the bare loop",
            GrowthOverBare,
            Estimate.Ratio([.. most.Ours.Zip(least.Ours, (m, l) => m / l)], [.. most.Bare!.Zip(least.Bare!, (m, l) => m / l)]),
            worst: $"the bare loop's: {Markdown.Text(Estimate.Ratio(most.Bare!, least.Bare!))}");

    private static IEnumerable<Goal> Peaks(IReadOnlyList<MemoryRow> rows) => rows.OrderBy(r => r.Files).TakeLast(1).Select(row =>
        Goal.AtMost(
            $"peak memory at {row.Files:N0} files, ours over the built-in's", Memory, row.Ratio, worst: $"A/A {Markdown.Text(row.Noise)}"));

    private static IEnumerable<string> Lines(
        IReadOnlyList<ScaleRow> times, IReadOnlyList<MemoryRow> memory, IReadOnlyCollection<Goal> goals, BenchEnvironment environment)
    {
        IEnumerable<string> timeRows = times.Select(row => Markdown.Row(
            row.FileSystem,
            $"{row.Files:N0}",
            Markdown.Micros(Estimate.Median(row.BuiltIn)),
            Markdown.Micros(Estimate.Median(row.Ours)),
            Markdown.Micros(row.Bare is null ? null : Estimate.Median(row.Bare)),
            Markdown.Text(row.Ratio),
            Markdown.Text(row.Noise)));
        IEnumerable<string> memoryRows = memory.Select(row => Markdown.Row(
            row.FileSystem,
            $"{row.Files:N0}",
            Markdown.Micros(Estimate.Median(row.BuiltIn)),
            Markdown.Micros(Estimate.Median(row.Ours)),
            Markdown.Text(row.Ratio),
            Markdown.Text(row.Noise)));
        return
        [
            "# Many files in one call",
            string.Empty,
            .. Goal.Table(goals),
            "## µs per file",
            string.Empty,
            .. Markdown.Head("volume", "files", "built-in", "ours", "bare", "built-in / ours", "A/A"),
            .. timeRows,
            string.Empty,
            "## Peak memory, MB",
            string.Empty,
            .. Markdown.Head("volume", "files", "built-in", "ours", "ours / built-in", "A/A"),
            .. memoryRows,
            string.Empty,
            .. environment.Lines(
                "Settled files of 4,097 bytes, 100 in a folder, to new folders. The memory is that of a new process for each call (VmHWM), "
                + "with the engine and the list of files. bare: a C loop of the necessary system calls alone, on one thread."),
        ];
    }
}

/// <summary>Calls with that many files: µs per file, round by round.</summary>
/// <param name="Bare">The bare system calls; null where they were not run.</param>
internal sealed record ScaleRow(
    string FileSystem,
    int Files,
    IReadOnlyList<double> BuiltIn,
    IReadOnlyList<double> Ours,
    IReadOnlyList<double> Again,
    IReadOnlyList<double>? Bare)
{
    public Estimate Ratio { get; } = Estimate.Ratio(BuiltIn, Ours);

    public Estimate Noise { get; } = Estimate.Ratio(BuiltIn, Again);
}

/// <summary>The most memory that a new process had which made one call: MB, round by round.</summary>
internal sealed record MemoryRow(
    string FileSystem, int Files, IReadOnlyList<double> BuiltIn, IReadOnlyList<double> Ours, IReadOnlyList<double> Again)
{
    public Estimate Ratio { get; } = Estimate.Ratio(Ours, BuiltIn);

    public Estimate Noise { get; } = Estimate.Ratio(Again, BuiltIn);
}
