#if NET
using System;
using System.Collections.Generic;
using System.IO;

namespace CopyOnWrite;

/// <summary>
/// Compares the source with what was cloned, when all is, and clones again what differs. An entry is known by its name, length, write time
/// and, where it is sure, number; link counts, owners and change times move without a change of content, the times of folders by being
/// listed.
/// </summary>
internal sealed partial class TreeClone
{
    // The kernel takes write times from its tick, at most 10 ms (CONFIG_HZ); FAT and network file systems have times of 1 or 2 s.
    private static readonly TimeSpan s_moment = TimeSpan.FromMilliseconds(20);
    private static readonly TimeSpan s_momentElsewhere = TimeSpan.FromSeconds(2);

    private bool _isAgain;
    private DateTime _settled;

    private bool IsToBeChecked(TreeFolder folder, string name, in SeenEntry cloned)
    {
        bool isToBe = options.LooksAgain && !_isAgain;
        lock (folder)
        {
            _ = isToBe ? folder.Entries[name] = cloned : default;
        }

        return isToBe;
    }

    /// <summary>Waits once, until what is new is no longer so.</summary>
    private void CheckAll()
    {
        List<Work> again = Visit(_folders.ConvertAll(folder => new Work(folder)), Check);
        TimeSpan left = _settled - DateTime.UtcNow;
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
        try
        {
            TimeSpan moment = MomentOf(maker.Enter(folder.Path));
            maker.List(entries);
            int known = entries.FindAll(entry => folder.Entries.ContainsKey(entry.Name)).Count;
            AddWork(folder, entries.FindAll(entry => IsToBeCloned(folder, entry, maker, moment)), 0);
            if (known >= folder.Entries.Count)
            {
                return;
            }
        }
        catch (Exception e) when (MayGoOn(e))
        {
        }

        AddChanged(folder.Path);
    }

    /// <summary>Removes what differs from the clone, and what may differ unseen.</summary>
    private bool IsToBeCloned(TreeFolder folder, FolderEntry entry, TreeMaker maker, TimeSpan moment)
    {
        string path = Path.Join(folder.Path, entry.Name);
        DateTime written = DateTime.UtcNow;
        if (!folder.Entries.TryGetValue(entry.Name, out SeenEntry seen))
        {
            if (IsLeftOut(path))
            {
                return false;
            }

            AddChanged(folder.Path);
        }
        else if (seen.Done != TreeEntryKind.Failed)
        {
            bool isSame = seen.Kind == entry.Kind && (seen.Kind is EntryKind.Folder or EntryKind.Other
                || (maker.TryLook(entry.Name, out FileStat now) && seen.IsOf(now)));
            if (!isSame)
            {
                AddChanged(path);
            }

            if ((isSame && !seen.IsRecent) || seen.Kind == EntryKind.Folder)
            {
                return false;
            }

            written = isSame ? seen.Modified : written;
            Remove(entry.Name, seen, maker);
        }

        lock (_links)
        {
            _settled = written + moment > _settled ? written + moment : _settled;
        }

        return true;
    }

    /// <summary>What went on changing until it was cloned again is not in the clone.</summary>
    private void CheckAgain(TreeFolder folder, string name, in SeenEntry cloned, in FileStat seen, TreeMaker maker)
    {
        bool isStable = !cloned.IsRecent && maker.TryLook(name, out FileStat now) && cloned.IsOf(now);
        if (!isStable)
        {
            Remove(name, cloned, maker);
        }

        if (!isStable || (folder.Entries.TryGetValue(name, out SeenEntry before) && !before.IsOf(seen)))
        {
            AddChanged(Path.Join(folder.Path, name));
        }
    }

    private void Remove(string name, in SeenEntry cloned, TreeMaker maker)
    {
        _tally.Add(cloned.Done, cloned.Why, -1, cloned.Length);
        maker.Remove(name);
    }

    private void AddChanged(string path) => _tally.Add(path, TreeEntryKind.Changed);

    /// <summary>Whether the file may change after this time and keep its write time. A time in the future says nothing.</summary>
    private static bool IsRecent(in FileStat seen, DateTime time) => (time - seen.Modified).Duration() <= MomentOf(seen);

    private static TimeSpan MomentOf(in FileStat seen) => seen.IsIdentitySure && OperatingSystem.IsLinux() ? s_moment : s_momentElsewhere;
}
#endif
