using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Linux;

/// <summary>A source on another volume, with the clone source cache.</summary>
internal sealed unsafe partial class LinuxStrategy
{
    /// <summary>A clone of the source's entry; without one, a copy, which becomes the entry.</summary>
    private FileOutcome FillThrough(LinuxCloneCache cache, int source, in Statx status, in DestinationFile made, PathBuffers buffers)
    {
        int destination = made.Descriptor;
        if (!cache.IsFor(destination, made.Volume))
        {
            return FillInFull(source, status, destination, Reason.DifferentVolumes);
        }

        CacheNames names = CacheNames.Of(buffers.Source);
        int entry = cache.OpenEntry(names, buffers, status);
        int claim = -1;
        if (entry < 0)
        {
            claim = cache.Claim(names, status, out bool busy);
            if (busy && cache.GivesWay)
            {
                return FileOutcome.NotHandled(Reason.BeingCached);
            }

            // Another process may have made the entry before the claim was had.
            entry = claim < 0 ? -1 : cache.OpenEntry(names, buffers, status);
        }

        if (entry >= 0)
        {
            if (claim >= 0)
            {
                cache.GiveBack(claim, names);
            }

            Reason refusal = Clone(entry, cache.Volume, made, out int error);
            _ = close(entry);
            return refusal == Reason.None ? FileOutcome.ClonedFromCache((long)status.Size)
                : IsFinal(refusal) ? FileOutcome.NotHandled(refusal, error)
                : FillInFull(source, status, destination, Reason.DifferentVolumes);
        }

        FileOutcome copied = FillInFull(source, status, destination, Reason.DifferentVolumes);
        if (claim < 0)
        {
            return copied;
        }

        if (copied.Kind != OutcomeKind.Copied)
        {
            cache.GiveBack(claim, names);
            return copied;
        }

        return cache.Add(claim, names, buffers, source, status, destination, made.Volume)
            ? FileOutcome.Copied(Reason.DifferentVolumesNowCached, copied.Bytes)
            : copied;
    }
}
