using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Linux;

/// <summary>
/// A file under a name derived from its destination's, locked while it is made. A lock ends with its process, so a file that can be locked
/// was left by a process that was killed, and is replaced. The lock is an open file description's (F_OFD_SETLK, fcntl_locking(2)), not
/// flock's, which .NET's readers take: after its rename the file is a destination, whose readers must not find it locked.
/// Only where locks exclude other processes (<see cref="FileSystemTypes.LocksExclude"/>); elsewhere <see cref="ProcessFiles"/> serve.
/// </summary>
/// <param name="user">Who owns what our processes leave.</param>
internal sealed unsafe class LockedTempFile(uint user)
{
    // More than one is needed only if several processes replace one file at once, or something else has the name.
    private const int MostTried = 100;

    // If only some of several builds that replaced one file at once were killed, numbers below a leftover's own are free.
    private const int LookedAtOfSeveral = 3;

    // A process that considers a new file a leftover locks it during three calls, and may wait for a processor between them.
    private const int LockAttempts = 1000;
    private const int LockAttemptsWithoutPause = 10;

    /// <summary>The result of locking a file just made.</summary>
    internal enum Hold
    {
        /// <summary>Another process has the lock, which took the file for a leftover and will remove it.</summary>
        Lost,
        Held,
        /// <summary>No process has the lock, and this one does not get it either.</summary>
        Refused,
    }

    /// <summary>
    /// Gives a file a name derived from the destination's: 0, or the errno, ENOLCK where locks are refused. It is locked first, so that no
    /// other process considers it a leftover. A living process's file of this name is another version of the same destination.
    /// </summary>
    /// <param name="name">The hash that the temporary name is made of.</param>
    /// <param name="temporary">Gets the path that was taken.</param>
    /// <param name="other">A buffer for a path.</param>
    /// <param name="file">An open, unnamed file; -1 to create one (see <see cref="Create"/>).</param>
    internal int NameBeside(byte[] destination, ulong name, byte[] temporary, byte[] other, uint mode, ref int file)
    {
        bool creates = file < 0;
        int error = creates || TryLock(file) ? EEXIST : ENOLCK;
        bool hasLeftovers = false;
        for (int number = 0; number < MostTried && error == EEXIST; number++)
        {
            error = !NativePath.TryEncodeBeside(destination, TemporaryFiles.NameOf(name, number), temporary) ? ENAMETOOLONG
                : creates ? CreateHeld(temporary, mode, ref hasLeftovers, out file)
                : Link(file, temporary, ref hasLeftovers);
            if (error == 0)
            {
                RemoveLeftovers(destination, name, number + 1, hasLeftovers || number > 0 ? LookedAtOfSeveral : 1, other);
            }
        }

        return error;
    }

    private int CreateHeld(byte[] path, uint mode, ref bool hasLeftovers, out int file)
    {
        int error = Create(AT_FDCWD, path, mode, out file, out Hold hold, ref hasLeftovers);
        if (error != 0 || hold == Hold.Held)
        {
            return error;
        }

        RemoveOwn(AT_FDCWD, path, file);
        _ = close(file);
        file = -1;
        return ENOLCK;
    }

    private int Link(int unnamed, byte[] path, ref bool hasLeftovers)
    {
        int error = GiveName(unnamed, path);
        if (error == EEXIST && RemoveLeftover(AT_FDCWD, path, out bool removed) == 0)
        {
            hasLeftovers |= removed;
            error = GiveName(unnamed, path);
        }

        return error;
    }

