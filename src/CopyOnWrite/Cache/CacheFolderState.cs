using System.Collections.Generic;
using System.Linq;

namespace CopyOnWrite;

/// <summary>A cache's folder as it is found, with what is in it.</summary>
internal sealed class CacheFolderState(bool exists, CacheProblem problem, IReadOnlyList<CacheEntry> entries, int leftovers)
{
    internal static CacheFolderState Missing { get; } = new(false, CacheProblem.None, [], 0);

    internal bool Exists { get; } = exists;

    /// <summary>Why builds do not use it, by the rule that they go by.</summary>
    internal CacheProblem Problem { get; } = problem;

    internal IReadOnlyList<CacheEntry> Entries { get; } = entries;

    /// <summary>Files that processes are making, or left when they were killed.</summary>
    internal int Leftovers { get; } = leftovers;

    internal long Bytes => Entries.Sum(entry => entry.Bytes);

    internal int Damaged => Count(EntryState.Damaged);

    internal int Outdated => Count(EntryState.Outdated);

    private int Count(EntryState state) => Entries.Count(entry => entry.State == state);
}
