using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using CopyOnWrite.Measurement;
using CopyOnWrite.Tool.Inspect;
using CopyOnWrite.Tool.Output;
using CopyOnWrite.Tool.Report;

namespace CopyOnWrite.Tool.Why;

/// <summary>Whether a file is a clone, and why.</summary>
/// <param name="IsClone">Null where the file system does not tell.</param>
/// <param name="Source">What it was copied from; null where that is not known.</param>
/// <param name="SourceIsKnownBy">"log", "extents" or "place"; null without a source.</param>
/// <param name="Reason">The code of why it is no clone, as in the log or as expected; null for clones, and where it is not known.</param>
/// <param name="Facts">What was seen, a fact a line.</param>
/// <param name="Fix">What would make it a clone; null where nothing would, or nothing is to be done.</param>
internal sealed record WhyAnswer(
    string Summary,
    string File,
    bool? IsClone,
    string? Source,
    string? SourceIsKnownBy,
    string? Reason,
    IReadOnlyList<string> Facts,
    string? Fix)
{
    /// <param name="logged">What a build's log says of the file; null without a log.</param>
    /// <param name="candidates">Files that it may have been copied from.</param>
    /// <param name="readExtents">Null: asks the file system.</param>
    internal static WhyAnswer Of(
        string file, FileCopy? logged, IReadOnlyList<string> candidates, Func<string, ExtentMap>? readExtents = null)
    {
        Func<string, ExtentMap> read = readExtents ?? Extents.Read;
        long bytes = new FileInfo(file).Length;
        ExtentMap map = read(file);
        (string? source, string? by, long? common) = SourceOf(file, logged, candidates, map, read);
        var sharing = FileSharing.Of(file, FileStatus.OfTarget(file), map);
        bool isLink = source is not null && System.IO.File.Exists(source)
            && FileStatus.OfTarget(source).Identity == FileStatus.OfTarget(file).Identity;
        bool? isClone = isLink ? false : sharing.Unknown is not null ? null : (common ?? sharing.SharedBytes) > 0;
        bool isByCache = logged is null ? by == "place" && common is null : logged.Kind == CopyKind.FromCache;
        (CopyKind kind, WhyCopied? expected) = logged is not null ? (logged.Kind, logged.Why)
            : source is null ? (CopyKind.Copied, WhyOfAnySource(file, bytes))
            : new CloneEstimate().Of(source, file, bytes);
        WhyCopied? asExpected = CacheObstacles.OfEstimate(kind, expected, bytes);
        FileCopy copy = logged
            ?? new FileCopy(string.Empty, source ?? file, file, kind, asExpected, bytes, IsEstimate: true, BySdk: false);
        WhyCopied? why = isClone == true || isLink ? null : copy.Why;
        return new WhyAnswer(
            isLink
                ? $"{Path.GetFileName(file)} is a link, the same file as {Shown(source!)}, and not a clone: a write to one is a write to "
                    + "the other."
                : SummaryOf(file, bytes, isClone, source, sharing, isByCache, why),
            file,
            isClone,
            source,
            by,
            why?.Code,
            [.. FactsOf(file, bytes, source, by, sharing, common, logged)],
            isClone == true ? null
                : isLink ? "Remove the property that makes Copy create links: `dotnet cow doctor` names it (link-mode)."
                : FixOf(copy, why, logged, source));
    }

    /// <summary>
    /// The log knows it; else the candidate that it has blocks in common with, or one of the same length and time. Common is null where
    /// that does not decide: a clone of a file on another volume shares its blocks with the cache's entry.
    /// </summary>
    private static (string? Source, string? By, long? Common) SourceOf(
        string file, FileCopy? logged, IReadOnlyList<string> candidates, ExtentMap map, Func<string, ExtentMap> read)
    {
        if (logged is not null)
        {
            bool isComparable = logged.Kind != CopyKind.FromCache && System.IO.File.Exists(logged.From);
            return (logged.From, "log", isComparable ? Extents.BytesInCommon(map, read(logged.From)) : null);
        }

        (string? shared, long common) = candidates.Select(candidate => (candidate, Extents.BytesInCommon(map, read(candidate))))
            .OrderByDescending(one => one.Item2).FirstOrDefault();
        if (common > 0)
        {
            return (shared, "extents", common);
        }

        var output = new FileInfo(file);
        string? same = candidates.FirstOrDefault(candidate => new FileInfo(candidate) is var one
            && one.Length == output.Length && one.LastWriteTimeUtc == output.LastWriteTimeUtc);

        return same is null ? (null, null, null) : (same, "place", read(same).FileSystem == map.FileSystem ? 0 : null);
    }

    /// <summary>What keeps every file from being cloned there, wherever it comes from.</summary>
    private static WhyCopied? WhyOfAnySource(string file, long bytes) =>
        new CloneEstimate().Of(file, file, bytes).Why is { Reason: CopyOnWrite.Reason.VolumeCannotClone } why ? why : null;

    private static string SummaryOf(
        string file, long bytes, bool? isClone, string? source, FileSharing sharing, bool isByCache, WhyCopied? why)
    {
        string name = Path.GetFileName(file);
        string of = source is null ? string.Empty : $" of {Shown(source)}";
        return bytes == 0 ? $"{name} is empty, so there is nothing to clone."
            : isClone is null ? $"{name}: unknown, {sharing.Unknown}."
            : isClone == true && isByCache ? $"{name} is a clone, by way of the cross-volume cache,{of}."
            : isClone == true ? $"{name} is a clone{of}{(sharing.IsWhollyShared ? string.Empty : ", written to since")}."
            : sharing is { SharedBytes: 0, OwnedAloneBytes: 0 }
                ? $"{name} is not a clone{of}: it is stored in the file system's metadata, which is never shared."
            : why is { } known ? $"{name} is not a clone{of}: {known.Words}."
            : $"{name} is not a clone{of}.";
    }

    private static IEnumerable<string> FactsOf(
        string file, long bytes, string? source, string? by, FileSharing sharing, long? common, FileCopy? logged)
    {
        yield return $"{Shown(file)}: {Words.Bytes(bytes)}, on {FileSystemName.Of(file)}"
            + (sharing.Unknown is null ? $"; {Words.Bytes(sharing.SharedBytes)} shared with any file." : ".");
        if (source is null)
        {
            yield return "Its source was not found in obj, or in the package that the .deps.json beside it names. The log of a build "
                + "names it: --log FILE.";
            yield break;
        }

        bool exists = System.IO.File.Exists(source);
        bool isOneVolume = exists
            && VolumeIdentity.Of(Path.GetDirectoryName(source)!) == VolumeIdentity.Of(Path.GetDirectoryName(file)!);
        yield return exists
            ? $"{Shown(source)}: {Words.Bytes(new FileInfo(source).Length)}, on {FileSystemName.Of(source)}, "
                + $"{(isOneVolume ? "the same" : "another")} volume"
                + (sharing.Unknown is null && common is { } bytesInCommon ? $"; {Words.Bytes(bytesInCommon)} in common." : ".")
            : $"{Shown(source)} is no longer there.";
        yield return by switch
        {
            "log" => $"The log says: {KindOf(logged!)}, by {(logged!.BySdk ? "CopyOnWrite.Sdk's" : "MSBuild's built-in")} Copy task, "
                + $"for {Path.GetFileNameWithoutExtension(logged.Project)}.",
            "extents" => "It is the source because both have blocks in common.",
            _ => "It is taken for the source because it has the same name, length and time. The log of a build is sure: --log FILE.",
        };
    }

    /// <summary>From the current folder, where it is below that.</summary>
    private static string Shown(string path)
    {
        string relative = Path.GetRelativePath(Environment.CurrentDirectory, path);
        return relative.StartsWith("..", StringComparison.Ordinal) ? path : relative;
    }

    private static string KindOf(FileCopy logged) => logged.IsEstimate ? "copied or cloned, which the built-in task does not log"
        : logged.Kind switch
        {
            CopyKind.Cloned => "cloned",
            CopyKind.FromCache => "cloned from the cache",
            CopyKind.Copied => "copied",
            _ => "left to the built-in task",
        };

    private static string? FixOf(FileCopy copy, WhyCopied? why, FileCopy? logged, string? source) =>
        (source is null && why is null) || copy.Bytes == 0 ? null
        : logged is { BySdk: false } ? "Add CopyOnWrite.Sdk: `dotnet cow doctor` says how."
        : why is not null ? Recommendations.For(copy)
        : "A clone is possible there: the file may have been copied before its source was on the disk (CopyOnWriteFreshFileSize, "
            + "docs/guide/policy.md), by another task, or before CopyOnWrite.Sdk was added. `dotnet cow doctor` checks the settings; "
            + "build with -bl and use --log FILE.";
}
