namespace CopyOnWrite.Artifacts;

/// <summary>
/// The files of an item that is a folder: each folder is listed once, whatever the number of destinations. Links are followed. What cannot
/// be listed, or must not be entered, is logged as an error, and the rest is staged.
/// </summary>
internal sealed class SourceTree(StagedItem item, CloneCall call, StagingLog log, CancellationToken cancellation)
{
    private readonly Platform _platform = call.Platform;
    private readonly List<FileStat> _destinations = new();
    private readonly List<SourceFolder> _folders = new();

    internal List<SourceFolder> Read()
    {
        LookAtDestinations();
        var level = new List<SourceFolder> { new(item.Source, string.Empty, null) };
        while (level.Count > 0 && !cancellation.IsCancellationRequested)
        {
            level = Read(level);
        }

        return _folders;
    }

    private void LookAtDestinations()
    {
        foreach (string destination in item.Destinations)
        {
            if (_platform.TryStat(destination, out FileStat seen))
            {
                _destinations.Add(seen);
            }
            else if (WouldBeStaged(destination))
            {
                log.Error("COW1026", item.Item, LiesInside(destination));
            }
        }
    }

    /// <summary>Reads folders, several at a time, and gives the next level.</summary>
    private List<SourceFolder> Read(List<SourceFolder> level)
    {
        Workers.Run(call, level.Count, slow: false, (i, _) => Read(level[i]));
        var next = new List<SourceFolder>();
        foreach (SourceFolder folder in level)
        {
            if (folder.Problem is { } problem)
            {
                log.Error(problem.Code, item.Item, problem.Text);
                continue;
            }

            foreach (string name in folder.SpecialFiles)
            {
                log.Normal($"CopyOnWrite: '{Path.Combine(folder.Path, name)}' is a pipe, a device or a socket, so it is not staged.");
            }

            _folders.Add(folder);
            next.AddRange(folder.Below);
        }

        return next;
    }

    /// <summary>Whether the folder, still missing, would be staged by the next build: then it is an error now and not only later.</summary>
    private bool WouldBeStaged(string destination)
    {
        string inside = item.Source + Path.DirectorySeparatorChar;
        if (!item.IsRecursive || !destination.StartsWith(inside, PathNames.Comparison))
        {
            return false;
        }

        for (string at = destination; at.Length > inside.Length; at = Path.GetDirectoryName(at)!)
        {
            string folder = Path.GetDirectoryName(at)!;
            string relative = folder.Length > inside.Length ? folder.Substring(inside.Length) : string.Empty;
            if (item.DirExclude.Match(folder, relative, Path.GetFileName(at)))
            {
                return false;
            }
        }

        return true;
    }

    private static string LiesInside(string destination) =>
        $"its {StagedItem.Destination} '{destination}' is inside the staged folder, and a folder cannot be staged into itself.";

    /// <summary>Called by several threads at the same time: errors are collected, and logged later.</summary>
    private void Read(SourceFolder folder)
    {
        var entries = new List<FolderEntry>();
        string? why = null;
        if (cancellation.IsCancellationRequested)
        {
            return;
        }

        if (!_platform.TryStat(folder.Path, out FileStat seen) || !_platform.TryList(folder.Path, entries, out why))
        {
            why ??= "the folder was not found";
            folder.Problem = ("COW1024", $"its folder '{folder.Path}' cannot be read, so nothing in that folder is staged: {why}.");
        }
        else if (folder.LeadsBack(seen))
        {
            folder.Problem = ("COW1025", $"the link '{folder.Path}' leads back to a folder that contains it, so it is not followed.");
        }
        else if (folder.Relative.Length > 0 && _destinations.Exists(destination => destination.IsSameAs(seen)))
        {
            folder.Problem = ("COW1026", LiesInside(folder.Path));
        }
        else
        {
            folder.Seen = seen;
            Sort(folder, entries);
        }
    }

    private void Sort(SourceFolder folder, List<FolderEntry> entries)
    {
        foreach (FolderEntry entry in entries)
        {
            EntryKind kind = entry.Kind;
            if (kind == EntryKind.Link && _platform.TryStat(Path.Combine(folder.Path, entry.Name), out FileStat target))
            {
                kind = target.Kind;
            }

            if (kind == EntryKind.Folder)
            {
                if (item.IsRecursive && !item.DirExclude.Match(folder.Path, folder.Relative, entry.Name))
                {
                    string path = Path.Combine(folder.Path, entry.Name);
                    string relative = Path.Combine(folder.Relative, entry.Name);
                    folder.Below.Add(new SourceFolder(path, relative, folder, IsLink: entry.Kind == EntryKind.Link));
                }
            }
            else if (IsStaged(folder, entry.Name))
            {
                (kind == EntryKind.Other ? folder.SpecialFiles : folder.Files).Add(entry.Name);
            }
        }
    }

    private bool IsStaged(SourceFolder folder, string name) =>
        (item.FileMatch.IsEmpty || item.FileMatch.Match(folder.Path, folder.Relative, name))
        && !item.FileExclude.Match(folder.Path, folder.Relative, name)
        && !TemporaryFiles.IsOurs(name);
}
