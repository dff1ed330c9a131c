using CopyOnWrite.Tool.Cache;

namespace CopyOnWrite.Tool.Report;

/// <summary>
/// Estimates what the package's task would do with files, by their folders' present volumes. A guess: it goes by the file systems' names, and
/// does not know files that were just written or that a file system refuses. The cross-volume cache counts as empty.
/// </summary>
internal sealed class CloneEstimate
{
    private readonly Dictionary<string, Volume> _folders = [];
    private readonly HashSet<(string Source, string Device)> _cached = [];

    internal (CopyKind Kind, WhyCopied? Why) Of(string from, string to, long bytes)
    {
        Volume source = VolumeOf(from);
        Volume destination = VolumeOf(to);
        return bytes == 0 ? (CopyKind.Copied, new WhyCopied(Reason.Empty))
            : !Volume.IsExpectedToClone(destination.FileSystem) ? (CopyKind.Copied, new WhyCopied(Reason.VolumeCannotClone))
            : source.Identity == destination.Identity ? (CopyKind.Cloned, null)
            : CacheFolderState.Platform.CacheSystem is null ? (CopyKind.Copied, new WhyCopied(Reason.DifferentVolumes))
            : bytes < CloneCache.MinimumFileSize ? (CopyKind.Copied, new WhyCopied(Reason.DifferentVolumesTooSmall))
            : _cached.Add((from, destination.Identity)) ? (CopyKind.Copied, new WhyCopied(Reason.DifferentVolumesBeingCached))
            : (CopyKind.FromCache, null);
    }

    /// <summary>Whether the file would be a clone in the next build, after the first has filled the cache.</summary>
    internal static bool IsCloneWhenWarm(FileCopy file) =>
        file.Kind is CopyKind.Cloned or CopyKind.FromCache
            || file.Why?.Reason is Reason.DifferentVolumesBeingCached;

    private Volume VolumeOf(string path)
    {
        string folder = Path.GetDirectoryName(path) ?? path;
        return _folders.TryGetValue(folder, out Volume? volume) ? volume
            : _folders[folder] = Volume.At(ExistingFolder.AtOrAbove(folder));
    }
}
