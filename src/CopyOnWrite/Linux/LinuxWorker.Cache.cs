using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Linux;

/// <summary>A source on another volume, with the cross-volume cache.</summary>
internal sealed unsafe partial class LinuxWorker
{
    /// <summary>A clone of the source's entry, which is made of the source where there is none; a copy where none can be made.</summary>
    private CloneOutcome FillThrough(LinuxCloneCache cache, int source, in Statx status, in DestinationFile made)
    {
        int destination = made.Descriptor;
        if (!cache.IsFor(destination, made.Volume))
        {
            return FillInFull(source, status, made, Reason.DifferentVolumes);
        }

        CacheNames names = CacheNames.Of(Scratch.Source);
        int entry = cache.OpenEntry(names, Scratch, status);
        int claim = -1;
        if (entry < 0)
        {
            claim = cache.Claim(names, status, out bool busy);
            if (busy && cache.DefersWhenBusy)
            {
                return CloneOutcome.NotHandled(Reason.BeingCached);
            }

            // Another process may have made the entry before the claim was had.
            entry = claim < 0 ? -1 : cache.OpenEntry(names, Scratch, status);
        }

        if (entry >= 0)
        {
            if (claim >= 0)
            {
                cache.ReleaseClaim(claim, names);
            }

            Reason refusal = Clone(entry, cache.Volume, made, out int error);
            _ = close(entry);
            return refusal == Reason.None ? CloneOutcome.ClonedFromCache((long)status.Size)
                : IsFinal(refusal) ? CloneOutcome.NotHandled(refusal, error)
                : FillInFull(source, status, made, Reason.DifferentVolumes);
        }

        return claim < 0
            ? FillInFull(source, status, made, Reason.DifferentVolumes)
            : FillAndKeep(cache, claim, names, source, status, made);
    }

    /// <summary>
    /// Copies the source into the cache's folder and clones the destination from there. Not the other way round: a user who can write to
    /// the destination can do so while it is made, and what they write would be in every later clone.
    /// </summary>
    private CloneOutcome FillAndKeep(
        LinuxCloneCache cache, int claim, in CacheNames names, int source, in Statx status, in DestinationFile made)
    {
        int kept = cache.CopyIn(names, source, status, made, Scratch, out int copyError);
        if (kept < 0)
        {
            cache.ReleaseClaim(claim, names);
            return CopyAfterAll(cache, source, status, made, copyError);
        }

        // The clone waits until the content is on the disk, so an entry whose content cannot be written is never recorded.
        Reason refusal = Clone(kept, cache.Volume, made, out int error);
        bool added = refusal == Reason.None && cache.TryAdd(claim, names, Scratch, source, status, kept);
        if (!added)
        {
            cache.Discard(claim, names);
        }

        _ = close(kept);
        return refusal == Reason.None
            ? CloneOutcome.Copied(added ? Reason.DifferentVolumesNowCached : Reason.DifferentVolumes, (long)status.Size)
            : IsFinal(refusal) ? CloneOutcome.NotHandled(refusal, error)
            : CopyAfterAll(cache, source, status, made, error: 0);
    }

    /// <param name="error">What kept the source from being copied into the cache; 0 when nothing is to be reported of it.</param>
    private CloneOutcome CopyAfterAll(LinuxCloneCache cache, int source, in Statx status, in DestinationFile made, int error)
    {
        if (lseek(source, 0, SEEK_SET) != 0)
        {
            return CloneOutcome.NotHandled(Reason.OtherError, Error);
        }

        CloneOutcome copied = FillInFull(source, status, made, Reason.DifferentVolumes);
        if (error != 0 && copied.Kind == OutcomeKind.Copied)
        {
            // There is space for the destination but none for the cache, for example because of a quota.
            cache.CannotWrite(error);
        }

        return copied;
    }
}
