using System;
using System.Collections.Generic;
using System.IO;
using System.Text;
using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Linux;

/// <summary>
/// Keeps a cache's folder within its bounds: entries that were unused for too long go, then those that were not used for longest until
/// the rest fits; and whatever killed processes left. An entry that goes while a build uses it costs that build a copy. Files are looked at
/// and removed by name in the open folder, so a link that another user puts in the folder's place leads to nothing being removed.
/// </summary>
internal static unsafe class CachePruning
{
    // An entry's second file is made right after its first: one that stands alone for longer was left by a process that was killed.
    private const long AloneSeconds = 60;

    // Of the years 1 to 9999. File systems take others, which no clock has: such an entry is one that was never used.
    private const long FirstSecond = -62_135_596_800;
    private const long LastSecond = 253_402_300_799;

    private static readonly string[] s_ownFiles = [CacheFiles.Ignore, CacheFiles.Tag, CacheFiles.Stamp];

    /// <summary>Never throws: what cannot be removed stays until the next time.</summary>
    /// <param name="folder">A cache's, open.</param>
    /// <param name="maximumBytes">
    /// For all entries, by their length; on a small or full volume half of what would be free without them, if that is less.
    /// </param>
    internal static void Prune(int folder, long maximumBytes, TimeSpan maximumAge)
    {
        if (!TryFindFiles(folder, out HashSet<string> files, out HashSet<string> hashes))
        {
            return;
        }

        long now = DateTimeOffset.UtcNow.ToUnixTimeSeconds();
        var used = new List<UsedEntry>();
        ulong total = 0;
        foreach (string hash in hashes)
        {
            RemoveLeftovers(folder, hash, files);
            bool isRecorded = TryGetFile(folder, hash + CacheFiles.Record, out Statx record);
            bool isThere = TryGetFile(folder, hash + CacheFiles.Entry, out Statx entry);
            if (isRecorded && isThere)
            {
                used.Add(new UsedEntry(hash, record, entry.Size));
                total += entry.Size;
            }
            else if (isRecorded != isThere && now - SecondsOf(isThere ? entry : record) > AloneSeconds)
            {
                Remove(folder, hash + (isThere ? CacheFiles.Entry : CacheFiles.Record));
            }
        }

        RemoveWhatIsTooMuch(folder, used, total, maximumBytes, now - (long)maximumAge.TotalSeconds);
    }

    /// <summary>
    /// The cache in this folder. Nothing is deleted from one that is no cache, or into which other users could have put links.
    /// </summary>
    internal static void Prune(string path, long maximumBytes, TimeSpan maximumAge)
    {
        int folder = CacheFolder.OpenExisting(path.TrimEnd('/'), out _);
        if (folder >= 0)
        {
            Prune(folder, maximumBytes, maximumAge);
            _ = close(folder);
        }
    }

    /// <summary>Removes all that is the cache's, but for claims of living processes, and the folder where nothing else is in it.</summary>
    internal static void Clear(string path)
    {
        int folder = CacheFolder.OpenExisting(path.TrimEnd('/'), out _);
        if (folder >= 0)
        {
            Clear(folder);
            _ = close(folder);
        }

        if (Directory.Exists(path) && Directory.GetFileSystemEntries(path).Length == 0)
        {
            Directory.Delete(path);
        }
    }

    private static void Clear(int folder)
    {
        Prune(folder, 0, TimeSpan.Zero);
        if (!TryFindFiles(folder, out _, out HashSet<string> hashes))
        {
            return;
        }

        foreach (string hash in hashes)
        {
            Remove(folder, hash + CacheFiles.Record);
            Remove(folder, hash + CacheFiles.Entry);
        }

        foreach (string name in s_ownFiles)
        {
            Remove(folder, name);
        }
    }

    private static void RemoveWhatIsTooMuch(int folder, List<UsedEntry> used, ulong total, long maximumBytes, long tooOld)
    {
        used.Sort((a, b) => a.Seconds != b.Seconds ? a.Seconds.CompareTo(b.Seconds) : a.Nanoseconds.CompareTo(b.Nanoseconds));
        Statfs volume;
        var limit = (ulong)Math.Max(0, maximumBytes);
        if (fstatfs(folder, &volume) == 0)
        {
            limit = Math.Min(limit, (volume.AvailableBytes + total) / 2);
        }

        foreach (UsedEntry entry in used)
        {
            if (total > limit || entry.Seconds < tooOld)
            {
                // The record first: without it the entry is none.
                Remove(folder, entry.Hash + CacheFiles.Record);
                Remove(folder, entry.Hash + CacheFiles.Entry);
                total -= entry.Bytes;
            }
        }
    }

    private static void RemoveLeftovers(int folder, string hash, HashSet<string> files)
    {
        fixed (byte* claim = Encode(hash + CacheFiles.Claim))
        {
            if (files.Contains(hash + CacheFiles.Claim))
            {
                _ = LockedTempFile.TryRemoveLeftover(folder, claim);
            }

            if (files.Contains(hash + CacheFiles.New) && !TryGetStatus(folder, claim, out _))
            {
                Remove(folder, hash + CacheFiles.New);
            }
        }
    }

    /// <param name="files">The names of all files that the cache has named.</param>
    /// <param name="hashes">The same without their endings.</param>
    private static bool TryFindFiles(int folder, out HashSet<string> files, out HashSet<string> hashes)
    {
        files = new HashSet<string>(StringComparer.Ordinal);
        hashes = new HashSet<string>(StringComparer.Ordinal);
        var names = new List<FolderEntry>();
        if (lseek(folder, 0, SEEK_SET) != 0 || !FolderListing.TryList(folder, names))
        {
            return false;
        }

        foreach (FolderEntry file in names)
        {
            int dot = file.Name.IndexOf('.');
            string ending = dot < 0 ? string.Empty : file.Name.Substring(dot);
            if (ending is CacheFiles.Record or CacheFiles.Entry or CacheFiles.Claim or CacheFiles.New
                && CacheFiles.IsOne(file.Name, ending))
            {
                files.Add(file.Name);
                hashes.Add(file.Name.Substring(0, dot));
            }
        }

        return true;
    }

    private static bool TryGetFile(int folder, string file, out Statx status)
    {
        fixed (byte* name = Encode(file))
        {
            return TryGetStatus(folder, name, out status) && !status.IsFolder;
        }
    }

    private static void Remove(int folder, string file)
    {
        fixed (byte* name = Encode(file))
        {
            _ = unlinkat(folder, name, 0);
        }
    }

    private static byte[] Encode(string name) => Encoding.ASCII.GetBytes(name + '\0');

    private static long SecondsOf(in Statx status) =>
        status.ModifySeconds is >= FirstSecond and <= LastSecond ? status.ModifySeconds : FirstSecond;

    // A class, as CacheSource is.
    private sealed class UsedEntry
    {
        internal readonly string Hash;
        internal readonly long Seconds;
        internal readonly uint Nanoseconds;
        internal readonly ulong Bytes;

        /// <param name="record">Its modification time is when the entry was used last.</param>
        internal UsedEntry(string hash, in Statx record, ulong bytes)
        {
            Hash = hash;
            Seconds = SecondsOf(record);
            Nanoseconds = record.ModifyNanoseconds;
            Bytes = bytes;
        }
    }
}
