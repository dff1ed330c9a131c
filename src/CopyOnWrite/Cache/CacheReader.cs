using System.Collections.Generic;
using System.IO;

namespace CopyOnWrite;

/// <summary>Reads a cache for people (<c>dotnet cow cache info</c>, the doctor). Nothing is made or changed.</summary>
internal static class CacheReader
{
    internal static CacheFolderState Read(ICacheSystem system, string path)
    {
        path = CacheFolder.WithoutSeparatorAtItsEnd(path);
        CacheProblem problem = system.OpenFolder(path, out CacheFolder? folder, out _);
        using (folder)
        {
            if (folder is null)
            {
                return problem != CacheProblem.None ? new CacheFolderState(true, problem, [], 0)
                    : CacheFolder.IsInOtherUsersRepository(system, path)
                    ? new CacheFolderState(false, CacheProblem.OtherUsersRepository, [], 0)
                    : CacheFolderState.Missing;
            }

            var listed = new List<FolderEntry>();
            _ = system.TryList(folder, listed);
            if (problem == CacheProblem.None && listed.Count > 0 && !folder.HasTag)
            {
                return new CacheFolderState(true, CacheProblem.NotACache, [], 0);
            }

            var entries = new List<CacheEntry>();
            int leftovers = 0;
            foreach (string name in listed.ConvertAll(entry => entry.Name))
            {
                if (CacheFiles.IsOne(name, CacheFiles.Entry))
                {
                    CacheEntry entry = Read(folder, name);
                    entries.Add(problem == CacheProblem.WrongOwner ? entry with { State = EntryState.Unknown } : entry);
                }

                leftovers += CacheFiles.IsOne(name, CacheFiles.Claim) || CacheFiles.IsOne(name, CacheFiles.New)
                    || TemporaryFiles.IsOne(name) ? 1 : 0;
            }

            problem = problem == CacheProblem.None && !folder.IsWritable ? CacheProblem.NotWritable : problem;
            return new CacheFolderState(true, problem, entries, leftovers);
        }
    }

    private static CacheEntry Read(CacheFolder folder, string name)
    {
        ICacheSystem system = folder.Calls;
        var names = new CacheNames(name.Substring(0, name.IndexOf('.')));
        _ = system.TryStat(folder, name, out CacheFileState entry);
        CacheRecord? record = ReadRecord(folder, names.Record, out string source);
        bool isUsed = system.TryStat(folder, names.Record, out CacheFileState used) && record is not null;
        EntryState state = record is null || !IsUsable(folder, names, record) ? EntryState.Damaged
            : IsThere(system, source, record) ? EntryState.Usable
            : EntryState.Outdated;
        return new CacheEntry(
            Path.Combine(folder.FullPath, name), source, entry.Length, (isUsed ? used : entry).Written, state);
    }

    private static CacheRecord? ReadRecord(CacheFolder folder, string name, out string source)
    {
        source = string.Empty;
        ICacheSystem system = folder.Calls;
        if (system.Open(folder, name, out nint file) != 0)
        {
            return null;
        }

        var content = new byte[CacheRecord.MaximumLength];
        int length = system.IsTrusted(file, out _) ? system.Read(file, content) : -1;
        system.Close(file);
        CacheRecord? record = CacheRecord.Read(content, length);
        source = record is null ? string.Empty : CacheRecord.PathIn(content, length);
        return record;
    }

    private static bool IsUsable(CacheFolder folder, in CacheNames names, CacheRecord record)
    {
        if (!CacheLookup.TryOpenRecorded(folder.Calls, folder, names, record, out nint entry))
        {
            return false;
        }

        bool isTrusted = folder.Calls.IsTrustedEntry(entry);
        folder.Calls.Close(entry);
        return isTrusted;
    }

    private static bool IsThere(ICacheSystem system, string path, CacheRecord record)
    {
        if (system.OpenSource(path, letsOthersWrite: true, out nint source) != 0)
        {
            return false;
        }

        bool isOf = system.TryGetNumbers(source, isSource: true, out FileNumbers numbers) && record.IsOfSource(numbers);
        system.Close(source);
        return isOf;
    }
}
