using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Linux;

/// <summary>Which temporary name a file in the making has, and so who may remove it.</summary>
internal enum TemporaryName
{
    None,
    /// <summary>Derived from the destination's: <see cref="LockedTempFile"/>.</summary>
    Locked,
    /// <summary>Random: <see cref="ProcessFiles"/>.</summary>
    OfProcess,
}

/// <summary>Gives a file a temporary name: where locks exclude processes one that the next copy finds again, else a random one.</summary>
internal static class LinuxTemporaryFile
{
    /// <summary>
    /// Creates a file, open for reading and writing; its path is in <see cref="LinuxScratch.Temporary"/>. -1 with the errno; ETXTBSY where
    /// what an ended process left cannot be removed: another file would stay as well.
    /// </summary>
    internal static int Create(LinuxWorker maker, in LinuxDestination destination, out TemporaryName name, out int error)
    {
        int created = -1;
        name = TemporaryName.Locked;
        if (destination.LocksExclude)
        {
            error = Lock(maker, destination, ref created);
            if (error == ENOLCK)
            {
                destination.RememberRefusal(LinuxDestination.Locks);
            }

            // EEXIST: another user has taken all names.
            if (error is not (ENOLCK or EEXIST))
            {
                return created;
            }
        }

        name = TemporaryName.OfProcess;
        LinuxScratch scratch = maker.Scratch;
        string? free = maker.Platform.ProcessFiles.NewNameIn(NativePath.Decode(scratch.Folder));
        error = free is null ? ETXTBSY : NativePath.TryEncodeBeside(scratch.Destination, free, scratch.Temporary) ? 0 : ENAMETOOLONG;
        created = error != 0 ? -1
            : openat(AT_FDCWD, scratch.Temporary, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, destination.Mode);
        error = error == 0 && created < 0 ? Error : error;
        return created;
    }

    /// <summary>Gives the unnamed file a locked name, or creates one that has it: 0, or the errno.</summary>
    /// <param name="file">-1 to create one.</param>
    internal static int Lock(LinuxWorker maker, in LinuxDestination destination, ref int file)
    {
        LinuxScratch scratch = maker.Scratch;
        ulong name = NativePath.HashOfName(scratch.Destination);
        return maker.Platform.LockedFiles.NameBeside(
            scratch.Destination, name, scratch.Temporary, scratch.Other, destination.Mode, ref file);
    }
}
