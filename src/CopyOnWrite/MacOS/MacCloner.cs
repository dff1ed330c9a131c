using static CopyOnWrite.MacOS.MacNative;

namespace CopyOnWrite.MacOS;

/// <summary>What a process knows of this system's volumes.</summary>
internal sealed class MacCloner(IMacCalls system, Refusals pairs) : FileCloner
{
    internal IMacCalls Calls { get; } = system;

    internal Refusals Pairs { get; } = pairs;

    internal override CloneWorker NewWorker(CloneCall cloneCall) => new MacWorker(this, cloneCall);

    internal override bool TryStat(string path, out FileSnapshot seen)
    {
        var encoded = new byte[NativePath.MaximumLength];
        seen = default;
        if (!NativePath.TryEncode(path, encoded) || Calls.StatusIn(AT_FDCWD, encoded, followsLinks: true, out Stat status) != 0)
        {
            return false;
        }

        EntryKind kind = status.IsRegularFile ? EntryKind.File : status.IsFolder ? EntryKind.Folder : EntryKind.Other;
        seen = new FileSnapshot(
            kind, status.Size, UnixTime.Of(status.ModifySeconds, status.ModifyNanoseconds), new FileIdentity(status.Volume, status.Inode),
            status.Mode, status.Links, status.Uid | ((ulong)status.Gid << 32));
        return true;
    }
}
