#if NET
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;

namespace CopyOnWrite;

/// <summary>
/// Compares a cloned tree with its source, and clones again what has changed. A look that finds nothing shows that the clone is the source
/// as it was when the look began: nothing has changed since it was cloned. A file is known by its length, write time and, where it is sure,
/// number; a folder by its names. Link counts, owners and change times move without a change of content.
/// </summary>
internal sealed class SecondLook(TreeClone clone, List<TreeFolder> folders, TreeTally tally)
{
    private const int MostLooks = 3;

    // The kernel takes write times from its tick, at most 10 ms (CONFIG_HZ); network file systems and FAT have times of 1 or 2 s.
    private static readonly TimeSpan s_moment = TimeSpan.FromMilliseconds(20);
    private static readonly TimeSpan s_momentElsewhere = TimeSpan.FromSeconds(2);

    private readonly List<(TreeFolder Folder, byte[] Files, int Place)> _changed = [];
    private readonly HashSet<TreeFolder> _changedFolders = [];

    /// <summary>Whether it may change after <paramref name="now"/> and keep its write time. A time in the future says nothing.</summary>
    internal static bool IsRecent(in FileStat seen, DateTime now) => (now - seen.Modified).Duration() <= MomentOf(seen.IsIdentitySure);

    internal void Run()
    {
        for (int look = 1; ; look++)
        {
            _changed.Clear();
            _changedFolders.Clear();
            WaitForTheNewest();
            clone.RunEach(Look);
            if (_changed.Count + _changedFolders.Count == 0)
            {
                return;
            }

            using TreeMaker maker = clone.NewMaker();
            if (look == MostLooks)
            {
                _ = RemoveChanged(maker, path => tally.Add(new TreeEntry(path, TreeEntryKind.Changed)));
                foreach (TreeFolder folder in _changedFolders.Where(folder => !folder.IsGone))
                {
                    tally.Add(new TreeEntry(folder.Path, TreeEntryKind.Changed));
                }

                return;
            }

            List<TreeClone.Work> work = [.. folders.Where(_changedFolders.Contains).ToArray().SelectMany(folder => Renew(folder, maker))];
            work.AddRange(RemoveChanged(maker, static _ => { }));
            clone.RunAll(work);
        }
    }

    private static TimeSpan MomentOf(bool isSure) => isSure && OperatingSystem.IsLinux() ? s_moment : s_momentElsewhere;

    private void WaitForTheNewest()
    {
        DateTime until = default;
        foreach (TreeFolder folder in folders.Where(folder => !folder.IsGone))
        {
            until = folder.IsRecent ? Later(until, folder.Seen.Modified, folder.Seen.IsIdentitySure) : until;
            foreach ((byte[] files, int place) in folder.Files())
            {
                SeenFile seen = SeenFiles.At(files, place);
                until = seen.IsRecent != 0 ? Later(until, new DateTime(seen.Ticks), seen.Number != 0) : until;
            }
        }

        TimeSpan left = until - DateTime.UtcNow;
        if (left > TimeSpan.Zero)
        {
            clone.Wait(left + TimeSpan.FromMilliseconds(1)); // A wait is of whole ones.
        }
    }

    private static DateTime Later(DateTime time, DateTime modified, bool isSure) =>
        modified + MomentOf(isSure) is var old && old > time ? old : time;

    private void Look(TreeFolder folder, TreeMaker maker)
    {
        if (folder.IsGone)
        {
            return;
        }

        try
        {
            DateTime time = DateTime.UtcNow;
            FileStat now = maker.Enter(folder.Path);
            if (folder.IsRecent || now.Modified != folder.Seen.Modified)
            {
                bool isSame = TreeFolder.NamesOf(clone.List(folder.Path, maker)) == folder.Names;
                (folder.Seen, folder.IsRecent) = isSame ? (now, IsRecent(now, time)) : (folder.Seen, folder.IsRecent);
                AddChangedUnless(isSame, folder);
            }

            foreach ((byte[] files, int place) in folder.Files())
            {
                SeenFile seen = SeenFiles.At(files, place);
                if (seen.IsRecent != 0 || !maker.TryLook(SeenFiles.NameAt(files, place), out FileStat file) || !seen.IsOf(file))
                {
                    lock (_changed)
                    {
                        _changed.Add((folder, files, place));
                    }
                }
            }
        }
        catch (Exception e) when (DotNetError.IsOfFiles(e))
        {
            AddChangedUnless(false, folder);
        }
    }

