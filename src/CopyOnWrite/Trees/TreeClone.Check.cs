namespace CopyOnWrite;

/// <summary>
/// Compares the source with what was cloned, when all is, and clones again what differs. An entry is known by its name, length, write time
/// and, where it is sure, number; link counts, owners and change times move without a change of content, the times of folders by listing.
/// </summary>
internal sealed partial class TreeClone
{
    // The kernel takes write times from its tick, at most 10 ms (CONFIG_HZ); FAT and network file systems have times of 1 or 2 s.
    private static readonly TimeSpan s_moment = TimeSpan.FromMilliseconds(20);
    private static readonly TimeSpan s_momentElsewhere = TimeSpan.FromSeconds(2);

    private bool _isAgain;
    private DateTime _lastWritten;

    /// <summary>Notes what the check will find; false where there will be none.</summary>
    private bool TryNote(TreeFolder folder, string name, in SeenEntry cloned)
    {
        bool isToBe = options.LooksAgain && !_isAgain;
        lock (folder)
        {
            _ = isToBe ? folder.Entries[name] = cloned : default;
        }

        return isToBe;
    }

    private void CheckAll()
    {
        List<Work> again = Visit(_folders.ConvertAll(folder => new Work(folder)), Check);
        TimeSpan left = _lastWritten + MomentOf(tree.Root) - DateTime.UtcNow;
        if (left > TimeSpan.Zero)
        {
            _ = cancellation.WaitHandle.WaitOne(left + TimeSpan.FromMilliseconds(1)); // It waits for whole ones.
        }

        _isAgain = true;
        CloneAll(again);
    }

    private void Check(Work work, TreeMaker maker)
    {
        TreeFolder folder = work.Folder;
        var entries = new List<FolderEntry>();
        int known = -1;
        try
        {
            maker.Enter(folder.Path);
            maker.List(entries);
            known = entries.FindAll(entry => folder.Entries.ContainsKey(entry.Name)).Count;
            AddWork(folder, entries.FindAll(entry => IsToBeCloned(folder, entry, maker)), 0);
        }
        catch (Exception e) when (MayGoOn(e)) { }

        if (known < folder.Entries.Count)
        {
            AddChanged(folder.Path);
        }
    }

    /// <summary>Removes what differs from the clone.</summary>
    private bool IsToBeCloned(TreeFolder folder, FolderEntry entry, TreeMaker maker)
    {
        string path = Path.Join(folder.Path, entry.Name);
        if (!folder.Entries.TryGetValue(entry.Name, out SeenEntry seen))
        {
            if (IsLeftOut(path))
            {
                return false;
            }

            AddChanged(folder.Path);
        }
        else if (seen.Done == TreeEntryKind.Failed)
        {
            return true;
        }
        else if (seen.Kind == EntryKind.Folder // It is entered itself.
            || (seen.Kind == entry.Kind && (seen.Kind == EntryKind.Other || IsStill(entry.Name, seen, maker))))
        {
            return false;
        }
        else
        {
            AddChanged(path);
            Remove(entry.Name, seen, maker);
        }

        NoteWritten(DateTime.UtcNow);
        return true;
    }

    /// <summary>Keeps the newest time: once it is some moments ago, files that are cloned at the end are no longer new.</summary>
    private void NoteWritten(DateTime time)
    {
        lock (_links)
        {
            _lastWritten = time > _lastWritten ? time : _lastWritten;
        }
    }

    private static bool IsStill(string name, in SeenEntry cloned, TreeMaker maker) =>
        maker.TryLook(name, out FileStat now) && cloned.IsOf(now);

    private void Remove(string name, in SeenEntry cloned, TreeMaker maker)
    {
        _tally.Add(cloned.Done, cloned.Why, -1, cloned.Length);
        maker.Remove(name);
    }

    private void AddChanged(string path) => _tally.Add(path, TreeEntryKind.Changed);

    /// <summary>Whether the file may change after this time and keep its write time. A time in the future says nothing.</summary>
    private bool IsRecent(in FileStat seen, DateTime time) =>
        options.LooksAgain && (time - seen.Modified).Duration() <= MomentOf(seen);

    private static TimeSpan MomentOf(in FileStat seen) => seen.IsIdentitySure && OperatingSystem.IsLinux() ? s_moment : s_momentElsewhere;
}
