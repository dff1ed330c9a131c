using CopyOnWrite.Tool.Inspect;
using CopyOnWrite.Tool.Report;

namespace CopyOnWrite.Tool.Why;

/// <summary>Whether a file is a clone, and why.</summary>
/// <param name="IsClone">Null where the file system does not report it.</param>
/// <param name="Source">As the log names it; null without a log.</param>
/// <param name="Reason">The code of the logged reason why it is not a clone; null for clones, and where unknown.</param>
/// <param name="Fix">The change that would make it a clone; null where none would, or none is needed.</param>
internal sealed record WhyAnswer(
    string Summary, string File, bool? IsClone, string? Source, string? Reason, IReadOnlyList<string> Facts, string? Fix)
{
    /// <param name="logged">The file's copy in a build's log; null without a log.</param>
    internal static WhyAnswer Of(string file, FileCopy? logged, Func<string, ExtentMap> read)
    {
        ExtentMap map = read(file);
        var status = FileStatus.OfTarget(file);
        var sharing = FileSharing.Of(file, status, map);
        FileCopy copy = logged ?? new FileCopy(string.Empty, file, file, CopyKind.Unknown, null, sharing.Bytes, BySdk: false);
        if (copy.Kind == CopyKind.Unknown && !Volume.IsExpectedToClone(Volume.At(file).FileSystem))
        {
            copy = copy with { Why = new WhyCopied(CopyOnWrite.Reason.VolumeCannotClone) }; // Which applies to every file there.
        }

        bool isThere = logged is not null && System.IO.File.Exists(logged.From);
        bool isLink = isThere && FileStatus.OfTarget(copy.From).Identity == status.Identity;

        // A clone of a file on another volume shares its blocks with the cache's entry, not with its source.
        long? common = isThere && copy.Kind != CopyKind.FromCache ? Extents.BytesInCommon(map, read(copy.From)) : null;
        bool? isClone = isLink ? false : sharing.Unknown is not null ? null : (common ?? sharing.SharedBytes) > 0;
        WhyCopied? why = isClone == true || isLink ? null : copy.Why;
        string summary = isLink
            ? $"{Path.GetFileName(file)} is a link, the same file as {Shown(copy.From)}, and not a clone: a write to one is a write to "
                + "the other."
            : SummaryOf(sharing, isClone, logged, why?.Words);
        string? fix = isLink ? "Remove the property that makes Copy create links: `dotnet cow doctor` names it (link-mode)."
            : sharing is { Unknown: null, SharedBytes: 0, OwnedAloneBytes: 0 } ? null // In the file system's metadata.
            : FixOf(copy, isClone, logged is not null);
        return new WhyAnswer(summary, file, isClone, logged?.From, why?.Code, FactsOf(sharing, logged, isThere, common), fix);
    }

    private static string? FixOf(FileCopy copy, bool? isClone, bool isLogged) =>
        isClone == true || (!isLogged && copy.Why is null) || copy.Bytes == 0 ? null
        : isLogged && !copy.BySdk && copy.Why?.Reason != CopyOnWrite.Reason.VolumeCannotClone
            ? "Add CopyOnWrite.Sdk, or turn it on: `dotnet cow doctor` says how."
        : copy.Why is not null ? Recommendations.For(copy)
        : "A clone is possible there: the file may have been copied by another task, or before CopyOnWrite.Sdk was added. "
            + "`dotnet cow doctor` checks the settings.";

    private static string SummaryOf(FileSharing sharing, bool? isClone, FileCopy? logged, string? why)
    {
        string of = logged is null ? string.Empty : $" of {Shown(logged.From)}";
        return Path.GetFileName(sharing.Path) + (
            sharing.Bytes == 0 ? " is empty, so there is nothing to clone."
            : isClone is null ? $": unknown, {sharing.Unknown}."
            : isClone.Value && logged?.Kind == CopyKind.FromCache ? $" is a clone, by way of the cross-volume cache,{of}."
            : isClone.Value && sharing.IsWhollyShared ? $" is a clone{(logged is null ? ", or has clones" : of)}."
            : isClone.Value && logged is not null ? $" was cloned from {Shown(logged.From)} and has been written to since."
            : isClone.Value ? " was cloned and has been written to since."
            : sharing is { SharedBytes: 0, OwnedAloneBytes: 0 }
                ? $" is not a clone{of}: it is stored in the file system's metadata, which is never shared."
            : why is not null ? $" is not a clone{of}: {why}."
            : $" is not a clone{of}.");
    }

    private static string[] FactsOf(FileSharing file, FileCopy? logged, bool isThere, long? common)
    {
        var volume = Volume.At(file.Path);
        string own = $"{Shown(file.Path)}: {Words.Bytes(file.Bytes)}, on {volume.FileSystem}"
            + (file.Unknown is null
                ? $"; {Words.Bytes(Math.Min(file.SharedBytes, file.Bytes))} shared with at least one other file." : ".");
        return logged is null
            ? [own, "The log of the build that wrote it (`dotnet build -bl`) names its source and the reason: --log FILE."]
            :
            [
                own,
                isThere && Volume.At(logged.From) is var other
                    ? $"{Shown(logged.From)}: {Words.Bytes(new FileInfo(logged.From).Length)}, on {other.FileSystem}, "
                        + (other.Identity == volume.Identity ? "the same volume" : "another volume")
                        + (file.Unknown is null && common is { } bytes ? $"; {Words.Bytes(Math.Min(bytes, file.Bytes))} in common." : ".")
                    : $"{Shown(logged.From)} is no longer there.",
                "The log says: "
                    + logged.Kind.Words()
                    + $", by {(logged.BySdk ? "CopyOnWrite.Sdk's" : "MSBuild's built-in")} Copy task, "
                    + $"for {Path.GetFileNameWithoutExtension(logged.Project)}.",
            ];
    }

    private static string Shown(string path) => Folders.Relative(Environment.CurrentDirectory, path);
}
