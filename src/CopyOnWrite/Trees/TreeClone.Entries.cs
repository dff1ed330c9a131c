#if NET
using System;
using System.Collections.Generic;
using System.IO;

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
            CloneFile(folder, entry, maker, other);
            return;
        }

        string path = Path.Join(folder.Path, entry.Name);
        switch (entry.Kind)
        {
            case EntryKind.Folder:
                maker.MakeFolder(entry.Name);
                _next.Enqueue(new Work(new TreeFolder(path)));
                _ = IsToBeChecked(folder, entry.Name, new SeenEntry(default, EntryKind.Folder));
                break;
            case EntryKind.Link:
                FileStat link = maker.MakeLink(entry.Name, out string target);
                Done(folder, entry.Name, link, TreeEntryKind.SymbolicLink, maker);
                if (target.StartsWith(places.Source + Path.DirectorySeparatorChar, StringComparison.Ordinal))
                {
                    _tally.Add(path, TreeEntryKind.SymbolicLink);
                }

                break;
            case var _ when options.SkipSpecialFiles:
                _tally.Add(path, TreeEntryKind.Skipped);
                Done(folder, entry.Name, new FileStat(EntryKind.Other, 0, default, default), TreeEntryKind.Skipped, maker);
                break;
            default:
                throw new IOException($"{Path.Join(places.Source, path)} was not cloned: {ReasonText.Of(Reason.SourceIsNotAFile)}.");
        }
    }

    /// <param name="other">The file under another name.</param>
    private void CloneFile(TreeFolder folder, FolderEntry entry, TreeMaker maker, ClonedFile? other)
    {
        DateTime time = other?.Time ?? DateTime.UtcNow;
        FileStat seen = maker.Open(entry.Name);
        if (other is null && seen is { Links: > 1, IsIdentitySure: true }
            && FindOther(Path.Join(folder.Path, entry.Name), seen, time) is { } found)
        {
            lock (_links)
            {
                _links.Add(new Work(folder, [entry], 0, found));
            }
        }
        else if (other is not null && maker.TryMakeHardLink(other.Path, Path.Join(folder.Path, entry.Name)))
        {
            Done(folder, entry.Name, seen, TreeEntryKind.HardLink, maker, default, time);
        }
        else
        {
            CloneOutcome outcome = maker.Clone(entry.Name);
            Done(folder, entry.Name, seen, outcome.IsClone ? TreeEntryKind.Cloned : TreeEntryKind.Copied, maker, outcome.Reason, time);
            if (other is not null)
            {
                _tally.NotKept(TreeProperty.HardLink, Path.Join(folder.Path, entry.Name));
            }
        }
    }

    /// <summary>Some file systems give files one number that are not one file.</summary>
    private ClonedFile? FindOther(string path, in FileStat seen, DateTime time)
    {
        lock (_withNames)
        {
            if (_withNames.TryGetValue(seen.Identity, out ClonedFile? other) && other.Path != path
                && other.Seen == seen with { Links = other.Seen.Links })
            {
                return other;
            }

            _withNames[seen.Identity] = new ClonedFile(path, seen, time);
            return null;
        }
    }

    private void Done(
        TreeFolder folder, string name, in FileStat seen, TreeEntryKind kind, TreeMaker maker, Reason why = default,
        DateTime time = default)
    {
        _tally.Add(kind, why, 1, seen.Length);
        bool isRecent = kind < TreeEntryKind.SymbolicLink && IsRecent(seen, time);
        var cloned = new SeenEntry(kind, seen.Kind, why, isRecent, seen.Length, seen.Modified, SeenEntry.NumberOf(seen));
        if (!IsToBeChecked(folder, name, cloned) && _isAgain && kind != TreeEntryKind.Skipped)
        {
            CheckAgain(folder, name, cloned, seen, maker);
        }
    }

    /// <summary>A file that has several names, under the one that was reached first.</summary>
    /// <param name="Time">Before it was cloned.</param>
    private sealed record ClonedFile(string Path, FileStat Seen, DateTime Time);
}
#endif
