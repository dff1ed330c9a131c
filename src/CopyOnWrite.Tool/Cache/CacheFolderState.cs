namespace CopyOnWrite.Tool.Cache;

/// <summary>The state of a cache's folder and what is in it, for people. Nothing is made or changed.</summary>
/// <param name="Problem">Why builds do not use it, by their own check.</param>
/// <param name="Leftovers">Files that processes are making, or left when they were killed.</param>
internal sealed record CacheFolderState(bool Exists, CacheProblem Problem, IReadOnlyList<CacheEntry> Entries, int Leftovers)
{
    internal static CacheFolderState Missing { get; } = new(false, CacheProblem.None, [], 0);

    internal long Bytes => Entries.Sum(entry => entry.Bytes);

    internal static CacheFolderState Read(string path)
    {
        if (FileCloner.Shared.Platform.CacheSystem is not { } system)
        {
            return Missing;
        }

        path = CacheFolder.WithoutSeparatorAtItsEnd(path);
        CacheProblem problem = system.OpenFolder(path, out CacheFolder? opened, out _);
        using CacheFolder? folder = opened;
        if (folder is null)
        {
            return problem != CacheProblem.None ? Missing with { Exists = true, Problem = problem }
                : CacheFolder.IsInOtherUsersRepository(system, path) ? Missing with { Problem = CacheProblem.OtherUsersRepository }
                : Missing;
        }

        if (problem == CacheProblem.None && !folder.MayBeCache)
        {
            return Missing with { Exists = true, Problem = CacheProblem.NotACache };
        }

        List<string> names = folder.Names();
        var entries = new List<CacheEntry>();
        foreach (string name in names.Where(CacheFiles.IsEntry))
        {
            _ = system.TryStat(folder, name, out CacheFileState state);
            entries.Add(new CacheEntry(Path.Combine(folder.FullPath, name), state.Length, state.Used));
        }

        problem = problem == CacheProblem.None && !folder.IsWritable ? CacheProblem.NotWritable : problem;
        return new CacheFolderState(true, problem, entries, names.Count(CacheFiles.IsUnfinished));
    }
}

/// <param name="LastUsed">To the hour, in UTC.</param>
internal sealed record CacheEntry(string File, long Bytes, DateTime LastUsed);
