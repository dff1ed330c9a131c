using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Linux;

/// <summary>A source on another volume, with the cross-volume cache.</summary>
internal sealed unsafe partial class LinuxWorker
{
    /// <summary>A clone of the source's entry; where there is none a copy of the source, which is added to the cache later.</summary>
    private CloneOutcome FillThrough(LinuxCloneCache cache, int source, in Statx status, in DestinationFile made)
    {
        if (!cache.IsFor(made.Descriptor, made.Volume))
        {
            return FillInFull(source, status, made, Reason.DifferentVolumes);
        }

        int entry = cache.Entries.Open(CacheNames.Of(Scratch.Source), Scratch, status, out Reason found);
        if (entry < 0)
        {
            bool added = cache.TryAdd(Scratch.Source, status, made.Descriptor, made.Volume);
            return FillInFull(source, status, made, CloneCache.WhyCopied(found, added, CacheSource.IsSettled(status)));
        }

        Reason refusal = Clone(entry, cache.Volume, made, out int error);
        _ = close(entry);
        return refusal == Reason.None ? CloneOutcome.ClonedFromCache((long)status.Size)
            : IsFinal(refusal) ? CloneOutcome.NotHandled(refusal, error)
            : FillInFull(source, status, made, Reason.DifferentVolumes);
    }
}
