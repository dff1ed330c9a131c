#if NET
using System;
using System.Collections.Generic;
using System.IO;
using System.Threading;

namespace CopyOnWrite;

/// <summary>
/// Compares the clone with its source, and clones again what has changed. A look that finds no change shows that the clone is the source as
/// it was when the look began, as nothing has changed since it was cloned. An entry is known by its name, length, write time and, where it
/// is sure, number; link counts, owners and change times move without a change of content, the times of folders by being listed.
/// </summary>
internal sealed partial class TreeClone
{
    private const int MostPasses = 4;

    // The kernel takes write times from its tick, at most 10 ms (CONFIG_HZ); FAT and network file systems have times of 1 or 2 s.
    private static readonly TimeSpan s_moment = TimeSpan.FromMilliseconds(20);
    private static readonly TimeSpan s_momentElsewhere = TimeSpan.FromSeconds(2);

    private int _pass;
    private int _changes;
    private DateTime _settled;

    private void BeginPass() => (_pass, _changes, _settled) = (_pass + 1, 0, default);

    /// <summary>Waits until what is new is no longer so.</summary>
    private bool IsToBeLookedAt()
    {
        bool looks = options.LooksAgain && _pass < MostPasses && (_pass == 1 || _changes > 0);
        TimeSpan left = _settled - DateTime.UtcNow;
        if (looks && left > TimeSpan.Zero)
        {
            _ = cancellation.WaitHandle.WaitOne(left + TimeSpan.FromMilliseconds(1)); // It waits for whole ones.
        }

        return looks;
    }

    /// <summary>Whether the file may change after this time and keep its write time. A time in the future says nothing.</summary>
    private bool IsRecent(in FileStat seen, DateTime time)
    {
        TimeSpan moment = seen.IsIdentitySure && OperatingSystem.IsLinux() ? s_moment : s_momentElsewhere;
        bool isRecent = (time - seen.Modified).Duration() <= moment;
        if (isRecent)
        {
            lock (_links)
            {
                _settled = seen.Modified + moment > _settled ? seen.Modified + moment : _settled;
            }
        }

        return isRecent;
    }

    /// <summary>Lists the folder, and gives what is not in the clone as it is in the source.</summary>
    private List<FolderEntry> FindEntries(TreeFolder folder, TreeMaker maker)
    {
        var entries = new List<FolderEntry>();
        var others = new List<FolderEntry>();
        var same = new List<SeenEntry>();
        maker.List(entries);
        Dictionary<ulong, SeenEntry> before = folder.TakeEntries();
        foreach (FolderEntry entry in entries)
        {
            bool isKnown = before.Remove(SeenEntry.HashOf(entry.Name), out SeenEntry seen);
            bool isSame = isKnown && IsSame(seen, entry, maker);
            if (isSame && !seen.IsRecent)
            {
                same.Add(seen);
                continue;
            }

            string path = Path.Join(folder.Path, entry.Name);
            if (isKnown)
            {
                Remove(folder, entry.Name, seen, maker);
            }
            else if (IsLeftOut(path))
            {
                continue;
            }

            // What is no longer recent is cloned again, and that is enough.
            if (!isSame)
            {
                NoteChange(isKnown ? path : folder.Path);
            }

            if (isSame || _pass < MostPasses)
            {
                others.Add(entry);
            }
        }

        if (before.Count > 0)
        {
            NoteChange(folder.Path);
            RemoveGone(folder, before, maker);
        }

        folder.Add(same);
        folder.Folders.FindAll(child => !child.IsGone).ForEach(child => AddWork(new Work(child)));
        return others;
    }

    private bool IsLeftOut(string path) => path == _private || options.LeaveOut?.Invoke(path) == true;

    private static bool IsSame(in SeenEntry seen, in FolderEntry entry, TreeMaker maker) =>
        seen.Kind == entry.Kind
            && (seen.Kind == EntryKind.Folder || seen.Done is TreeEntryKind.Failed or TreeEntryKind.Skipped
                || (maker.TryLook(entry.Name, out FileStat now) && seen.IsOf(now)));

    private void NoteChange(string path)
    {
        if (_pass > 1)
        {
            _ = Interlocked.Increment(ref _changes);
        }

        if (_pass == MostPasses)
        {
            _tally.Add(new TreeEntry { Path = path, Kind = TreeEntryKind.Changed });
        }
    }

    /// <summary>Removes what is not in the source any more. The names are in the clone's folder, but for what was not cloned.</summary>
    private void RemoveGone(TreeFolder folder, Dictionary<ulong, SeenEntry> gone, TreeMaker maker)
    {
        var made = new List<FolderEntry>();
        _ = platform.TryList(Path.Join(places.Made, folder.Path), made, out _);
        foreach (FolderEntry entry in made)
        {
            if (gone.TryGetValue(SeenEntry.HashOf(entry.Name), out SeenEntry seen))
            {
                Remove(folder, entry.Name, seen, maker);
            }
        }

        _tally.Forget(path =>
            Path.GetDirectoryName(path) == folder.Path && gone.ContainsKey(SeenEntry.HashOf(Path.GetFileName(path))));
    }

    private void Remove(TreeFolder folder, string name, in SeenEntry seen, TreeMaker maker)
    {
        string path = Path.Join(folder.Path, name);
        _tally.Forget(forgotten => forgotten == path);
        Uncount(seen);
        if (seen.Kind != EntryKind.Folder)
        {
            maker.Remove(name);
        }
        else if (folder.Folders.Find(child => child.Path == path) is { } child)
        {
            Lose(child);
            folder.Folders.Remove(child);
        }
    }

    /// <summary>Removes a folder from the clone.</summary>
    private void Lose(TreeFolder folder)
    {
        folder.ForEach(below =>
        {
            below.IsGone = true;
            below.Entries.ForEach(entry => Uncount(entry));
        });
        string beginning = folder.Path + Path.DirectorySeparatorChar;
        _tally.Forget(path => path.StartsWith(beginning, StringComparison.Ordinal));
        TreePlaces.Discard(Path.Join(places.Made, folder.Path));
    }

    private void Uncount(in SeenEntry seen)
    {
        if (seen.Kind != EntryKind.Folder && seen.Done != TreeEntryKind.Failed)
        {
            _tally.Add(seen.Done, (Reason)seen.Why, -1, -seen.Length);
        }
    }
}
#endif
