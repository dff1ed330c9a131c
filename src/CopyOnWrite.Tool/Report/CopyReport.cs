using System.Globalization;
using System.Text.Json.Serialization;
using CopyOnWrite.Measurement;
using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Report;

/// <summary>Files and their bytes.</summary>
internal readonly record struct Amount(int Files, long Bytes)
{
    internal static Amount Of(IEnumerable<FileCopy> files) =>
        files.Aggregate(default(Amount), (sum, file) => new Amount(sum.Files + 1, checked(sum.Bytes + file.Bytes)));
}

/// <summary>Files that are not clones for one reason.</summary>
/// <param name="Reason">Its code.</param>
/// <param name="Obstacle">What kept files of another volume from the cache; none of other files.</param>
internal sealed record ReasonAmount(string Reason, CacheObstacle Obstacle, [property: JsonIgnore] WhyCopied Why, int Files, long Bytes);

/// <summary>Time of Copy calls, summed: more than the time that passed where projects built at the same time.</summary>
/// <param name="Name">Of a project, with its path in the repository, or of a target.</param>
internal sealed record CopyTime(string Name, int Calls, double Seconds, int Files, long Bytes);

/// <summary>A source that was copied to several places; clones do not count.</summary>
internal sealed record ManyCopies(string From, int Copies, long Bytes);

/// <summary>Something to change, and the files that would be clones then.</summary>
internal sealed record Recommendation(string What, int Files, long Bytes);

/// <summary>What a build's log says of its copies. Amounts count destinations.</summary>
/// <param name="Cloned">Without those from the cache.</param>
/// <param name="Unchanged">Files that were there already.</param>
/// <param name="EstimatedFiles">Of all, those that the built-in task copied: there, kinds and reasons are an estimate.</param>
/// <param name="WarmCache">
/// Of an estimate: files that would be clones once the cross-volume cache is full, where the others are those of a first build. Null where
/// nothing is estimated.
/// </param>
/// <param name="CopySeconds">Summed over calls, which may have run at the same time.</param>
/// <param name="Succeeded">The build did.</param>
internal sealed record CopyReport(
    Amount Total,
    Amount Cloned,
    Amount FromCache,
    Amount Copied,
    Amount Left,
    long Unchanged,
    int EstimatedFiles,
    Amount? WarmCache,
    bool Succeeded,
    double CopySeconds,
    int Calls,
    IReadOnlyList<ReasonAmount> Reasons,
    IReadOnlyList<CopyTime> Projects,
    IReadOnlyList<CopyTime> Targets,
    IReadOnlyList<ManyCopies> MostCopied,
    [property: JsonPropertyName("changes")] IReadOnlyList<Recommendation> Recommendations,
    IReadOnlyList<string> Notes)
{
    /// <summary>The first line.</summary>
    [JsonPropertyOrder(-1)]
    public string Summary => (Succeeded ? string.Empty : "The build failed. ") + SummaryOfCopies();

    /// <summary>What the log is of. Not in JSON, as is what follows.</summary>
    internal required BuildLog Log { get; init; }

    internal required IReadOnlyList<FileCopy> Files { get; init; }

    /// <summary>What all projects' paths begin with, and are named without.</summary>
    internal required string Root { get; init; }

    /// <summary>All of it, so of a build without the SDK: nothing in it is what was done.</summary>
    internal bool IsEstimate => Total.Files > 0 && EstimatedFiles == Total.Files;

    internal static string Seconds(double seconds) => seconds.ToString(seconds < 10 ? "0.000" : "0.0", CultureInfo.InvariantCulture) + " s";

    internal Amount AmountOf(CopyKind kind) => new[] { Cloned, FromCache, Copied, Left }[(int)kind];

    private string SummaryOfCopies()
    {
        if (Calls == 0)
        {
            return "No Copy task ran in this build.";
        }

        string time = $"Copy took {Seconds(CopySeconds)} in {Words.Count(Calls, "call")}"
            + (Unchanged > 0 ? $", {Words.Count(Unchanged, "file")} were unchanged." : ".");
        if (Total.Files == 0)
        {
            return $"Nothing was copied: {time}";
        }

        int clones = Cloned.Files + FromCache.Files;
        string amount = $"{Words.Number(clones)} of {Words.Count(Total.Files, "file")} ({Words.Bytes(Cloned.Bytes + FromCache.Bytes)} of "
            + $"{Words.Bytes(Total.Bytes)})";
        string cache = FromCache.Files > 0 ? $", {Words.Number(FromCache.Files)} of them from the cache" : string.Empty;
        string warm = WarmCache is { } later && later.Files > clones
            ? $" in a first build, and {Words.Number(later.Files)} ({Words.Bytes(later.Bytes)}) in later ones, with a warm cache"
            : string.Empty;
        string estimated = EstimatedFiles > 0
            ? $", including an estimate for {Words.Count(EstimatedFiles, "file")} of the built-in task"
            : string.Empty;
        return IsEstimate
            ? $"Estimate: with CopyOnWrite.Sdk, {amount} would be cloned{cache}{warm}. {time}"
            : $"{amount} were cloned{cache}{estimated}. {time}";
    }
}
