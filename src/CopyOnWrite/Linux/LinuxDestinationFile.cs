using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Linux;

/// <summary>
/// The file being made. A new file has no name until it is complete (O_TMPFILE), so a killed process leaves nothing, and programs that
/// list or watch the folder find no unfinished file. Then it is linked under the destination's name. To replace a file, the new one gets
/// a temporary name for an instant, and is renamed over the old one (rename(2)): a reader finds the old file or the new one, and other
/// hard links of the old one stay as they are. Two kinds have the temporary name from the beginning: a small file that replaces another,
/// which saves an eighth of the time, and any file on a file system without O_TMPFILE. Disposed before it is published, it leaves nothing.
/// </summary>
/// <param name="name">The temporary name in <see cref="LinuxScratch.Temporary"/>, if it has one.</param>
internal sealed unsafe class LinuxDestinationFile(LinuxWorker maker, LinuxDestination destination, int descriptor, TemporaryName name)
    : IDisposable
{
    // Cloned or written within an instant. Larger ones may wait for the disk.
    private const ulong SmallFile = 1024 * 1024;

    private TemporaryName _name = name;

    internal int Descriptor { get; } = descriptor;

    internal ulong Volume => destination.Folder.Volume;

    /// <summary>The file system's, of <see cref="FileSystemTypes"/>.</summary>
    internal long Type => destination.Folder.Type;

    private LinuxScratch Scratch => maker.Scratch;

    /// <summary>Null, with an outcome of kind NotHandled, if the file cannot be created; nothing is left behind then.</summary>
    internal static LinuxDestinationFile? Make(LinuxWorker maker, in LinuxDestination destination, ulong size, out CloneOutcome refused)
    {
        refused = default;
        LinuxScratch scratch = maker.Scratch;
        int error = 0;

        // Where locks do not exclude, a file that replaces another has its temporary name from the beginning: then it is known by its
        // descriptor alone, which is opened by name, and not by its number.
        bool isNamedFirst = destination.Exists && (size <= SmallFile || !destination.LocksExclude);
        if (destination.Allows(LinuxDestination.UnnamedFiles) && !isNamedFirst)
        {
            int unnamed = open(scratch.Folder, O_TMPFILE | O_RDWR | O_CLOEXEC, destination.Mode);
            if (unnamed >= 0)
            {
                return new LinuxDestinationFile(maker, destination, unnamed, TemporaryName.None);
            }

            error = Error;
            if (MeansNoUnnamedFiles(error))
            {
                destination.RememberRefusal(LinuxDestination.UnnamedFiles);
                error = 0;
            }
        }

        TemporaryName name = TemporaryName.None;
        int named = error != 0 ? -1 : LinuxTemporaryFile.Create(maker, destination, out name, out error);
        if (named >= 0)
        {
            return new LinuxDestinationFile(maker, destination, named, name);
        }

        if (error == ETXTBSY)
        {
            destination.RememberRefusal(LinuxDestination.Renaming);
        }

        // A caller that wrote into the file itself would change its other hard links (dotnet/msbuild#14956).
        Reason reason = Errno.OfDestination(error);
        bool hasLinks = destination.Exists && reason == Reason.AccessDenied
            && TryGetStatus(AT_FDCWD, scratch.Destination, out Statx there) && there.Links > 1;
        refused = CloneOutcome.NotHandled(hasLinks ? Reason.DestinationHasHardLinks : reason, error);
        return null;
    }

    /// <summary>Whether O_TMPFILE is unknown: EOPNOTSUPP (vfs_tmpfile in fs/namei.c), or an error of opening the folder.</summary>
    internal static bool MeansNoUnnamedFiles(int error) => error is EOPNOTSUPP or EISDIR or EINVAL or ENOSYS;

    /// <summary>Stamps the whole file and gives it the destination's name: default, or an outcome of kind NotHandled.</summary>
    internal CloneOutcome Publish(in Statx source)
    {
        // A rename over another file does that as well.
        if (!destination.Exists && FileSystemTypes.WritesLengthBeforeContent(Type))
        {
            _ = sync_file_range(Descriptor, 0, 0, SYNC_FILE_RANGE_WRITE);
        }

        Timespec* times = stackalloc Timespec[2];

        // The umask and a default ACL may have taken bits away.
        bool hasMode = TryGetStatus(Descriptor, out Statx made) && (made.Mode & UnixMode.All) == destination.Mode;

        if (_name == TemporaryName.Locked && made.Links == 0)
        {
            // Another program has removed it, and another file may have the name.
            return Errno.NotHandled(ENOENT);
        }

        // EPERM: the volume does not keep owners and modes (exFAT); .NET's File.Copy ignores it as well.
        int error = hasMode || fchmod(Descriptor, destination.Mode) == 0 ? 0 : Error;
        error = error is (0 or EPERM) && futimens(Descriptor, TimesOf(source, times)) != 0 ? Error : error;
        error = error is 0 or EPERM ? ErrorOfClosing() : error;
        return error != 0 ? Errno.NotHandled(error)
            : _name != TemporaryName.None || destination.Exists ? Replace(times, made.Inode)
            : Link();
    }

    public void Dispose()
    {
        // While it is open and locked no other process takes the name.
        if (_name == TemporaryName.Locked)
        {
            LockedTempFile.RemoveOwn(AT_FDCWD, Scratch.Temporary, Descriptor);
        }

        _ = close(Descriptor);

        // Closed first: some file systems refuse to delete an open file (vboxsf, DrvFs).
        if (_name == TemporaryName.OfProcess)
        {
            _ = LockedTempFile.Remove(AT_FDCWD, Scratch.Temporary);
        }
    }

    private CloneOutcome Link()
    {
        int error = LockedTempFile.GiveName(Descriptor, Scratch.Destination);
        if (error == 0)
        {
            LetWatchersSee(null, 0);
            return default;
        }

        // Another process has made it meanwhile: the worker tries again, and replaces it.
        return error == EEXIST ? CloneOutcome.NotHandled(Reason.DestinationExists, error) : NotLinked(error);
    }

    private CloneOutcome Replace(Timespec* times, ulong inode)
    {
        bool wasNamed = _name != TemporaryName.None;
        int unnamed = Descriptor;
        if (!wasNamed && LinuxTemporaryFile.Lock(maker, destination, ref unnamed) is var linked and not 0)
        {
            return NotLinked(linked);
        }

        _name = wasNamed ? _name : TemporaryName.Locked;
        if (!maker.Overwrites)
        {
            // Only where files are named from the beginning. Not every file system that renames so has links, nor the other way round.
            int placed = RenameToFree(Scratch.Temporary, Scratch.Destination);
            _name = placed == 0 ? TemporaryName.None : _name;
            placed = placed is not (EINVAL or ENOSYS) ? placed : link(Scratch.Temporary, Scratch.Destination) == 0 ? 0 : Error;
            return placed == 0 ? default
                : CloneOutcome.NotHandled(placed == EEXIST ? Reason.DestinationExists : Errno.OfFile(placed), placed);
        }

        int error = renameat(AT_FDCWD, Scratch.Temporary, AT_FDCWD, Scratch.Destination) == 0 ? 0 : Error;
        if (error == 0)
        {
            _name = TemporaryName.None;

            // A descriptor opened by name has the new name from now on (d_move in fs/dcache.c): closing it is reported under that.
            if (wasNamed)
            {
                _ = futimens(Descriptor, times);
            }
            else
            {
                LetWatchersSee(times, inode);
            }

            return default;
        }

        if (error is ENOENT or ENOSPC or EDQUOT or EIO or ENOMEM or EISDIR || !RefusesAnyName())
        {
            return Errno.NotHandled(error);
        }

        destination.RememberRefusal(LinuxDestination.Renaming);
        return CloneOutcome.NotHandled(Reason.DestinationFolderRefuses, error);
    }

    /// <summary>Whether a free name is refused as well. Otherwise only the destination cannot be replaced, such as a mount point.</summary>
    private bool RefusesAnyName()
    {
        var free = new byte[NativePath.MaximumLength];
        bool isRenamed = NativePath.TryEncodeBeside(Scratch.Destination, maker.Platform.ProcessFiles.NewName(), free)
            && renameat(AT_FDCWD, Scratch.Temporary, AT_FDCWD, free) == 0;
        if (isRenamed)
        {
            Buffer.BlockCopy(free, 0, Scratch.Temporary, 0, free.Length);
        }

        return !isRenamed;
    }

    /// <summary>
    /// Takes the folder for one that gives unnamed files no names, unless the error says otherwise: no hard links there, or a sandbox that
    /// refuses them, or locks. ENOENT means that /proc is not mounted, or that the folder is gone.
    /// </summary>
    private CloneOutcome NotLinked(int error)
    {
        if (error is ENOSPC or EDQUOT or EIO or ENAMETOOLONG || (error == ENOENT && !TryGetStatus(AT_FDCWD, Scratch.Folder, out _)))
        {
            return Errno.NotHandled(error);
        }

        destination.RememberRefusal(error == ENOLCK ? LinuxDestination.Locks : LinuxDestination.UnnamedFiles);
        return CloneOutcome.NotHandled(Reason.DestinationFolderRefuses, error);
    }

    /// <summary>
    /// inotify reports a link (CREATE) or a rename (MOVED_TO), and the end of writing (CLOSE_WRITE) under the name that the file was opened
    /// by, so it is opened once more by its own. After a replacement the times are set again (ATTRIB) for programs that wait for
    /// a change, such as a FileSystemWatcher with Changed only, unless another process has replaced the file meanwhile.
    /// </summary>
    private void LetWatchersSee(Timespec* changed, ulong inode)
    {
        using var named = new Fd(open(Scratch.Destination, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0));
        if (named.IsOpen && changed is not null && TryGetStatus(named.Number, out Statx now) && now.Inode == inode)
        {
            _ = futimens(named.Number, changed);
        }
    }

    /// <summary>
    /// A network volume may report only on closing that it had no space (close(2)), also on closing a duplicate. The file itself stays
    /// open until it has its name, and so locked: another process that replaces the same file would consider it a leftover.
    /// </summary>
    private int ErrorOfClosing()
    {
        int duplicate = FileSystemTypes.IsKnownLocal(Type) ? -1 : fcntl(Descriptor, F_DUPFD_CLOEXEC, 0);
        return duplicate < 0 || close(duplicate) == 0 || Error == EINTR ? 0 : Error;
    }
}
