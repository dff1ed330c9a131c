using System.Threading;
using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Linux;

/// <summary>
/// A file under a name derived from its destination's, locked while it is made. A lock ends with its process, so a file that can be locked
/// was left by a process that was killed, and is replaced. The lock is an open file description's (F_OFD_SETLK, fcntl_locking(2)), not
/// flock's, which .NET's readers take: after its rename the file is a destination, whose readers must not find it locked.
/// </summary>
internal static unsafe class LockedTempFile
{
    // More than one is needed only if several processes replace one file at once, or something else has the name.
    private const int MostTried = 100;

    // A process that takes a new file for a leftover locks it during three calls, which are slow if it waits for a processor between
    // them.
    private const int LockAttempts = 1000;
    private const int LockAttemptsWithoutPause = 10;

    /// <summary>
    /// Creates a file beside the destination (see <see cref="Create"/>), under a name derived from the destination's: what a killed
    /// process leaves is replaced by the next one that makes this destination. -1 with the errno.
    /// </summary>
    /// <param name="temporary">Gets the path that was taken.</param>
    internal static int CreateBeside(byte[] destination, byte[] temporary, uint mode, out int error)
    {
        error = EEXIST;
        for (int number = 0; number < MostTried && error == EEXIST; number++)
        {
            if (!NativePath.TryEncodeTemporary(destination, temporary, number))
            {
                error = ENAMETOOLONG;
                return -1;
            }

            int created = Create(AT_FDCWD, temporary, mode, out error);
            if (created >= 0)
            {
                return created;
            }
        }

        return -1;
    }

    /// <summary>
    /// The descriptor, open for reading and writing, locked; -1 with the errno: EEXIST when a living process has the name, or something has
    /// it that none of our processes left. That is never opened to write: a link is not followed and a pipe not waited for.
    /// </summary>
    internal static int Create(int folder, byte[] name, uint mode, out int error)
    {
        error = 0;
        for (int attempt = 0; attempt < 2; attempt++)
        {
            int created = openat(folder, name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
            if (created >= 0)
            {
                // Another process may have found the file before it was locked, and taken it for a leftover: then that process removes it,
                // or has done so.
                // Without locks at all (ENOLCK, ENOSYS) a leftover is never removed, and so nothing else is either.
                bool locked = TryHold(folder, name, created);
                if (locked && HasName(created))
                {
                    return created;
                }

                _ = close(created);
                error = EEXIST;
                if (!locked)
                {
                    return -1;
                }

                continue;
            }

            error = Error;
            if (error != EEXIST || !TryRemoveLeftover(folder, name))
            {
                return -1;
            }
        }

        return -1;
    }

    private static bool TryLock(int file)
    {
        var whole = new Flock { Type = F_WRLCK };
        return fcntl(file, F_OFD_SETLK, (nint)(&whole)) == 0;
    }

    /// <summary>
    /// Locks a file just made; false when another process has the lock. That process took the file for a leftover and will remove
    /// it: the name is left to it then, as it would remove any file of that name, and a third process may have made one
    /// there.
    /// </summary>
    internal static bool TryHold(int folder, byte[] name, int file)
    {
        for (int attempt = 0, without = 0; attempt < LockAttempts; attempt++)
        {
            if (TryLock(file) || Error is not (EAGAIN or EACCES))
            {
                return true;
            }

            without = IsLockedToRemove(file) ? 0 : without + 1;
            if (without == LockAttemptsWithoutPause)
            {
                // Refused although none of our processes has it, as by a filter on system calls or a program that read-locks every file: no
                // other process removes it.
                if (IsNamed(folder, name, file))
                {
                    _ = unlinkat(folder, name, 0);
                }

                return false;
            }

            Thread.Sleep(attempt < LockAttemptsWithoutPause ? 0 : 1);
        }

        return false;
    }

    /// <summary>Only a lock of our kind counts, not one that readers take.</summary>
    private static bool IsLockedToRemove(int file)
    {
        var whole = new Flock { Type = F_WRLCK };
        return fcntl(file, F_OFD_GETLK, (nint)(&whole)) == 0 && whole.Type == F_WRLCK;
    }

    internal static bool IsNamed(int folder, byte[] name, int file) =>
        TryGetStatus(file, out Statx opened)
        && opened.IsRegularFile
        && TryGetStatus(folder, name, out Statx named)
        && opened.Inode == named.Inode
        && opened.Volume == named.Volume;

    private static bool HasName(int file) => TryGetStatus(file, out Statx status) && status.Links > 0;

    /// <summary>Removes what a killed process left that made this destination.</summary>
    internal static void RemoveLeftoverOf(byte[] destination, byte[] temporary)
    {
        if (NativePath.TryEncodeTemporary(destination, temporary, 0))
        {
            _ = TryRemoveLeftover(AT_FDCWD, temporary);
        }
    }

    /// <summary>True when the name is free again; false when a living process holds it.</summary>
    internal static bool TryRemoveLeftover(int folder, byte[] name)
    {
        // Opened to write, which the lock needs, and not to read: the file has its source's mode, which may not let its owner read.
        int found = openat(folder, name, O_WRONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0);
        if (found < 0)
        {
            return Error == ENOENT;
        }

        // The name may have gone to another file between open and lock.
        bool removed = TryLock(found) && IsNamed(folder, name, found) && unlinkat(folder, name, 0) == 0;
        _ = close(found);
        return removed;
    }
}
