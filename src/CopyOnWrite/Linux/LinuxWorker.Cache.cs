using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Linux;

/// <summary>Handles a source on another volume, with the cross-volume cache.</summary>
internal sealed partial class LinuxWorker
{
    /// <summary>
    /// <see cref="Reason.None"/> with the source's open entry, which the caller closes; else why the source is copied. One that the cache
    /// lacks is added to it later.
    /// </summary>
    private Reason FindEntry(int source, in Statx status, ulong volume, out int entry)
    {
        entry = -1;
        Reason without = call.WhyNotCached((long)status.Size);
        if (without != Reason.None)
        {
            return without;
        }

        if (!Cloner.FileSystems.HasChangeTimes(status.Volume, source))
        {
            return Reason.DifferentVolumes;
        }

        CloneCache cache = call.Cache!;
        var destination = new CacheDestination(volume, Scratch.Folder);
        if (!cache.IsFor(destination))
        {
            return cache.WhyUnused;
        }

        ulong hash = NativePath.Hash(Scratch.Source);
        FileNumbers numbers = LinuxCacheSystem.NumbersOf(status);
        if (cache.TryOpenEntry(hash, numbers, out nint opened, out Reason found))
        {
            entry = (int)opened;
            return Reason.None;
        }

        bool isSettled = CacheSource.IsSettled(status.ChangeSeconds);
        bool isAdded = isSettled && cache.TryAdd(hash, NativePath.Decode(Scratch.Source), numbers, destination);
        return cache.WhyCopied(found, isAdded, isSettled);
    }
}
