#if NET
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;

namespace CopyOnWrite;

/// <summary>
/// Clones a tree into a private folder beside its destination. Threads share its folders; hard links are made when all other files are
/// there, and folders get their modes and times last, as making files in them would change those.
/// </summary>
internal sealed class TreeClone(Platform platform, TreePlaces places, CloneTreeOptions options, CancellationToken cancellation)
{
    // So many files of one folder are one thread's at a time.
    private const int FilesAtOnce = 512;

    private readonly TreeTally _tally = new();
    private readonly List<TreeFolder> _folders = [];
    private readonly List<(TreeFolder Folder, string Name, FirstName First)> _links = [];
    private readonly Dictionary<FileIdentity, FirstName> _firstNames = [];
    private FileIdentity _made;
    private long _lastProgress;

    internal static CloneTreeResult Run(
        Platform platform, string source, string destination, CloneTreeOptions options, CancellationToken cancellation)
    {
        if (!platform.TryStat(source, out FileStat root) || root.Kind != EntryKind.Folder)
        {
            throw new DirectoryNotFoundException($"There is no folder {source}.");
        }

        if (options.BeforeNamed is null && Path.Exists(destination))
        {
            throw new IOException($"{destination} exists.");
        }

        string above = Directory.CreateDirectory(Path.GetDirectoryName(destination)!).FullName;
        var places = new TreePlaces(source, Path.Join(above, TemporaryFiles.NewName()), destination);
        try
        {
            TreePlaces.MakePrivate(places.Made);
            CloneTreeResult result = new TreeClone(platform, places, options, cancellation).Run();
            places.GiveName();
            return result;
        }
        catch (Exception e)
        {
            TreePlaces.Discard(places.Made);
            throw DotNetError.IsOfFiles(e) ? places.Named(e) : e;
        }
    }

    private CloneTreeResult Run()
    {
        _ = platform.TryStat(places.Made, out FileStat made);
        _made = made.Identity;
        var root = new TreeFolder(string.Empty);
        _folders.Add(root);
        RunAll([new Work(root, null, 0)]);
        if (options.LooksAgain)
        {
            new SecondLook(this, _folders, _tally).Run();
        }

        ReportProgress(isLast: true);
        cancellation.ThrowIfCancellationRequested();
        options.BeforeNamed?.Invoke(places.Made, _tally.ToResult(0).Entries);
        using TreeMaker maker = NewMaker();
        for (int i = _folders.Count - 1; i >= 0; i--)
        {
            if (!_folders[i].IsGone)
            {
                maker.Stamp(_folders[i].Path, _folders[i].Seen);
            }
        }

        return _tally.ToResult(_folders.Count(folder => !folder.IsGone));
    }

    internal string Made(string path) => Path.Join(places.Made, path);

    internal bool TryListMade(string path, List<FolderEntry> entries) => platform.TryList(Made(path), entries, out _);

    internal TreeMaker NewMaker() => platform.NewTreeMaker(places, _tally);

    internal void Wait(TimeSpan time) => cancellation.WaitHandle.WaitOne(time);

    /// <summary>Clones the folders, and then makes the hard links.</summary>
    internal void RunAll(IEnumerable<Work> work)
    {
        TreeThreads<Work>? threads = null;
        threads = new TreeThreads<Work>(NewMaker, (item, maker) => Do(item, maker, threads!), () => ReportProgress(isLast: false));
        foreach (Work item in work)
        {
            threads.Add(item);
        }

        threads.Run(MostHelpers);
        using TreeMaker maker = NewMaker();
        foreach ((TreeFolder folder, string name, FirstName first) in _links)
        {
            cancellation.ThrowIfCancellationRequested();
            Try(Path.Join(folder.Path, name), () => LinkAgain(folder, name, first, maker));
        }

        _links.Clear();
    }

    /// <summary>Does something for each folder on several threads.</summary>
    internal void RunEach(Action<TreeFolder, TreeMaker> look)
    {
        var threads = new TreeThreads<TreeFolder>(NewMaker, look, cancellation.ThrowIfCancellationRequested);
        _folders.ForEach(threads.Add);
        threads.Run(MostHelpers);
    }

