#if NET
using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;

namespace CopyOnWrite;

/// <summary>Counts what a tree's threads do.</summary>
internal sealed class TreeTally
{
    private const int Reasons = 64; // More than there are.

    // Without a lock, which each file would need: a thread that loses its processor in one holds up the others.
    private readonly long[] _bytes = new long[Reasons * (1 + (int)TreeEntryKind.Changed)];
    private readonly int[] _files = new int[Reasons * (1 + (int)TreeEntryKind.Changed)];
    private readonly Dictionary<string, TreeEntry> _entries = new(StringComparer.Ordinal);
    private readonly Dictionary<TreeProperty, TreeLoss> _notKept = [];

    /// <summary>The files and links.</summary>
    internal int Done => _files.Sum();

    /// <param name="files">1, or -1 for one that is removed.</param>
    internal void Add(TreeEntryKind kind, Reason reason, int files, long bytes)
    {
        int count = ((int)kind * Reasons) + (int)reason;
        Interlocked.Add(ref _files[count], files);
        Interlocked.Add(ref _bytes[count], kind > TreeEntryKind.Copied ? 0 : bytes);
    }

    internal void Add(TreeEntry entry)
    {
        lock (_entries)
        {
            _entries[entry.Path] = entry;
        }
    }

    internal void NotKept(TreeProperty property, string path)
    {
        lock (_notKept)
        {
            TreeLoss known = _notKept.GetValueOrDefault(property);
            _notKept[property] = new TreeLoss { Property = property, FirstPath = known.FirstPath ?? path, Count = known.Count + 1 };
        }
    }

    internal CloneTreeResult ToResult(int folders) => new()
    {
        Folders = folders,
        Counts = [.. Enumerable.Range(0, _files.Length).Where(count => _files[count] > 0).Select(count => new TreeCount
        {
            Kind = (TreeEntryKind)(count / Reasons), Reason = (Reason)(count % Reasons), Files = _files[count], Bytes = _bytes[count],
        })],
        Entries = [.. _entries.Values.OrderBy(entry => entry.Path, StringComparer.Ordinal)],
        NotKept = [.. _notKept.Values.OrderBy(loss => loss.Property)],
    };
}
#endif
