using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Linux;

/// <summary>Handles a source on another volume, with the cross-volume cache.</summary>
internal sealed unsafe partial class LinuxWorker
{
    /// <summary>Clones the source's entry; without one copies the source, which is added to the cache later.</summary>
    private CloneOutcome FillThrough(CloneCache cache, int source, in Statx status, LinuxDestinationFile made)
    {
        if (!Cloner.FileSystems.HasChangeTimes(status.Volume, source))
        {
            return FillInFull(source, status, made, Reason.DifferentVolumes);
        }

        var destination = new CacheDestination(made.Volume, made.Descriptor);
        if (!cache.IsFor(destination))
        {
            return FillInFull(source, status, made, cache.WhyUnused);
        }

        ulong hash = NativePath.Hash(Scratch.Source);
        FileNumbers numbers = LinuxCacheSystem.NumbersOf(status);
        if (!cache.TryOpenEntry(hash, numbers, out nint entry, out Reason found))
        {
            bool isSettled = CacheSource.IsSettled(status.ChangeSeconds);
            bool isAdded = isSettled && cache.TryAdd(hash, NativePath.Decode(Scratch.Source), numbers, destination);
            return FillInFull(source, status, made, cache.WhyCopied(found, isAdded, isSettled));
        }

        Reason refusal = Clone((int)entry, cache.Volume, made, out int error);
        _ = close((int)entry);
        return refusal == Reason.None ? CloneOutcome.ClonedFromCache((long)status.Size)
            : Errno.IsOfCopiesToo(refusal) ? CloneOutcome.NotHandled(refusal, error)
            : FillInFull(source, status, made, Reason.DifferentVolumes);
    }
}
