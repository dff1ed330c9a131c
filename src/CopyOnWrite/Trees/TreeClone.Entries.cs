namespace CopyOnWrite;

/// <summary>Clones one entry of a folder.</summary>
internal sealed partial class TreeClone
{
    private readonly Dictionary<FileIdentity, ClonedFile> _withNames = [];
    private readonly List<Work> _links = [];

    private void CloneEntry(TreeFolder folder, FolderEntry entry, TreeMaker maker, ClonedFile? other)
    {
        if (entry.Kind == EntryKind.File)
        {
            CloneFile(folder, entry.Name, maker, other);
            return;
        }

        string path = Path.Join(folder.Path, entry.Name);
        switch (entry.Kind)
        {
            case EntryKind.Folder:
                maker.MakeFolder(entry.Name);
                _next.Enqueue(new Work(new TreeFolder(path)));
                _ = TryNote(folder, entry.Name, new SeenEntry(default, EntryKind.Folder));
                break;
            case EntryKind.Link:
                FileStat link = maker.MakeLink(entry.Name, out string target);
                Done(folder, entry.Name, link, TreeEntryKind.SymbolicLink, maker);
                if (target.StartsWith(tree.Source + Path.DirectorySeparatorChar, StringComparison.Ordinal))
                {
                    _tally.Add(path, TreeEntryKind.SymbolicLink);
                }

                break;
            default:
                _tally.Add(path, TreeEntryKind.Skipped);
                Done(folder, entry.Name, new FileStat(EntryKind.Other, 0, default, default), TreeEntryKind.Skipped, maker);
                break;
        }
    }

    /// <param name="other">The file under another name.</param>
    private void CloneFile(TreeFolder folder, string name, TreeMaker maker, ClonedFile? other)
    {
        string path = Path.Join(folder.Path, name);
        if (other is not null && maker.TryMakeHardLink(other.Path, path))
        {
            Done(folder, name, other.Seen, TreeEntryKind.HardLink, maker);
            return;
        }

        DateTime time = DateTime.UtcNow;
        FileStat seen = maker.Open(name);
        if (IsRecent(seen, time))
        {
            // The check has it cloned when it is older. What goes on changing until then is not in the clone.
            NoteWritten(seen.Modified);
            if (!TryNote(folder, name, new SeenEntry(TreeEntryKind.Failed, EntryKind.File)))
            {
                AddChanged(path);
            }

            return;
        }

        if (other is null && seen is { Links: > 1, IsIdentitySure: true } && FindOther(path, seen) is { } found)
        {
            lock (_links)
            {
                _links.Add(new Work(folder, [new FolderEntry(name, EntryKind.File)], 0, found));
            }

            return;
        }

        CloneOutcome outcome = maker.Clone(name);
        Done(folder, name, seen, outcome.IsClone ? TreeEntryKind.Cloned : TreeEntryKind.Copied, maker, outcome.Reason);
        if (other is not null)
        {
            _tally.NotKept(TreeProperty.HardLink, path);
        }
    }

    /// <summary>Some file systems give files one number that are not one file.</summary>
    private ClonedFile? FindOther(string path, in FileStat seen)
    {
        lock (_withNames)
        {
            if (_withNames.TryGetValue(seen.Identity, out ClonedFile? other) && other.Path != path
                && other.Seen == seen with { Links = other.Seen.Links })
            {
                return other;
            }

            _withNames[seen.Identity] = new ClonedFile(path, seen);
            return null;
        }
    }

    private void Done(TreeFolder folder, string name, in FileStat seen, TreeEntryKind kind, TreeMaker maker, Reason why = default)
    {
        _tally.Add(kind, why, 1, seen.Length);
        var cloned = new SeenEntry(kind, seen.Kind, why, seen.Length, seen.Modified, SeenEntry.NumberOf(seen));
        if (!TryNote(folder, name, cloned) && _isAgain && kind != TreeEntryKind.Skipped && !IsStill(name, cloned, maker))
        {
            Remove(name, cloned, maker);
            AddChanged(Path.Join(folder.Path, name));
        }
    }

    /// <summary>A file that has several names, under the one that was reached first.</summary>
    private sealed record ClonedFile(string Path, FileStat Seen);
}
