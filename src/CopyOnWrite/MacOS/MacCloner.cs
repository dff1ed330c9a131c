using System;
using System.Collections.Generic;
using static CopyOnWrite.MacOS.MacNative;

namespace CopyOnWrite.MacOS;

/// <summary>What a process knows of this system's volumes.</summary>
internal sealed class MacCloner : FileCloner
{
    internal MacCloner(IMacCalls system, VolumePairs pairs)
    {
        Calls = system;
        Pairs = pairs;
    }

    internal IMacCalls Calls { get; }

    internal VolumePairs Pairs { get; }

    /// <summary>Whether a clone was seen to change the change time of the file that was cloned: then entries are of no use.</summary>
    internal bool ClonesChangeTheirSource { get; set; }

    internal override bool HasCache => true;

    internal override CloneWorker NewWorker(CloneCall cloneCall) => new MacWorker(Calls, Pairs, cloneCall);

    /// <summary>There is no call for it: fclonefileat(2) gives a new file all of another.</summary>
    internal override CloneOutcome CloneRange(nint source, nint destination, FileRange range) =>
        CloneOutcome.NotHandled(Reason.FileCannotBeCloned, ENOTSUP);

    internal override bool TryStat(string path, out FileSnapshot seen)
    {
        var encoded = new byte[NativePath.MaximumLength];
        seen = default;
        if (!NativePath.TryEncode(path, encoded) || Calls.StatusOfTarget(encoded, out Stat status) != 0)
        {
            return false;
        }

        EntryKind kind = status.IsRegularFile ? EntryKind.File : status.IsFolder ? EntryKind.Folder : EntryKind.Other;
        seen = new FileSnapshot(
            kind, status.Size, UnixTime.Of(status.ModifySeconds, status.ModifyNanoseconds), new FileIdentity(status.Volume, status.Inode));
        return true;
    }

    internal override CloneCache? NewCache(CacheLocation location) => new MacCloneCache(this, location);

    internal override CacheFill? NewCacheFill(string folder, IReadOnlyList<string> files, out CacheProblem problem, out int error) =>
        CacheWarming.Of(this, folder, files, out problem, out error);

    internal override void PruneCache(string folder, long maximumBytes, TimeSpan maximumAge) =>
        CachePruning.Prune(Calls, folder, maximumBytes, maximumAge);

    internal override void ClearCache(string folder) => CachePruning.Clear(Calls, folder);

    internal override CacheFolderState ReadCache(string folder) => CacheReader.Read(Calls, folder);
}
