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

        FileFingerprint fingerprint = Platform.Cache!.FingerprintOf(status, source); // Queries the volume.
        if (!Platform.FileSystems.HasChangeTimes(status.Volume, source) || !UnixTime.IsUnique(status.ModifySeconds))
        {
            return Reason.DifferentVolumes;
        }

        var wanted = new CacheSource(NativePath.Decode(Scratch.Source), NativePath.Hash(Scratch.Source), fingerprint);
        Reason whyNot = call.Cache!.Find(wanted, source, new CacheDestination(volume, Scratch.Folder), out nint opened);
        entry = (int)opened;
        return whyNot;
    }
}
