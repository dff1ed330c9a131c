#if NET
using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;

namespace CopyOnWrite;

/// <summary>Counts what a tree's threads do.</summary>
internal sealed class TreeTally
{
    private readonly Dictionary<(TreeEntryKind, Reason), (int Files, long Bytes)> _counts = [];
    private readonly Dictionary<string, TreeEntry> _entries = new(StringComparer.Ordinal);
    private readonly Dictionary<TreeProperty, (string First, int Count)> _notKept = [];
    private int _done;

    internal int Done => Volatile.Read(ref _done);

    internal void Add(TreeEntryKind kind, Reason reason, long bytes)
    {
        Interlocked.Increment(ref _done);
        Change(kind, reason, 1, bytes);
    }

    internal void Remove(TreeEntryKind kind, Reason reason, long bytes) => Change(kind, reason, -1, -bytes);

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
            (string first, int count) = _notKept.GetValueOrDefault(property, (path, 0));
            _notKept[property] = (first, count + 1);
        }
    }

    /// <summary>Forgets what is known of the paths: they are cloned again, or are gone.</summary>
    internal void Forget(Func<string, bool> ofPath)
    {
        foreach (TreeEntry entry in _entries.Values.Where(entry => ofPath(entry.Path)).ToArray())
        {
            _entries.Remove(entry.Path);
            if (entry.Kind == TreeEntryKind.Skipped)
            {
                Remove(TreeEntryKind.Skipped, Reason.None, 0);
            }
        }
    }

    internal CloneTreeResult ToResult(int folders) => new(
        folders,
        [.. _counts.Where(count => count.Value.Files > 0).OrderBy(count => count.Key)
            .Select(count => new TreeCount(count.Key.Item1, count.Key.Item2, count.Value.Files, count.Value.Bytes))],
        [.. _entries.Values.OrderBy(entry => entry.Path, StringComparer.Ordinal)],
        [.. _notKept.OrderBy(loss => loss.Key).Select(loss => new TreeLoss(loss.Key, loss.Value.First, loss.Value.Count))]);

    private void Change(TreeEntryKind kind, Reason reason, int files, long bytes)
    {
        lock (_counts)
        {
            (int before, long bytesBefore) = _counts.GetValueOrDefault((kind, reason));
            _counts[(kind, reason)] = (before + files, bytesBefore + bytes);
        }
    }
}
#endif
