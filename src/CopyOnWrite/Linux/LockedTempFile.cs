using System.Globalization;
using System.Text;
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

    // A process that takes a new file for a leftover locks it during three calls, and may wait for a processor between them.
    private const int LockAttempts = 1000;
    private const int LockAttemptsWithoutPause = 10;

    /// <summary>
    /// Creates a file beside the destination (see <see cref="Create"/>), under a name derived from its folder's: what a killed process
    /// leaves is removed by the next one that makes a file in the folder. -1 with the errno.
    /// </summary>
    /// <param name="temporary">Gets the path that was taken.</param>
    internal static int CreateBeside(byte[] destination, ulong folder, byte[] temporary, uint mode, out int error)
    {
        error = EEXIST;
        for (int number = 0; number < MostTried && error == EEXIST; number++)
        {
            if (!NativePath.TryEncodeTemporary(destination, folder, temporary, number))
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
    /// Links the open, unnamed file under a name derived from the destination's: 0, or the errno. It is locked first, so that no other
    /// process takes it for a leftover. A living process's file of this name is another version of the same destination.
    /// </summary>
    /// <param name="temporary">Gets the path that was taken.</param>
    internal static int LinkBeside(int unnamed, byte[] destination, byte[] temporary)
    {
        ulong hash = NativePath.Hash(destination);
        _ = TryLock(unnamed);
        int error = EEXIST;
        for (int number = 0; number < MostTried && error == EEXIST; number++)
        {
            error = !NativePath.TryEncodeTemporary(destination, hash, temporary, number) ? ENAMETOOLONG : GiveName(unnamed, temporary);
            if (error == EEXIST && RemoveLeftover(AT_FDCWD, temporary) == 0)
            {
                error = GiveName(unnamed, temporary);
            }
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

    private static byte[] DescriptorPath(int file) =>
        Encoding.ASCII.GetBytes("/proc/self/fd/" + file.ToString(CultureInfo.InvariantCulture) + '\0');

    /// <summary>
    /// The descriptor, open for reading and writing, locked; -1 with the errno: EEXIST when a living process has the name, or something has
    /// it that none of our processes left. That is never opened to write: a link is not followed and a pipe not waited for. ETXTBSY when a
    /// killed process left a file of the name and it cannot be removed.
    /// </summary>
    internal static int Create(int folder, byte[] name, uint mode, out int error)
    {
        error = 0;
        for (int attempt = 0; attempt < 2; attempt++)
        {
            int created = openat(folder, name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
            if (created >= 0)
            {
                // Another process may have found the file before it was locked, and so removes it as a leftover, or has done so.
                // Without locks at all (ENOLCK, ENOSYS) a leftover is never removed, and so nothing else is either.
                bool locked = TryHold(folder, name, created);
                if (locked && HasName(folder, name, created))
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
            int stays = error == EEXIST ? RemoveLeftover(folder, name) : error;
            if (stays != 0)
            {
                error = error != EEXIST || stays == EEXIST ? error : ETXTBSY;
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
    /// Locks a file just made; false when another process has the lock, which took the file for a leftover and will remove it. The name is
    /// left to that process, as it would remove any file of that name, and a third one may have made one there.
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
                // Refused although none of our processes has it (a filter on system calls, a program that read-locks every file).
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

    /// <summary>Some file systems in user space report 0 links for every file (whoozle/android-file-transfer-linux#283).</summary>
    private static bool HasName(int folder, byte[] name, int file) =>
        TryGetStatus(file, out Statx status) && (status.Links > 0 || IsNamed(folder, name, file));

    /// <summary>
    /// 0 when the name is free again; EEXIST when a living process holds it, or another user's file has it; else the errno for which what a
    /// killed process left stays.
    /// </summary>
    internal static int RemoveLeftover(int folder, byte[] name)
    {
        // Opened to write, which the lock needs, and not to read: the file has its source's mode, which may not let its owner read.
        int found = openat(folder, name, O_WRONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0);
        if (found < 0)
        {
            return Error == ENOENT ? 0 : EEXIST;
        }

        // The name may have gone to another file between open and lock.
        bool isLeftover = TryLock(found) && IsNamed(folder, name, found);
        int error = !isLeftover ? EEXIST : Remove(folder, name);
        _ = close(found);

        // Some file systems refuse to delete an open file (vboxsf: ETXTBSY). If a living process's file has got the name meanwhile, that
        // process finds it gone and makes it again.
        return isLeftover && error != 0 ? Remove(folder, name) : error;
    }

    /// <summary>0 also where there is nothing; else the errno.</summary>
    internal static int Remove(int folder, byte[] name) =>
        unlinkat(folder, name, 0) == 0 || Error == ENOENT ? 0 : Error;
}