    /// <summary>Those that are not left out.</summary>
    internal List<FolderEntry> List(string folder, TreeMaker maker)
    {
        var entries = new List<FolderEntry>();
        maker.List(entries);
        entries.RemoveAll(entry => Path.Join(places.Source, folder, entry.Name) == places.Made
            || options.LeaveOut?.Invoke(Path.Join(folder, entry.Name)) == true);
        return entries;
    }

    internal void CloneEntries(TreeFolder folder, List<FolderEntry> entries, int first, TreeMaker maker, Action<Work> add)
    {
        var seen = options.LooksAgain ? new SeenFiles() : null;
        int end = Math.Min(entries.Count, first + FilesAtOnce);
        for (int i = first; i < end; i++)
        {
            cancellation.ThrowIfCancellationRequested();
            string name = entries[i].Name;
            try
            {
                switch (entries[i].Kind)
                {
                    case EntryKind.File:
                        CloneFile(folder, name, maker, seen);
                        break;
                    case EntryKind.Folder:
                        maker.MakeFolder(name);
                        add(new Work(AddFolder(Path.Join(folder.Path, name)), null, 0));
                        break;
                    case EntryKind.Link:
                        if (maker.MakeLink(name).StartsWith(places.Source + Path.DirectorySeparatorChar, StringComparison.Ordinal))
                        {
                            _tally.Add(new TreeEntry(Path.Join(folder.Path, name), TreeEntryKind.SymbolicLink));
                        }

                        _tally.Add(TreeEntryKind.SymbolicLink, Reason.None, 0);
                        if (seen is not null && maker.TryLook(name, out FileStat link))
                        {
                            seen.Add(name, new SeenFile(link, TreeEntryKind.SymbolicLink, Reason.None, isRecent: false));
                        }

                        break;
                    default:
                        Skip(Path.Join(folder.Path, name));
                        break;
                }
            }
            catch (Exception e) when (MayGoOn(e))
            {
                Fail(Path.Join(folder.Path, name), e);
            }
        }

        if (seen is not null)
        {
            folder.Add(seen);
        }
    }

    private int MostHelpers => Math.Min(platform.MostHelpers, Environment.ProcessorCount - 1);

    private void Do(Work work, TreeMaker maker, TreeThreads<Work> threads)
    {
        TreeFolder folder = work.Folder;
        List<FolderEntry> entries;
        try
        {
            DateTime now = DateTime.UtcNow;
            FileStat seen = maker.Enter(folder.Path);
            if (work.Entries is not null)
            {
                CloneEntries(folder, work.Entries, work.First, maker, threads.Add);
                return;
            }

            RequireAnother(folder, seen);
            entries = List(folder.Path, maker);
            folder.Seen = seen;
            folder.IsRecent = SecondLook.IsRecent(seen, now);
            folder.Names = options.LooksAgain ? TreeFolder.NamesOf(entries) : 0;
        }
        catch (Exception e) when (MayGoOn(e) && folder.Path.Length > 0)
        {
            // It has nothing yet.
            folder.IsGone = true;
            TreePlaces.Discard(Made(folder.Path));
            Fail(folder.Path, e);
            return;
        }

        foreach (Work more in WorkOf(folder, entries).Skip(1))
        {
            threads.Add(more);
        }

        CloneEntries(folder, entries, 0, maker, threads.Add);
    }

    internal static IEnumerable<Work> WorkOf(TreeFolder folder, List<FolderEntry> entries)
    {
        for (int first = 0; first < entries.Count; first += FilesAtOnce)
        {
            yield return new Work(folder, entries, first);
        }
    }

    /// <summary>The clone may be in the source by another path than the one that is left out: over a link or a mount.</summary>
    private void RequireAnother(TreeFolder folder, in FileStat seen)
    {
        if (seen.Identity == _made && platform.TryStat(places.Made, out FileStat made) && made.IsSameAs(seen))
        {
            throw new IOException($"{Path.Join(places.Source, folder.Path)} is the destination itself.");
        }
    }

    private TreeFolder AddFolder(string path)
    {
        var folder = new TreeFolder(path);
        lock (_folders)
        {
            _folders.Add(folder);
        }

        return folder;
    }

