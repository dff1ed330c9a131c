#if NET
using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.IO;
using System.Runtime.ExceptionServices;
using System.Threading;
using System.Threading.Tasks;

namespace CopyOnWrite;

/// <summary>
/// Clones a tree into a private folder beside its destination: threads share the folders of a level, hard links are made when all other
/// files are there, and folders get their modes and times last, as making files in them would change those.
/// </summary>
internal sealed partial class TreeClone(Platform platform, TreePlaces places, CloneTreeOptions options, CancellationToken cancellation)
{
    // So many files of one folder are one thread's at a time.
    private const int FilesAtOnce = 512;
    private const int MillisecondsOfProgress = 100;

    private readonly TreeTally _tally = new();
    private readonly int _caller = Environment.CurrentManagedThreadId;
    private readonly string _private = Path.GetRelativePath(places.Source, places.Made);
    private readonly List<TreeFolder> _folders = [];
    private List<Work> _nextLevel = [];
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
            TreePlaces.Move(places.Made, destination);
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
        _made = platform.TryStat(places.Made, out FileStat made) ? made.Identity : default;
        var root = new TreeFolder(string.Empty);
        _folders.Add(root);
        CloneAll([new Work(root)]);
        if (options.LooksAgain)
        {
            CheckAll();
        }

        options.Progress?.Invoke(_tally.Done);
        cancellation.ThrowIfCancellationRequested();
        options.BeforeNamed?.Invoke(places.Made, _tally.ToResult(0).Entries);
        using TreeMaker maker = NewMaker();
        _folders.Reverse(); // What is in a folder first.
        return _tally.ToResult(_folders.FindAll(folder => maker.TryStamp(folder.Path)).Count);
    }

    private TreeMaker NewMaker() => platform.NewTreeMaker(places, _tally);

    private void CloneAll(List<Work> level)
    {
        while (level.Count > 0)
        {
            level = Visit(level, Clone);
        }

        MakeHardLinks();
    }

    /// <summary>Gives the work that this has made.</summary>
    private List<Work> Visit(List<Work> level, Action<Work, TreeMaker> visit)
    {
        _nextLevel = [];
        var threads = new ParallelOptions
        {
            MaxDegreeOfParallelism = 1 + Math.Min(platform.MostHelpers, Environment.ProcessorCount - 1), CancellationToken = cancellation,
        };
        try
        {
            var parts = Partitioner.Create(level, EnumerablePartitionerOptions.NoBuffering);
            _ = Parallel.ForEach(parts, threads, NewMaker, (work, _, maker) =>
            {
                visit(work, maker);
                return maker;
            }, static maker => maker.Dispose());
        }
        catch (AggregateException e)
        {
            ExceptionDispatchInfo.Throw(e.InnerExceptions[0]);
        }

        return _nextLevel;
    }

    private void Clone(Work work, TreeMaker maker)
    {
        TreeFolder folder = work.Folder;
        List<FolderEntry>? entries = work.Entries;
        try
        {
            FileStat seen = maker.Enter(folder.Path);
            if (entries is null)
            {
                RequireAnother(folder, seen);
                var listed = new List<FolderEntry>();
                maker.List(listed);
                entries = listed;
                entries.RemoveAll(entry => IsLeftOut(Path.Join(folder.Path, entry.Name)));
                AddWork(folder, entries, FilesAtOnce);
            }
        }
        catch (Exception e) when (MayGoOn(e) && folder.Path.Length > 0)
        {
            if (entries is null)
            {
                lock (_tally)
                {
                    _folders.Remove(folder);
                }

                TreePlaces.Discard(Path.Join(places.Made, folder.Path));
            }

            Fail(folder.Path, e);
            return;
        }

        for (int i = work.First; i < Math.Min(entries.Count, work.First + FilesAtOnce); i++)
        {
            cancellation.ThrowIfCancellationRequested();
            FolderEntry entry = entries[i];
            Try(folder, entry, () => CloneEntry(folder, entry, maker));
        }

        long now = Environment.TickCount64;
        if (options.Progress is not null && Environment.CurrentManagedThreadId == _caller && now - _lastProgress >= MillisecondsOfProgress)
        {
            _lastProgress = now;
            options.Progress(_tally.Done);
        }
    }

    private void CloneEntry(TreeFolder folder, FolderEntry entry, TreeMaker maker)
    {
        string path = Path.Join(folder.Path, entry.Name);
        switch (entry.Kind)
        {
            case EntryKind.File:
                CloneFile(folder, entry.Name, maker);
                break;
            case EntryKind.Folder:
                maker.MakeFolder(entry.Name);
                var made = new TreeFolder(path);
                lock (_tally)
                {
                    _folders.Add(made);
                    _nextLevel.Add(new Work(made));
                }

                Remember(folder, entry.Name, new SeenEntry(default, EntryKind.Folder));
                break;
            case EntryKind.Link:
                FileStat link = maker.MakeLink(entry.Name, out string target);
                Done(folder, entry.Name, link, TreeEntryKind.SymbolicLink, maker);
                if (target.StartsWith(places.Source + Path.DirectorySeparatorChar, StringComparison.Ordinal))
                {
                    _tally.Add(new TreeEntry { Path = path, Kind = TreeEntryKind.SymbolicLink });
                }

                break;
            case var _ when options.SkipSpecialFiles:
                _tally.Add(new TreeEntry { Path = path, Kind = TreeEntryKind.Skipped });
                Done(folder, entry.Name, new FileStat(EntryKind.Other, 0, default, default), TreeEntryKind.Skipped, maker);
                break;
            default:
                throw new IOException($"{Path.Join(places.Source, path)} was not cloned: {ReasonText.Of(Reason.SourceIsNotAFile)}.");
        }
    }

    /// <param name="first">The file's other name, where that is cloned.</param>
    private void CloneFile(TreeFolder folder, string name, TreeMaker maker, FirstName? first = null)
    {
        DateTime time = first?.Time ?? DateTime.UtcNow;
        FileStat seen = maker.Open(name);
        if (first is not null && maker.TryMakeHardLink(first.Path, Path.Join(folder.Path, name)))
        {
            Done(folder, name, seen, TreeEntryKind.HardLink, maker, default, time);
        }
        else if (first is not null || !IsOtherName(folder, name, seen, time))
        {
            CloneOutcome outcome = maker.Clone(name);
            Done(folder, name, seen, outcome.IsClone ? TreeEntryKind.Cloned : TreeEntryKind.Copied, maker, outcome.Reason, time);
            if (first is not null)
            {
                _tally.NotKept(TreeProperty.HardLink, Path.Join(folder.Path, name));
            }
        }
    }

    private void Done(
        TreeFolder folder, string name, in FileStat seen, TreeEntryKind kind, TreeMaker maker, Reason why = default, DateTime time = default)
    {
        _tally.Add(kind, why, 1, seen.Length);
        bool isRecent = kind < TreeEntryKind.SymbolicLink && IsRecent(seen, time);
        var cloned = new SeenEntry(kind, seen.Kind, why, isRecent, seen.Length, seen.Modified, SeenEntry.NumberOf(seen));
        if (!_isAgain)
        {
            Remember(folder, name, cloned);
        }
        else if (kind != TreeEntryKind.Skipped)
        {
            CheckAgain(folder, name, cloned, seen, maker);
        }
    }

    private void Remember(TreeFolder folder, string name, in SeenEntry cloned)
    {
        if (options.LooksAgain && !_isAgain)
        {
            lock (folder)
            {
                folder.Entries[name] = cloned;
            }
        }
    }

    private void Try(TreeFolder folder, FolderEntry entry, Action clone)
    {
        try
        {
            clone();
        }
        catch (Exception e) when (MayGoOn(e))
        {
            if (options.LooksAgain && !_isAgain)
            {
                // The check tries it again, if it is not gone by then.
                Remember(folder, entry.Name, new SeenEntry(TreeEntryKind.Failed, entry.Kind));
            }
            else
            {
                Fail(Path.Join(folder.Path, entry.Name), e);
            }
        }
    }

    private bool IsLeftOut(string path) => path == _private || options.LeaveOut?.Invoke(path) == true;

    /// <summary>The clone may be in the source by another path than the one that is left out: over a link or a mount.</summary>
    private void RequireAnother(TreeFolder folder, in FileStat seen)
    {
        if (seen.Identity == _made && platform.TryStat(places.Made, out FileStat made) && made.IsSameAs(seen))
        {
            throw new IOException($"{Path.Join(places.Source, folder.Path)} is the destination itself.");
        }
    }

    private void AddWork(TreeFolder folder, List<FolderEntry> entries, int first)
    {
        lock (_tally)
        {
            for (; first < entries.Count; first += FilesAtOnce)
            {
                _nextLevel.Add(new Work(folder, entries, first));
            }
        }
    }

    private void Fail(string path, Exception error) =>
        _tally.Add(new TreeEntry { Path = path, Kind = TreeEntryKind.Failed, Error = places.Named(error) });

    /// <summary>What is cloned to a full volume is of no use, and each further file would fail.</summary>
    private static bool MayGoOn(Exception error) => DotNetError.IsOfFiles(error) && !DotNetError.IsOfFullVolume(error);

    /// <param name="Entries">Of the folder, from <paramref name="First"/> on; null where it is not listed yet.</param>
    private readonly record struct Work(TreeFolder Folder, List<FolderEntry>? Entries = null, int First = 0);
}
#endif
