using System;
using System.Text;
using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Linux;

/// <summary>
/// What lies beside the entries of a cache, made in the open folder: a user who may write to the folder above can put a link to another
/// folder of this user's in its place at any moment. <see cref="CacheTag"/> is the third of them.
/// </summary>
internal static unsafe class CacheFolderFiles
{
    private const uint OwnerWrites = 0x1A4; // 0644

    private static readonly byte[] s_ignore = Encoding.ASCII.GetBytes(CacheFiles.Ignore + '\0');
    private static readonly byte[] s_stamp = Encoding.ASCII.GetBytes(CacheFiles.Stamp + '\0');

    /// <summary>
    /// Keeps the folder out of git, if it is not kept out already. The entries are of use without, and the next pruning tries again.
    /// </summary>
    internal static void WriteIgnoreFile(int folder)
    {
        fixed (byte* name = s_ignore)
        {
            int file = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, OwnerWrites);
            if (file >= 0)
            {
                byte* everything = stackalloc byte[] { (byte)'*', (byte)'\n' };
                bool written = write(file, everything, 2) == 2;
                _ = close(file);
                if (!written)
                {
                    // An empty one would keep nothing out, and the next pruning would take it for written.
                    _ = unlinkat(folder, name, 0);
                }
            }
        }
    }

    /// <summary>Whether no process has pruned for so long. A time to come was noted by a clock that was wrong.</summary>
    internal static bool IsPruningDue(int folder, TimeSpan interval)
    {
        fixed (byte* name = s_stamp)
        {
            long age = TryGetStatus(folder, name, out Statx status)
                ? DateTimeOffset.UtcNow.ToUnixTimeSeconds() - status.ModifySeconds
                : long.MaxValue;
            return age < 0 || age >= (long)interval.TotalSeconds;
        }
    }

    internal static void NotePruning(int folder)
    {
        fixed (byte* name = s_stamp)
        {
            // To read: an owner may set the time of a file that is read-only. O_NONBLOCK: a pipe of that name is not waited for.
            int file = openat(folder, name, O_RDONLY | O_CREAT | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW | O_CLOEXEC, OwnerWrites);
            if (file >= 0)
            {
                _ = futimens(file, null);
                _ = close(file);
            }
        }
    }
}
