using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Linux;

/// <summary>The facts about a destination before a file is made for it.</summary>
/// <param name="Mode">The permission bits of the new file.</param>
/// <param name="Exists">Whether a file is there, which may be replaced.</param>
internal readonly record struct LinuxDestination(DestinationFolderCache.Folder Folder, Refusals Refusals, uint Mode, bool Exists)
{
    // What a folder may refuse, for Refusals.
    internal const ulong UnnamedFiles = 1;
    internal const ulong Renaming = 2;
    internal const ulong Locks = 3;

    /// <summary>The outcome is of kind NotHandled when the destination cannot be made, or may not be replaced.</summary>
    internal static CloneOutcome Find(LinuxWorker worker, uint mode, out LinuxDestination found)
    {
        found = default;
        LinuxScratch scratch = worker.Scratch;
        bool exists = TryGetStatus(AT_FDCWD, scratch.Destination, out Statx there);
        int error = exists ? 0 : Error;
        Reason why = error is not (0 or ENOENT) ? Errno.OfDestination(error)
            : !exists ? Reason.None
            : !worker.Overwrites ? Reason.DestinationExists
            : WhyNotReplaced(there, worker.Platform.User);
        if (why != Reason.None)
        {
            return CloneOutcome.NotHandled(why, why == Reason.DestinationExists ? EEXIST : error);
        }

        NativePath.EncodeFolder(scratch.Destination, scratch.Folder);
        DestinationFolderCache.Folder? folder =
            scratch.Folders.Of(scratch.Folder, NativePath.HashOfFolder(scratch.Destination), worker.Platform.FileSystems, out error);
        if (folder is null)
        {
            return CloneOutcome.NotHandled(Errno.OfDestination(error), error);
        }

        // A new file can get its name by a link or by renaming, one that replaces another by renaming only.
        found = new LinuxDestination(folder, worker.Platform.RefusingFolders, mode, exists);
        bool mayBeMade = (!exists && found.Allows(UnnamedFiles)) || (!folder.IsAppendOnly && found.Allows(Renaming));
        return mayBeMade && !there.RefusesRenaming ? default : CloneOutcome.NotHandled(Reason.DestinationFolderRefuses);
    }

    /// <summary>The built-in task decides on links, read-only files and those of other users.</summary>
    internal static Reason WhyNotReplaced(in Statx there, uint user) =>
        !there.IsRegularFile ? Reason.DestinationIsNotARegularFile
        : there.Uid != user ? Reason.DestinationOfAnotherUser
        : !UnixMode.IsWritable(there.Mode) ? Reason.DestinationIsReadOnly
        : Reason.None;

    /// <summary>Whether a lock on a temporary file shows other processes that its maker lives.</summary>
    internal bool LocksExclude => FileSystemTypes.LocksExclude(Folder.Type) && Allows(Locks);

    internal bool Allows(ulong what) => Refusals.Find(Folder.Hash, what) == Reason.None
        && (what != UnnamedFiles || FileSystemTypes.LinksUnnamedFilesAtOnce(Folder.Type));

    internal void RememberRefusal(ulong what) => Refusals.Remember(Folder.Hash, what, Reason.DestinationFolderRefuses);
}