    /// <summary>
    /// Gives an unnamed file (O_TMPFILE) a name that is free: 0, or the errno. By the descriptor alone, which answers ENOENT before Linux
    /// 6.10 unless it is root's (linkat(2)), and then by /proc, which costs 3 µs more.
    /// </summary>
    internal static int GiveName(int unnamed, byte[] path) =>
        linkat(unnamed, EmptyPath, AT_FDCWD, path, AT_EMPTY_PATH) == 0 ? 0
        : Error is var error and not ENOENT ? error
        : linkat(AT_FDCWD, DescriptorPath(unnamed), AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0 ? 0
        : Error;

    internal static byte[] DescriptorPath(int file) =>
        Encoding.ASCII.GetBytes("/proc/self/fd/" + file.ToString(CultureInfo.InvariantCulture) + '\0');

    /// <summary>
    /// Creates a file, open for reading and writing, and locked unless locks are refused: 0, or the errno, with the descriptor -1. EEXIST
    /// when a living process has the name, or something has it that none of our processes left. That is never opened to write: a link is
    /// not followed and a pipe not waited for. ETXTBSY when a killed process left a file of the name and it cannot be removed.
    /// </summary>
    /// <param name="hasLeftovers">Becomes true if a killed process had left one.</param>
    internal int Create(int folder, byte[] name, uint mode, out int file, out Hold hold, ref bool hasLeftovers)
    {
        hold = Hold.Lost;
        for (int attempt = 0; attempt < 2; attempt++)
        {
            file = openat(folder, name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
            if (file < 0 && Error is var error)
            {
                bool removed = false;
                int stays = error == EEXIST ? RemoveLeftover(folder, name, out removed) : error;
                hasLeftovers |= removed;
                if (stays != 0)
                {
                    return error != EEXIST || stays == EEXIST ? error : ETXTBSY;
                }

                continue;
            }

            // Another process may have found the file before it was locked, and so removes it as a leftover, or has done so.
            hold = TryHold(file);
            if (hold != Hold.Lost && TryGetStatus(file, out Statx status) && status.Links > 0)
            {
                return 0;
            }

            _ = close(file);
            if (hold == Hold.Lost)
            {
                break;
            }
        }

        file = -1;
        return EEXIST;
    }

    private static bool TryLock(int file)
    {
        var whole = new Flock { Type = F_WRLCK };
        return fcntl(file, F_OFD_SETLK, (nint)(&whole)) == 0;
    }

    /// <summary>Locks a file just made. Where another process has the lock, the name is that process's: it removes what has it.</summary>
    internal static Hold TryHold(int file)
    {
        for (int attempt = 0, without = 0; attempt < LockAttempts; attempt++)
        {
            if (TryLock(file))
            {
                return Hold.Held;
            }

            // Other errors: no locks at all (ENOLCK, ENOSYS), a sandbox (EPERM; EACCES, which SELinux and AppArmor give, is also that of a
            // conflict). Neither those nor a program that read-locks every file lets any of our processes have the lock.
            var found = new Flock { Type = F_WRLCK };
            if (Error is not (EAGAIN or EACCES) || fcntl(file, F_OFD_GETLK, (nint)(&found)) != 0)
            {
                return Hold.Refused;
            }

            // A lock of our kind, not one that readers take.
            without = found.Type == F_WRLCK ? 0 : without + 1;
            if (without == LockAttemptsWithoutPause)
            {
                return Hold.Refused;
            }

            Thread.Sleep(attempt < LockAttemptsWithoutPause ? 0 : 1);
        }

        return Hold.Lost;
    }

    /// <summary>0 when the name is free; EEXIST for a living process's, another user's or no file; else why a leftover stays.</summary>
    internal int RemoveLeftover(int folder, byte[] name, out bool removed)
    {
        removed = false;

        // Opened to write, which the lock needs, and not to read: the file has its source's mode, which may not let its owner read.
        int found = openat(folder, name, O_WRONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0);
        if (found < 0)
        {
            return Error == ENOENT ? 0 : EEXIST;
        }

        // The name may have gone to another file between open and lock.
        bool isLeftover = TryGetStatus(found, out Statx opened)
            && opened.IsRegularFile
            && opened.Uid == user
            && TryLock(found)
            && TryGetStatus(folder, name, out Statx named)
            && opened.Inode == named.Inode
            && opened.Volume == named.Volume;
        int error = !isLeftover ? EEXIST : Remove(folder, name);
        removed = isLeftover && error == 0;
        _ = close(found);
        return error;
    }

    /// <summary>Killed processes, or threads of one, left several. Looks at each number up to the last, and the first free one.</summary>
    private void RemoveLeftovers(byte[] destination, ulong name, int number, int last, byte[] path)
    {
        for (bool isFree = false; (!isFree || number <= last) && number < MostTried; number++)
        {
            isFree = !NativePath.TryEncodeBeside(destination, TemporaryFiles.NameOf(name, number), path)
                || (RemoveLeftover(AT_FDCWD, path, out bool removed) == 0 && !removed);
            last = isFree ? last : LookedAtOfSeveral;
        }
    }

    /// <summary>Removes an open file, unless another process has done so already: another file may have the name by now.</summary>
    internal static void RemoveOwn(int folder, byte[] name, int file)
    {
        if (TryGetStatus(file, out Statx status) && status.Links > 0)
        {
            _ = Remove(folder, name);
        }
    }

    /// <summary>0 also where there is nothing; else the errno.</summary>
    internal static int Remove(int folder, byte[] name) =>
        unlinkat(folder, name, 0) == 0 || Error == ENOENT ? 0 : Error;
}
