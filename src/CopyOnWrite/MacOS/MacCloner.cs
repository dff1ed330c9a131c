using static CopyOnWrite.MacOS.MacNative;

namespace CopyOnWrite.MacOS;

/// <summary>
/// What a process knows of this system's volumes. There is no cache: packages and repository share a volume on a Mac unless one of them was
/// moved.
/// </summary>
internal sealed class MacCloner : FileCloner
{
    private readonly IMacCalls _system;
    private readonly VolumePairs _pairs;

    internal MacCloner(IMacCalls system, VolumePairs pairs)
    {
        _system = system;
        _pairs = pairs;
    }

    internal override CloneWorker NewWorker(CloneCall cloneCall) => new MacWorker(_system, _pairs, cloneCall);

    /// <summary>There is no call for it: fclonefileat(2) gives a new file all of another.</summary>
    internal override CloneOutcome CloneRange(nint source, nint destination, FileRange range) =>
        CloneOutcome.NotHandled(Reason.FileCannotBeCloned, ENOTSUP);

    internal override bool TryStat(string path, out FileSnapshot seen)
    {
        var encoded = new byte[NativePath.MaximumLength];
        seen = default;
        if (!NativePath.TryEncode(path, encoded) || _system.StatusOfTarget(encoded, out Stat status) != 0)
        {
            return false;
        }

        EntryKind kind = status.IsRegularFile ? EntryKind.File : status.IsFolder ? EntryKind.Folder : EntryKind.Other;
        seen = new FileSnapshot(
            kind, status.Size, UnixTime.Of(status.ModifySeconds, status.ModifyNanoseconds), new FileIdentity(status.Volume, status.Inode));
        return true;
    }
}
