using System.Collections.Concurrent;

namespace CopyOnWrite;

/// <summary>Counts what a tree's threads do.</summary>
internal sealed class TreeTally
{
    private readonly ConcurrentDictionary<(TreeEntryKind, Reason), TreeCount> _counts = [];
    private readonly ConcurrentDictionary<string, TreeEntry> _entries = new(StringComparer.Ordinal);
    private readonly ConcurrentDictionary<TreeProperty, TreeLoss> _notKept = [];

    /// <summary>The files and links.</summary>
    internal int Done => _counts.Values.Sum(count => count.Files);

    /// <param name="files">1, or -1 for one that is removed.</param>
    internal void Add(TreeEntryKind kind, Reason reason, int files, long bytes)
    {
        bytes = kind > TreeEntryKind.Copied ? 0 : files * bytes;
        _ = _counts.AddOrUpdate(
            (kind, reason), new TreeCount(kind, reason, files, bytes),
            (_, known) => known with { Files = known.Files + files, Bytes = known.Bytes + bytes });
    }

    internal void Add(string path, TreeEntryKind kind, Exception? error = null) =>
        _entries[path] = new TreeEntry(path, kind, error);

    internal void NotKept(TreeProperty property, string path) => _notKept.AddOrUpdate(
        property, new TreeLoss(property, path, 1), (_, known) => known with { Count = known.Count + 1 });

    internal CloneTreeResult ToResult() => new(
        [.. _counts.Values.Where(count => count.Files > 0).OrderBy(count => (count.Kind, count.Reason))],
        [.. _entries.Values.OrderBy(entry => entry.Path, StringComparer.Ordinal)],
        [.. _notKept.Values.OrderBy(loss => loss.Property)]);
}
