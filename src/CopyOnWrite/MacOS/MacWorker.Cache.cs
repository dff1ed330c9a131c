using static CopyOnWrite.MacOS.MacNative;

namespace CopyOnWrite.MacOS;

/// <summary>A source on another volume, with the cross-volume cache.</summary>
internal sealed partial class MacWorker
{
    /// <summary>
    /// A clone of the source's entry. Where there is none, the built-in copies the source, and it is added to the cache later.
    /// </summary>
    private CloneOutcome CloneEntry(MacCloneCache cache, int source, in Stat status, in CloneOutcome refused)
    {
        // A copy has the source's group where the user may give it (copyfile_stat in copyfile.c), a clone that of its folder.
        if (_system.StatusOfTarget(_scratch.DestinationFolder(), out Stat folder) != 0
            || folder.Gid != status.Gid
            || !cache.IsFor(folder.Volume))
        {
            return refused;
        }

        int entry = cache.OpenEntry(_scratch.Source, source, status, out Reason found);
        if (entry < 0)
        {
            bool added = cache.TryAdd(_scratch.Source, status);
            return CloneOutcome.NotHandled(CloneCache.WhyCopied(found, added, CacheSource.IsSettled(status)), refused.ErrorNumber);
        }

        CloneOutcome outcome = CloneOpened(entry, status, folder.Volume, folder.Volume);
        _system.Close(entry);
        return outcome.Kind == OutcomeKind.Cloned ? CloneOutcome.ClonedFromCache(status.Size)
            : outcome.Reason is Reason.DifferentVolumes or Reason.VolumeCannotClone or Reason.FileCannotBeCloned ? refused
            : outcome;
    }
}