    private void AddChangedUnless(bool isSame, TreeFolder folder)
    {
        lock (_changedFolders)
        {
            _ = isSame || _changedFolders.Add(folder);
        }
    }

    /// <summary>Removes from the clone what is not in the source any more, and gives what is new there.</summary>
    private IEnumerable<TreeClone.Work> Renew(TreeFolder folder, TreeMaker maker)
    {
        var made = new List<FolderEntry>();
        List<FolderEntry> entries = [];
        DateTime time = DateTime.UtcNow;
        try
        {
            if (!folder.IsGone && clone.TryListMade(folder.Path, made))
            {
                FileStat now = maker.Enter(folder.Path);
                entries = clone.List(folder.Path, maker);
                (folder.Seen, folder.IsRecent, folder.Names) = (now, IsRecent(now, time), TreeFolder.NamesOf(entries));
            }
        }
        catch (Exception e) when (DotNetError.IsOfFiles(e) && folder.Path.Length > 0)
        {
            return []; // The folder above has changed as well, or the last look says so.
        }

        Dictionary<string, EntryKind> gone = made.Except(entries).ToDictionary(entry => entry.Name, entry => entry.Kind);
        foreach ((byte[] files, int place) in folder.Files().Where(file => gone.ContainsKey(SeenFiles.NameAt(file.Files, file.Place))))
        {
            Uncount(files, place);
        }

        foreach ((string name, EntryKind kind) in gone)
        {
            if (kind == EntryKind.Folder)
            {
                RemoveFolder(Path.Join(folder.Path, name));
            }
            else
            {
                maker.Remove(name);
            }
        }

        tally.Forget(path => Path.GetDirectoryName(path) == folder.Path);
        return TreeClone.WorkOf(folder, [.. entries.Except(made)]);
    }

    private void RemoveFolder(string path)
    {
        string below = path + Path.DirectorySeparatorChar;
        foreach (TreeFolder folder in folders.Where(folder => folder.Path == path || folder.Path.StartsWith(below, StringComparison.Ordinal)))
        {
            folder.IsGone = true;
            foreach ((byte[] files, int place) in folder.Files())
            {
                Uncount(files, place);
            }
        }

        tally.Forget(entry => entry.StartsWith(below, StringComparison.Ordinal));
        TreePlaces.Discard(clone.Made(path));
    }

    /// <summary>Removes the changed files, and gives those that are there, whatever they are now.</summary>
    private List<TreeClone.Work> RemoveChanged(TreeMaker maker, Action<string> removed)
    {
        var work = new List<TreeClone.Work>();
        foreach (IGrouping<TreeFolder, (TreeFolder, byte[] Files, int Place)> same in _changed.GroupBy(file => file.Folder))
        {
            clone.Try(same.Key.Path, () =>
            {
                _ = same.Key.IsGone ? default : maker.Enter(same.Key.Path);
                var entries = new List<FolderEntry>();
                foreach ((_, byte[] files, int place) in same.Where(file => SeenFiles.At(file.Files, file.Place).Kind != SeenFile.Gone))
                {
                    string name = SeenFiles.NameAt(files, place);
                    Uncount(files, place);
                    maker.Remove(name);
                    removed(Path.Join(same.Key.Path, name));
                    entries.AddRange(maker.TryLook(name, out FileStat now) ? [new FolderEntry(name, now.Kind)] : []);
                }

                work.AddRange(TreeClone.WorkOf(same.Key, entries));
            });
        }

        return work;
    }

    private void Uncount(byte[] files, int place)
    {
        SeenFile seen = SeenFiles.At(files, place);
        tally.Remove((TreeEntryKind)seen.Kind, (Reason)seen.Reason, (TreeEntryKind)seen.Kind <= TreeEntryKind.Copied ? seen.Length : 0);
        SeenFiles.Forget(files, place);
    }
}
#endif