    private void CloneFile(TreeFolder folder, string name, TreeMaker maker, SeenFiles? files)
    {
        DateTime now = DateTime.UtcNow;
        FileStat seen = maker.Open(name);
        if (seen.Kind != EntryKind.File)
        {
            Skip(Path.Join(folder.Path, name));
        }
        else if (FindFirstName(folder, name, seen) is { } first)
        {
            lock (_links)
            {
                _links.Add((folder, name, first));
            }
        }
        else
        {
            CloneOutcome outcome = maker.Clone(name);
            TreeEntryKind kind = outcome.IsClone ? TreeEntryKind.Cloned : TreeEntryKind.Copied;
            _tally.Add(kind, outcome.Reason, outcome.Bytes);
            files?.Add(name, new SeenFile(seen, kind, outcome.Reason, SecondLook.IsRecent(seen, now)));
        }
    }

    /// <summary>Null for a file that is to be cloned.</summary>
    private FirstName? FindFirstName(TreeFolder folder, string name, in FileStat seen)
    {
        if (seen.Links <= 1 || !seen.IsIdentitySure)
        {
            return null;
        }

        lock (_firstNames)
        {
            var own = new FirstName(folder, name, seen.Length, seen.Modified, seen.Mode);
            bool isKnown = _firstNames.TryGetValue(seen.Identity, out FirstName first);
            if (isKnown && first.IsSameFile(own) && !first.Folder.IsGone && (first.Folder != folder || first.Name != name))
            {
                return first;
            }

            _firstNames[seen.Identity] = own;
            return null;
        }
    }

    private void LinkAgain(TreeFolder folder, string name, FirstName first, TreeMaker maker)
    {
        DateTime now = DateTime.UtcNow;
        _ = maker.Enter(folder.Path);
        FileStat seen = maker.Open(name);
        TreeEntryKind kind = TreeEntryKind.HardLink;
        CloneOutcome outcome = default;
        if (!maker.TryMakeHardLink(Path.Join(first.Folder.Path, first.Name), Path.Join(folder.Path, name)))
        {
            outcome = maker.Clone(name);
            kind = outcome.IsClone ? TreeEntryKind.Cloned : TreeEntryKind.Copied;
            _tally.NotKept(TreeProperty.HardLink, Path.Join(folder.Path, name));
        }

        _tally.Add(kind, outcome.Reason, outcome.Bytes);
        if (options.LooksAgain)
        {
            var files = new SeenFiles();
            files.Add(name, new SeenFile(seen, kind, outcome.Reason, SecondLook.IsRecent(seen, now)));
            folder.Add(files);
        }
    }

    private void Skip(string path)
    {
        if (!options.SkipSpecialFiles)
        {
            Fail(path, new IOException($"{Path.Join(places.Source, path)} was not cloned: {ReasonText.Of(Reason.SourceIsNotAFile)}."));
            return;
        }

        _tally.Add(TreeEntryKind.Skipped, Reason.None, 0);
        _tally.Add(new TreeEntry(path, TreeEntryKind.Skipped));
    }

    internal void Try(string path, Action make)
    {
        try
        {
            make();
        }
        catch (Exception e) when (MayGoOn(e))
        {
            Fail(path, e);
        }
    }

    private void Fail(string path, Exception error) => _tally.Add(new TreeEntry(path, TreeEntryKind.Failed, places.Named(error)));

    /// <summary>What is cloned to a full volume is of no use, and each file would fail.</summary>
    private static bool MayGoOn(Exception error) => DotNetError.IsOfFiles(error)
        && !(error is IOException && DotNetError.IsOfFullVolume(error));

    private void ReportProgress(bool isLast)
    {
        long now = Environment.TickCount64;
        if (options.Progress is { } report && (isLast || now - _lastProgress >= 100))
        {
            _lastProgress = now;
            report(_tally.Done);
        }
    }

    /// <param name="Entries">Of the folder, from <paramref name="First"/> on; null where it is not listed yet.</param>
    internal readonly record struct Work(TreeFolder Folder, List<FolderEntry>? Entries, int First);

    /// <summary>The first name of a file that has several.</summary>
    private readonly record struct FirstName(TreeFolder Folder, string Name, long Length, DateTime Modified, uint Mode)
    {
        internal bool IsSameFile(in FirstName other) => Length == other.Length && Modified == other.Modified && Mode == other.Mode;
    }
}
#endif
