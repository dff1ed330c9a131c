namespace CopyOnWrite.Tool.Report;

/// <summary>
/// Estimates what the SDK's task would do with files, by their folders' present volumes. A guess: it goes by the file systems' names, and
/// does not know files that were just written or that a file system refuses. The cross-volume cache counts as empty.
/// </summary>
internal sealed class CloneEstimate
{
    private readonly Dictionary<string, (string Device, bool Clones)> _folders = [];
    private readonly HashSet<(string Source, string Device)> _cached = [];

    internal (CopyKind Kind, WhyCopied? Why) Of(string from, string to, long bytes)
    {
        (string Device, bool Clones) source = VolumeOf(from);
        (string Device, bool Clones) destination = VolumeOf(to);
        return bytes == 0 ? (CopyKind.Copied, new WhyCopied(Reason.Empty))
            : !destination.Clones ? (CopyKind.Copied, new WhyCopied(Reason.VolumeCannotClone))
            : source.Device == destination.Device ? (CopyKind.Cloned, null)
            : FileCloner.Shared.Platform.CacheSystem is null ? (CopyKind.Copied, new WhyCopied(Reason.DifferentVolumes))
            : bytes < CloneCache.DefaultMinimumFileSize ? (CopyKind.Copied, new WhyCopied(Reason.DifferentVolumesTooSmall))
            : _cached.Add((from, destination.Device)) ? (CopyKind.Copied, new WhyCopied(Reason.DifferentVolumesBeingCached))
            : (CopyKind.FromCache, null);
    }

    /// <summary>Whether the file would be a clone in the next build, after the first has filled the cache.</summary>
    internal static bool IsCloneWhenWarm(FileCopy file) =>
        file.Kind is CopyKind.Cloned or CopyKind.FromCache
            || file.Why?.Reason is Reason.DifferentVolumesBeingCached;

    private (string Device, bool Clones) VolumeOf(string path)
    {
        string folder = Path.GetDirectoryName(path) ?? path;
        if (!_folders.TryGetValue(folder, out (string Device, bool Clones) volume))
        {
            string there = ExistingFolder.AtOrAbove(folder);
            volume = (VolumeIdentity.Of(there), Volume.At(there).ExpectedToClone);
            _folders.Add(folder, volume);
        }

        return volume;
    }
}
