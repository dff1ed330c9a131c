using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Linux;

/// <summary>What is known of a destination before a file is made for it.</summary>
/// <param name="Mode">The permission bits of the new file.</param>
/// <param name="Exists">Whether a file is there, which may be replaced.</param>
internal readonly record struct LinuxDestination(DestinationFolderCache.Folder Folder, uint Mode, bool Exists)
{
    // What a folder may refuse, for Refusals.
    internal const ulong UnnamedFiles = 1;
    internal const ulong Renaming = 2;

    /// <summary>The outcome is of kind NotHandled when the destination cannot be made, or may not be replaced.</summary>
    internal static CloneOutcome Find(LinuxWorker worker, uint mode, out LinuxDestination found)
    {
        found = default;
        LinuxScratch scratch = worker.Scratch;
        bool exists = TryGetStatus(AT_FDCWD, scratch.Destination, out Statx there);
        int error = exists ? 0 : Error;
        if (error is not (0 or ENOENT))
        {
            return CloneOutcome.NotHandled(error == ENOTDIR ? Reason.DestinationFolderMissing : Errno.OfFile(error), error);
        }

        if (exists && !worker.Overwrites)
        {
            return CloneOutcome.NotHandled(Reason.DestinationExists, EEXIST);
        }

        if (exists && WhyNotReplaced(there, worker.Platform.User) is var why and not Reason.None)
        {
            return CloneOutcome.NotHandled(why);
        }

        NativePath.EncodeFolder(scratch.Destination, scratch.Folder);
        DestinationFolderCache.Folder? folder =
            scratch.Folders.Of(scratch.Folder, NativePath.HashOfFolder(scratch.Destination), out error);
        if (folder is null)
        {
            return CloneOutcome.NotHandled(error is ENOENT or ENOTDIR ? Reason.DestinationFolderMissing : Errno.OfFile(error), error);
        }

        found = new LinuxDestination(folder, mode, exists);
        return !there.RefusesRenaming && found.MayBeMade(worker.Platform.RefusingFolders)
            ? default
            : CloneOutcome.NotHandled(Reason.DestinationFolderRefuses);
    }

    /// <summary>The built-in task decides on links, read-only files and those of other users.</summary>
    internal static Reason WhyNotReplaced(in Statx there, uint user) =>
        !there.IsRegularFile ? Reason.DestinationIsNotARegularFile
        : there.Uid != user ? Reason.DestinationOfAnotherUser
        : !UnixMode.IsWritable(there.Mode) ? Reason.DestinationIsReadOnly
        : Reason.None;

    internal bool HasUnnamedFiles(Refusals refusals) => refusals.Find(Folder.Hash, UnnamedFiles) == Reason.None;

    internal void RememberNoUnnamedFiles(Refusals refusals) =>
        refusals.Remember(Folder.Hash, UnnamedFiles, Reason.DestinationFolderRefuses);

    internal void RememberNoRenaming(Refusals refusals) =>
        refusals.Remember(Folder.Hash, Renaming, Reason.DestinationFolderRefuses);

    /// <summary>Whether files can get the destination's name: a new one by a link, or any one by renaming.</summary>
    private bool MayBeMade(Refusals refusals) =>
        (!Exists && HasUnnamedFiles(refusals)) || (!Folder.IsAppendOnly && refusals.Find(Folder.Hash, Renaming) == Reason.None);
}
