using static CopyOnWrite.MacOS.MacNative;

namespace CopyOnWrite.MacOS;

/// <summary>Handles a source on another volume, with the cross-volume cache.</summary>
internal sealed partial class MacWorker
{
    /// <summary>
    /// Clones the source's entry. Without one the built-in copies the source, and it is added to the cache later.
    /// </summary>
    private CloneOutcome CloneEntry(CloneCache cache, int source, in Stat status, in CloneOutcome refused)
    {
        // A copy has the source's group where the user may give it (copyfile_stat in copyfile.c), a clone that of its folder.
        if (!TryStatDestinationFolder(out Stat folder) || folder.Gid != status.Gid)
        {
            return refused;
        }

        var destination = new CacheDestination(folder.Volume);
        if (!cache.IsFor(destination))
        {
            return CloneOutcome.NotHandled(cache.WhyUnused, refused.ErrorNumber);
        }

        if (!_cacheSystem.TryGetNumbers(source, status, out FileNumbers numbers))
        {
            return refused;
        }

        ulong hash = NativePath.Hash(_source);
        if (!cache.TryOpenEntry(hash, numbers, out nint entry, out Reason found))
        {
            bool isSettled = CacheSource.IsSettled(status.ChangeSeconds);
            bool isAdded = isSettled
                && _cacheSystem.IsPlain(source, status)
                && cache.TryAdd(hash, NativePath.Decode(_source), numbers, destination);
            return CloneOutcome.NotHandled(cache.WhyCopied(found, isAdded, isSettled), refused.ErrorNumber);
        }

        CloneOutcome outcome = CloneOpened((int)entry, status, folder.Volume, folder.Volume);
        _system.Close((int)entry);
        return outcome.Kind == OutcomeKind.Cloned ? CloneOutcome.ClonedFromCache(status.Size)
            : outcome.Reason is Reason.DifferentVolumes or Reason.VolumeCannotClone or Reason.FileCannotBeCloned ? refused
            : outcome;
    }
}
