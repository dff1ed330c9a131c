using System;
using System.Collections.Generic;
using System.IO;
using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Linux;

/// <summary>Looks into a cache for people (<c>dotnet cow cache info</c>, the doctor). Nothing is made or changed.</summary>
internal static unsafe class CacheReader
{
    private const int OwnerCanAdd = 0xC0; // 0300

    internal static CacheFolderState Read(string folder)
    {
        // A link to nowhere is there as well.
        if (!Directory.Exists(folder) && !TryStat(folder.TrimEnd('/'), out _))
        {
            return CacheFolderState.Missing;
        }

        CacheProblem problem = ProblemOf(folder.TrimEnd('/'));
        if (problem is CacheProblem.NotAFolder or CacheProblem.Link or CacheProblem.NotACache or CacheProblem.Inaccessible)
        {
            return new CacheFolderState(true, problem, Array.Empty<CacheEntry>(), 0);
        }

        var entries = new List<CacheEntry>();
        int leftovers = 0;
        foreach (FileInfo file in new DirectoryInfo(folder).EnumerateFiles())
        {
            if (CacheFiles.IsOne(file.Name, CacheFiles.Entry))
            {
                entries.Add(Read(file));
            }

            leftovers += CacheFiles.IsOne(file.Name, CacheFiles.Claim) || CacheFiles.IsOne(file.Name, CacheFiles.New) ? 1 : 0;
        }

        return new CacheFolderState(true, problem, entries, leftovers);
    }

    internal static CacheEntry Read(FileInfo entry)
    {
        var record = new FileInfo(Path.ChangeExtension(entry.FullName, CacheFiles.Record));
        try
        {
            // A pipe would be waited for.
            byte[] bytes = TryStat(record.FullName, out Statx recorded) && CacheRecord.IsTrusted(recorded)
                ? File.ReadAllBytes(record.FullName)
                : Array.Empty<byte>();
            if (!CacheRecord.TryRead(bytes, out CacheRecord read, out string source) || !TryStat(entry.FullName, out Statx status))
            {
                return new CacheEntry(entry.FullName, string.Empty, entry.Length, CacheFiles.TimeOf(entry), EntryState.Damaged);
            }

            EntryState state = !read.IsOfEntry(status) ? EntryState.Damaged
                : TryStat(source, out Statx now) && read.IsOfSource(now) ? EntryState.Usable
                : EntryState.Outdated;
            return new CacheEntry(entry.FullName, source, entry.Length, CacheFiles.TimeOf(record), state);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            long length = entry.Exists ? entry.Length : 0;
            return new CacheEntry(entry.FullName, string.Empty, length, CacheFiles.TimeOf(entry), EntryState.Damaged);
        }
    }

    private static CacheProblem ProblemOf(string folder)
    {
        // With no destination: the folder is there, so it is not asked whether making one would help.
        int opened = CacheFolder.Open(folder, -1, 0, new VolumePairs(), out _, out CacheProblem problem, out _);
        if (opened < 0)
        {
            return problem == CacheProblem.None ? CacheProblem.Inaccessible : problem;
        }

        bool canAdd = TryGetStatus(opened, out Statx status) && (status.Mode & OwnerCanAdd) == OwnerCanAdd;
        _ = close(opened);
        return canAdd ? CacheProblem.None : CacheProblem.NotWritable;
    }

    private static bool TryStat(string path, out Statx status)
    {
        status = default;
        var encoded = new byte[NativePath.MaximumLength];
        if (!NativePath.TryEncode(path, encoded))
        {
            return false;
        }

        fixed (byte* start = encoded)
        {
            return TryGetStatus(AT_FDCWD, start, out status);
        }
    }
}
