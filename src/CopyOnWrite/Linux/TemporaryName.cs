using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Linux;

/// <summary>
/// A file under a name that says what it will be, locked while it is made. A lock ends with its process, so a file that can be locked was left
/// by a process that was killed, and is replaced. The lock is one of an open file (F_OFD_SETLK, fcntl_locking(2)) and not flock's, which
/// .NET's readers take: after its rename the file is a destination, and nobody who reads it is to meet our lock.
/// </summary>
internal static unsafe class TemporaryName
{
    /// <summary>The descriptor, open for reading and writing, locked; -1 with the errno: EEXIST when a living process has the name.</summary>
    internal static int Create(int folder, byte* name, uint mode, out int error)
    {
        error = 0;
        for (int attempt = 0; attempt < 2; attempt++)
        {
            int created = openat(folder, name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
            if (created >= 0)
            {
                // Somebody may have found the file before it was locked, and taken it for a leftover: then it is theirs to remove, or gone.
                // Without locks at all (ENOLCK, ENOSYS) a leftover is never removed, and so nothing else is either.
                bool locked = TryLock(created) || Error is not (EAGAIN or EACCES);
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

    /// <summary>True when the name is free again; false when a living process holds it.</summary>
    internal static bool TryRemoveLeftover(string path)
    {
        var encoded = new byte[NativePath.MaximumLength];
        fixed (byte* name = encoded)
        {
            return NativePath.TryEncode(path, encoded) && TryRemoveLeftover(AT_FDCWD, name);
        }
    }

    private static bool TryLock(int file)
    {
        var whole = new Flock { Type = F_WRLCK };
        return fcntl(file, F_OFD_SETLK, (nint)(&whole)) == 0;
    }

    private static bool HasName(int file) => TryGetStatus(file, out Statx status) && status.Links > 0;

    /// <inheritdoc cref="TryRemoveLeftover(string)"/>
    internal static bool TryRemoveLeftover(int folder, byte* name)
    {
        // To write, which the lock needs, and not to read: the file that was exchanged may be one that its owner may only write.
        int found = openat(folder, name, O_WRONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0);
        if (found < 0)
        {
            return Error == ENOENT;
        }

        // The name may have gone to another file between open and lock.
        bool removed = TryLock(found)
            && TryGetStatus(found, out Statx opened)
            && TryGetStatus(folder, name, out Statx named)
            && opened.Inode == named.Inode
            && unlinkat(folder, name, 0) == 0;
        _ = close(found);
        return removed;
    }
}
