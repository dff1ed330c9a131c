using CopyOnWrite.Tool.Inspect;
using CopyOnWrite.Tool.Report;

namespace CopyOnWrite.Tool.Why;

/// <summary>Whether a file is a clone, and why.</summary>
/// <param name="IsClone">Null where the file system does not report it.</param>
/// <param name="SourceIsKnownBy">"log", "extents" or "place"; null without a source.</param>
/// <param name="Reason">The code of the logged or expected reason why it is not a clone; null for clones, and where unknown.</param>
/// <param name="Fix">The change that would make it a clone; null where none would, or none is needed.</param>
internal sealed record WhyAnswer(
    string Summary, string File, bool? IsClone, string? Source, string? SourceIsKnownBy, string? Reason, IReadOnlyList<string> Facts,
    string? Fix)
{
    private const string Cached =
        "Build with CopyOnWrite.Sdk (`dotnet cow doctor` says whether the project uses it): a build that copies the file adds it to the "
            + "cross-volume cache, and the next one clones it.";

    // GenerateBuildDependencyFile and GenerateBuildRuntimeConfigurationFiles of Microsoft.NET.Sdk.targets.
    private static readonly string[] s_writtenByTheSdk = [".deps.json", ".runtimeconfig.json"];

    /// <summary>The answer for a file that a compiler or another task writes where it is; null for others.</summary>
    internal static WhyAnswer? OfWhatNoCopyMakes(string file, Func<string, ExtentMap> read)
    {
        string name = Path.GetFileName(file);
        if (Array.Exists(s_writtenByTheSdk, ending => name.EndsWith(ending, StringComparison.OrdinalIgnoreCase)))
        {
            return New("is not a copy: a task of the .NET SDK writes it.");
        }

        ExtentMap map = read(file);
        return SourceCandidates.CopiesOf(file) is not { } copies ? null
            : copies.FirstOrDefault(path => Extents.BytesInCommon(map, read(path)) > 0) is { } clone
                ? New($"is not a copy: the build wrote it, and {Shown(clone)} is a clone of it.")
            : New("is not a copy: the build wrote it. No file in bin is a clone of it.");

        WhyAnswer New(string what) => new($"{name} {what}", file, IsClone: false, null, null, null, [], null);
    }

    /// <param name="logged">The file's copy in a build's log; null without a log.</param>
    internal static WhyAnswer Of(string file, FileCopy? logged, IReadOnlyList<string> candidates, Func<string, ExtentMap> read)
    {
        ExtentMap map = read(file);
        var status = FileStatus.OfTarget(file);
        var sharing = FileSharing.Of(file, status, map);
        FoundSource? source = logged is not null ? InLog(logged, map, read) : Among(candidates, file, map, read);
        FileCopy copy = logged ?? Expected(file, source?.Path, sharing.Bytes);
        bool isLink = source is { Exists: true } && FileStatus.OfTarget(source.Path).Identity == status.Identity;
        bool? isClone = isLink ? false : sharing.Unknown is not null ? null : (source?.Common ?? sharing.SharedBytes) > 0;
        bool isByCache = logged is null ? source is { By: "place", Common: null } : logged.Kind == CopyKind.FromCache;
        WhyCopied? why = isClone == true || isLink ? null : copy.Why;

        // Without a log nothing shows that a build with the SDK has copied the file.
        bool isFirstCopy = logged is null && why?.Reason == CopyOnWrite.Reason.DifferentVolumesBeingCached;
        string summary = isLink
            ? $"{Path.GetFileName(file)} is a link, the same file as {Shown(source!.Path)}, and not a clone: a write to one is a write to "
                + "the other."
            : SummaryOf(sharing, isClone, source?.Path, isByCache, isFirstCopy ? "the source is on another volume" : why?.Words);
        string? fix = isLink ? "Remove the property that makes Copy create links: `dotnet cow doctor` names it (link-mode)."
            : sharing is { Unknown: null, SharedBytes: 0, OwnedAloneBytes: 0 } ? null // In the file system's metadata.
            : isFirstCopy ? Cached
            : FixOf(copy, isClone, logged is not null, source is not null);
        return new WhyAnswer(summary, file, isClone, source?.Path, source?.By, why?.Code, FactsOf(sharing, source, logged), fix);
    }

    private static string? FixOf(FileCopy copy, bool? isClone, bool isLogged, bool hasSource) =>
        isClone == true || (!hasSource && copy.Why is null) || copy.Bytes == 0 ? null
        : isLogged && !copy.BySdk && copy.Why?.Reason != CopyOnWrite.Reason.VolumeCannotClone
            ? copy.IsTurnedOff ? Recommendations.TurnOn + "." : "Add CopyOnWrite.Sdk: `dotnet cow doctor` says how."
        : copy.Why is not null ? Recommendations.For(copy)
        : "A clone is possible there: the file may have been copied by another task, or before CopyOnWrite.Sdk was added. "
            + "`dotnet cow doctor` checks the settings; build with -bl and use --log FILE.";

    /// <summary>A clone of a file on another volume shares its blocks with the cache's entry, not with its source.</summary>
    private static FoundSource InLog(FileCopy logged, ExtentMap map, Func<string, ExtentMap> read) => new(
        logged.From,
        "log",
        logged.Kind != CopyKind.FromCache && System.IO.File.Exists(logged.From) ? Extents.BytesInCommon(map, read(logged.From)) : null);

    /// <summary>The candidate that it shares blocks with, or one of the same length and time: of several that with its content.</summary>
    private static FoundSource? Among(IReadOnlyList<string> candidates, string file, ExtentMap map, Func<string, ExtentMap> read)
    {
        FoundSource? sharing = candidates.Select(path => new FoundSource(path, "extents", Extents.BytesInCommon(map, read(path))))
            .MaxBy(source => source.Common);
        if (sharing is { Common: > 0 })
        {
            return sharing;
        }

        var output = new FileInfo(file);
        string[] alike = [.. candidates.Where(path => new FileInfo(path) is var one
            && one.Length == output.Length && one.LastWriteTimeUtc == output.LastWriteTimeUtc)];
        string content = alike.Length > 1 ? FileContent.Describe(output) : string.Empty;
        string? same = Array.Find(alike, path => alike.Length == 1 || FileContent.Describe(new FileInfo(path)) == content)
            ?? alike.FirstOrDefault();
        return same is null ? null : new FoundSource(same, "place", read(same).FileSystem == map.FileSystem ? 0 : null);
    }

    /// <summary>What the SDK's task would do. Without a source only obstacles that apply to every file there are known.</summary>
    private static FileCopy Expected(string file, string? source, long bytes)
    {
        (CopyKind kind, WhyCopied? why) = new CloneEstimate().Of(source ?? file, file, bytes);
        bool isKnown = source is not null || why?.Reason == CopyOnWrite.Reason.VolumeCannotClone;
        return new FileCopy(string.Empty, source ?? file, file, kind, isKnown ? why : null, bytes, IsEstimate: true, BySdk: false);
    }

    private static string SummaryOf(FileSharing sharing, bool? isClone, string? source, bool isByCache, string? why)
    {
        string of = source is null ? string.Empty : $" of {Shown(source)}";
        return Path.GetFileName(sharing.Path) + (
            sharing.Bytes == 0 ? " is empty, so there is nothing to clone."
            : isClone is null ? $": unknown, {sharing.Unknown}."
            : isClone.Value && isByCache ? $" is a clone, by way of the cross-volume cache,{of}."
            : isClone.Value && sharing.IsWhollyShared ? $" is a clone{of}."
            : isClone.Value && source is not null ? $" was cloned from {Shown(source)} and has been written to since."
            : isClone.Value ? " was cloned and has been written to since."
            : sharing is { SharedBytes: 0, OwnedAloneBytes: 0 }
                ? $" is not a clone{of}: it is stored in the file system's metadata, which is never shared."
            : why is not null ? $" is not a clone{of}: {why}."
            : $" is not a clone{of}.");
    }

    private static string[] FactsOf(FileSharing file, FoundSource? source, FileCopy? logged)
    {
        var volume = Volume.At(file.Path);
        string own = $"{Shown(file.Path)}: {Words.Bytes(file.Bytes)}, on {volume.FileSystem}"
            + (file.Unknown is null
                ? $"; {Words.Bytes(Math.Min(file.SharedBytes, file.Bytes))} shared with at least one other file." : ".");
        return source is null
            ? [own, "Its source was not found in obj. The log of a build (`dotnet build -bl`) names it: --log FILE."]
            :
            [
                own,
                source.Exists && Volume.At(source.Path) is var other
                    ? $"{Shown(source.Path)}: {Words.Bytes(new FileInfo(source.Path).Length)}, on {other.FileSystem}, "
                        + (other.Identity == volume.Identity ? "the same volume" : "another volume")
                        + (file.Unknown is null && source.Common is { } common
                            ? $"; {Words.Bytes(Math.Min(common, file.Bytes))} in common." : ".")
                    : $"{Shown(source.Path)} is no longer there.",
                source.By switch
                {
                    "log" => "The log says: "
                        + (logged!.IsEstimate ? "copied or cloned, which MSBuild's own Copy does not log" : logged.Kind.Words())
                        + $", by {(logged.BySdk ? "CopyOnWrite.Sdk's" : "MSBuild's built-in")} Copy task, "
                        + $"for {Path.GetFileNameWithoutExtension(logged.Project)}.",
                    "extents" => "It is the source because both have blocks in common.",
                    _ => "This is probably the source: it has the same length and time. Pass --log FILE for a definite answer.",
                },
            ];
    }

    private static string Shown(string path) => Folders.Relative(Environment.CurrentDirectory, path);

    /// <param name="Common">Shared bytes; null where that does not decide.</param>
    private sealed record FoundSource(string Path, string By, long? Common)
    {
        internal bool Exists { get; } = System.IO.File.Exists(Path);
    }
}
