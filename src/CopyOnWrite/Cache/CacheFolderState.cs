using System.Collections.Generic;
using System.Linq;

namespace CopyOnWrite;

/// <summary>The state of a cache's folder and what is in it.</summary>
/// <param name="Problem">Why builds do not use it, by their own check.</param>
/// <param name="Leftovers">Files that processes are making, or left when they were killed.</param>
internal sealed record CacheFolderState(bool Exists, CacheProblem Problem, IReadOnlyList<CacheEntry> Entries, int Leftovers)
{
    internal static CacheFolderState Missing { get; } = new(false, CacheProblem.None, [], 0);

    internal long Bytes => Entries.Sum(entry => entry.Bytes);

    internal int Damaged => Count(EntryState.Damaged);

    internal int Outdated => Count(EntryState.Outdated);

    private int Count(EntryState state) => Entries.Count(entry => entry.State == state);
}
