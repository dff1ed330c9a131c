using System;
using System.Collections.Concurrent;
using System.Linq;
using System.Threading;

namespace CopyOnWrite;

/// <summary>Counts what a tree's threads do.</summary>
internal sealed class TreeTally
{
    private const int Reasons = 64; // More than there are.

    // Without a lock, which each file would need.
    private readonly int[] _files = new int[Reasons * (1 + (int)TreeEntryKind.Changed)];
    private readonly long[] _bytes = new long[Reasons * (1 + (int)TreeEntryKind.Changed)];
    private readonly ConcurrentDictionary<string, TreeEntry> _entries = new(StringComparer.Ordinal);
    private readonly ConcurrentDictionary<TreeProperty, TreeLoss> _notKept = [];

    /// <summary>The files and links.</summary>
    internal int Done => _files.Sum();

    /// <param name="files">1, or -1 for one that is removed.</param>
    internal void Add(TreeEntryKind kind, Reason reason, int files, long bytes)
    {
        int count = ((int)kind * Reasons) + (int)reason;
        Interlocked.Add(ref _files[count], files);
        Interlocked.Add(ref _bytes[count], kind > TreeEntryKind.Copied ? 0 : files * bytes);
    }

    internal void Add(string path, TreeEntryKind kind, Exception? error = null) =>
        _entries[path] = new TreeEntry(path, kind, error);

    internal void NotKept(TreeProperty property, string path) => _notKept.AddOrUpdate(
        property, new TreeLoss(property, path, 1), (_, known) => known with { Count = known.Count + 1 });

    internal CloneTreeResult ToResult() => new(
        [.. Enumerable.Range(0, _files.Length).Where(count => _files[count] > 0).Select(count =>
            new TreeCount((TreeEntryKind)(count / Reasons), (Reason)(count % Reasons), _files[count], _bytes[count]))],
        [.. _entries.Values.OrderBy(entry => entry.Path, StringComparer.Ordinal)],
        [.. _notKept.Values.OrderBy(loss => loss.Property)]);
}
