using System;
using System.Collections.Generic;
using System.IO;
using static CopyOnWrite.MacOS.MacNative;

namespace CopyOnWrite.MacOS;

/// <summary>Looks into a cache for people (<c>dotnet cow cache info</c>, the doctor). Nothing is made or changed.</summary>
internal static class CacheReader
{
    private const int OwnerCanAdd = 0xC0; // 0300

    internal static CacheFolderState Read(IMacCalls system, string folder)
    {
        folder = folder.TrimEnd('/');
        if (!TryStat(system, folder, out Stat status))
        {
            return CacheFolderState.Missing;
        }

        CacheProblem problem = ProblemOf(system, folder, status);
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
                entries.Add(Read(system, file));
            }

            leftovers += CacheFiles.IsOne(file.Name, CacheFiles.Claim) || CacheFiles.IsOne(file.Name, CacheFiles.New)
                || TemporaryFiles.IsOne(file.Name) ? 1 : 0;
        }

        return new CacheFolderState(true, problem, entries, leftovers);
    }

    private static CacheProblem ProblemOf(IMacCalls system, string folder, in Stat status)
    {
        int opened = CacheFolder.Open(system, folder, 0, out _, out CacheProblem problem, out _);
        if (opened < 0)
        {
            return problem == CacheProblem.None ? CacheProblem.Inaccessible : problem;
        }

        system.Close(opened);
        return (status.Mode & OwnerCanAdd) == OwnerCanAdd ? CacheProblem.None : CacheProblem.NotWritable;
    }

    private static CacheEntry Read(IMacCalls system, FileInfo entry)
    {
        var record = new FileInfo(Path.ChangeExtension(entry.FullName, CacheFiles.Record));
        try
        {
            // A pipe would be waited for.
            byte[] bytes = TryStat(system, record.FullName, out Stat recorded) && CacheRecord.IsTrusted(recorded, system.User)
                ? File.ReadAllBytes(record.FullName)
                : Array.Empty<byte>();
            if (!CacheRecord.TryRead(bytes, bytes.Length, out CacheRecord read, out string source)
                || !TryStat(system, entry.FullName, out Stat status))
            {
                return new CacheEntry(entry.FullName, string.Empty, entry.Length, CacheFiles.TimeOf(entry), EntryState.Damaged);
            }

            EntryState state = !read.IsOfEntry(status) ? EntryState.Damaged
                : IsOfSource(system, source, read) ? EntryState.Usable
                : EntryState.Outdated;
            return new CacheEntry(entry.FullName, source, entry.Length, CacheFiles.TimeOf(record), state);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            long length = entry.Exists ? entry.Length : 0;
            return new CacheEntry(entry.FullName, string.Empty, length, CacheFiles.TimeOf(entry), EntryState.Damaged);
        }
    }

    private static bool IsOfSource(IMacCalls system, string path, in CacheRecord record)
    {
        if (system.OpenToRead(CacheNames.Encode(path), out int source) != 0)
        {
            return false;
        }

        bool isOf = system.StatusOf(source, out Stat status) == 0
            && record.IsOfSource(status)
            && system.VolumeOf(source, out MacVolume volume) == 0
            && record.IsOfVolume(volume);
        system.Close(source);
        return isOf;
    }

    private static bool TryStat(IMacCalls system, string path, out Stat status)
    {
        status = default;
        var encoded = new byte[NativePath.MaximumLength];
        return NativePath.TryEncode(path, encoded) && system.StatusOf(encoded, out status) == 0;
    }
}
