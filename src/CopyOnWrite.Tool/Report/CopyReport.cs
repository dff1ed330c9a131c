using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.Json.Serialization;
using CopyOnWrite.Measurement;

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
internal sealed record ReasonAmount(string Reason, CacheObstacle Obstacle, [property: JsonIgnore] string Words, int Files, long Bytes);

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
    string Summary,
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
    /// <summary>What the log is of. Not in JSON, as is what follows.</summary>
    [JsonIgnore]
    internal BuildLog? Log { get; init; }

    [JsonIgnore]
    internal IReadOnlyList<FileCopy> Files { get; init; } = [];

    /// <summary>What all projects' paths begin with, and are named without.</summary>
    [JsonIgnore]
    internal string Root { get; init; } = string.Empty;

    internal string NameOf(string project) => project.StartsWith(Root, StringComparison.Ordinal) ? project[Root.Length..] : project;

    /// <summary>All of it, so of a build without the SDK: nothing in it is what was done.</summary>
    internal bool IsEstimate => Total.Files > 0 && EstimatedFiles == Total.Files;
}
