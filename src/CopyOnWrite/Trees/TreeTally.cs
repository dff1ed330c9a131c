#if NET
using System;
using System.Collections.Generic;
using System.Linq;

namespace CopyOnWrite;

/// <summary>Counts what a tree's threads do.</summary>
internal sealed class TreeTally
{
    private readonly Dictionary<(TreeEntryKind Kind, Reason Reason), (int Files, long Bytes)> _counts = [];
    private readonly Dictionary<string, TreeEntry> _entries = new(StringComparer.Ordinal);
    private readonly Dictionary<TreeProperty, TreeLoss> _notKept = [];

    /// <summary>The files and links.</summary>
    internal int Done { get; private set; }

    /// <param name="files">1, or -1 for one that is removed.</param>
    internal void Add(TreeEntryKind kind, Reason reason, int files, long bytes)
    {
        lock (_counts)
        {
            (int before, long bytesBefore) = _counts.GetValueOrDefault((kind, reason));
            _counts[(kind, reason)] = (before + files, kind > TreeEntryKind.Copied ? 0 : bytesBefore + bytes);
            Done += files;
        }
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

    /// <summary>Forgets the entries of paths that are cloned again, or are gone.</summary>
    internal void Forget(Predicate<string> ofPath)
    {
        lock (_entries)
        {
            foreach (string path in _entries.Keys.Where(path => ofPath(path)).ToArray())
            {
                _entries.Remove(path);
            }
        }
    }

    internal CloneTreeResult ToResult(int folders) => new()
    {
        Folders = folders,
        Counts = [.. _counts.Where(count => count.Value.Files > 0).OrderBy(count => count.Key).Select(count => new TreeCount
        {
            Kind = count.Key.Kind, Reason = count.Key.Reason, Files = count.Value.Files, Bytes = count.Value.Bytes,
        })],
        Entries = [.. _entries.Values.OrderBy(entry => entry.Path, StringComparer.Ordinal)],
        NotKept = [.. _notKept.Values.OrderBy(loss => loss.Property)],
    };
}
#endif
