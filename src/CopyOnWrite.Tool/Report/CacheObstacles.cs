using CopyOnWrite.Measurement;
using CopyOnWrite.Tool.Cache;

namespace CopyOnWrite.Tool.Report;

/// <summary>
/// What kept a file of another volume from the cross-volume cache: that, and not the volume, can be changed most easily. The names are
/// codes in JSON.
/// </summary>
internal enum CacheObstacle
{
    None,
    BelowCacheSize,

    /// <summary>The project's log says that the cache cannot be used or written to.</summary>
    CacheUnusable,

    /// <summary>As the record says.</summary>
    TooNew,

    /// <summary>The cache took no file of the project.</summary>
    CacheOffOrTooNew,
}

internal static class CacheObstacleText
{
    internal static string Of(CacheObstacle obstacle) => obstacle switch
    {
        CacheObstacle.BelowCacheSize => "below 64 KiB, too small for the cache",
        CacheObstacle.CacheUnusable => "the cache cannot be used or is full",
        CacheObstacle.TooNew => "it had changed less than two seconds before, or later than the clock said",
        CacheObstacle.CacheOffOrTooNew => "the cache is off or has no folder, or the file is too new for it",
        _ => string.Empty,
    };
}

/// <summary>
/// Works the obstacle out: of most files a record says only "on another volume". The size tells the first, a message of the task the
/// second, and what the cache did for other files of the project the last.
/// </summary>
internal sealed class CacheObstacles
{
    // Its folder cannot be used or written to, is on another volume, or has other files: docs/diagnostics.
    private static readonly string[] s_codes = ["COW1006", "COW1007", "COW1010"];

    private readonly HashSet<string> _unusable;
    private readonly HashSet<string> _used;

    internal CacheObstacles(IReadOnlyList<BuildDiagnostic> coded, IReadOnlyList<FileCopy> files)
    {
        _unusable = [.. coded.Where(message => s_codes.Contains(message.Code)).Select(message => message.Project)];
        _used = [.. files.Where(file => CloneEstimate.IsCloneWhenWarm(file) && file.Kind != CopyKind.Cloned).Select(file => file.Project)];
    }

    /// <summary>Without a log, the size alone tells.</summary>
    internal static WhyCopied? OfEstimate(CopyKind kind, WhyCopied? why, long bytes) =>
        kind == CopyKind.Copied && why is { Reason: Reason.DifferentVolumes } known && CacheInUse.SystemHasOne
            && bytes < CloneCache.DefaultMinimumFileSize
            ? known with { Obstacle = CacheObstacle.BelowCacheSize }
            : why;

    internal FileCopy Explain(FileCopy file) =>
        file is not { Kind: CopyKind.Copied, Why: { Fallback: Tasks.FallbackReason.None } why } || !CacheInUse.SystemHasOne ? file
            : why.Reason == Reason.DifferentVolumes ? file with { Why = why with { Obstacle = Of(file) } }
            : why.Reason == Reason.DifferentVolumesTooNew ? file with { Why = why with { Obstacle = CacheObstacle.TooNew } }
            : file;

    private CacheObstacle Of(FileCopy file) => file.Bytes < CloneCache.DefaultMinimumFileSize ? CacheObstacle.BelowCacheSize
        : _unusable.Contains(file.Project) ? CacheObstacle.CacheUnusable
        : _used.Contains(file.Project) ? CacheObstacle.None
        // The message of a cache that all projects have comes once for all of them.
        : _unusable.Count > 0 ? CacheObstacle.CacheUnusable
        : CacheObstacle.CacheOffOrTooNew;
}
