using System.Collections.Generic;
using System.Text;
using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Linux;

/// <summary>
/// The file by which a folder is known as a cross-volume cache. It is the first that is written into one, so a folder that has others and
/// not this one is not a cache, but a folder that a wrong <c>CopyOnWriteCachePath</c> names.
/// </summary>
internal static unsafe class CacheTag
{
    private const uint OwnerWrites = 0x1A4; // 0644

    // For backup programs the first line: bford.info/cachedir. Other programs' caches have it too, so the second counts as well.
    private static readonly byte[] s_beginning = Encoding.ASCII.GetBytes("Signature: 8a477f597d28d172789f06886806bc55\n# CopyOnWrite.Sdk ");
    private static readonly byte[] s_rest = Encoding.ASCII.GetBytes("clones package files from here. May be deleted at any time.\n");
    private static readonly byte[] s_name = Encoding.ASCII.GetBytes(CacheFiles.Tag + '\0');

    internal static bool IsIn(int folder)
    {
        int file;
        fixed (byte* name = s_name)
        {
            file = openat(folder, name, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW | O_CLOEXEC, 0);
        }

        if (file < 0)
        {
            return false;
        }

        byte* found = stackalloc byte[s_beginning.Length];
        bool same = read(file, found, (nuint)s_beginning.Length) == s_beginning.Length;
        for (int i = 0; same && i < s_beginning.Length; i++)
        {
            same = found[i] == s_beginning[i];
        }

        _ = close(file);
        return same;
    }

    /// <summary>Whether a folder without a tag may get one: empty, or with a tag that another process is just writing.</summary>
    internal static bool MayBePutInto(int folder)
    {
        var entries = new List<FolderEntry>();
        return FolderListing.TryList(folder, entries) && entries.TrueForAll(entry => entry.Name == CacheFiles.Tag && IsEmptyTag(folder));
    }

    /// <summary>0, or the errno.</summary>
    internal static int Write(int folder)
    {
        fixed (byte* name = s_name)
        {
            int file = openat(folder, name, O_WRONLY | O_CREAT | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW | O_CLOEXEC, OwnerWrites);
            if (file < 0)
            {
                return Error;
            }

            // At once, and the same by each process: two that make one folder do not disturb each other.
            var whole = new byte[s_beginning.Length + s_rest.Length];
            s_beginning.CopyTo(whole, 0);
            s_rest.CopyTo(whole, s_beginning.Length);
            fixed (byte* start = whole)
            {
                nint written = write(file, start, (nuint)whole.Length);
                int error = written == whole.Length ? 0 : written < 0 ? Error : ENOSPC;
                _ = close(file);
                return error;
            }
        }
    }

    private static bool IsEmptyTag(int folder)
    {
        fixed (byte* name = s_name)
        {
            return TryGetStatus(folder, name, out Statx status) && status.IsRegularFile && status.Size == 0;
        }
    }
}
