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
        using TreeMaker maker = NewMaker();
        do
        {
            BeginPass();
            VisitAll(root);
            MakeHardLinks(maker);
        }
        while (IsToBeLookedAt());

        options.Progress?.Invoke(_tally.Done);
        cancellation.ThrowIfCancellationRequested();
        options.BeforeNamed?.Invoke(places.Made, _tally.ToResult(0).Entries);
        int folders = 0;
        root.ForEach(folder =>
        {
            try
            {
                maker.Stamp(folder.Path, folder.Seen);
                folders++;
            }
            catch (Exception e) when (DotNetError.IsOfFiles(e))
            {
                // The caller has removed it.
            }
        });
        return _tally.ToResult(folders);
    }

    private TreeMaker NewMaker() => platform.NewTreeMaker(places, _tally);

    private void VisitAll(TreeFolder root)
    {
        var threads = new ParallelOptions
        {
            MaxDegreeOfParallelism = 1 + Math.Min(platform.MostHelpers, Environment.ProcessorCount - 1), CancellationToken = cancellation,
        };
        for (List<Work> level = [new Work(root)]; level.Count > 0; level = _nextLevel)
        {
            _nextLevel = [];
            var parts = Partitioner.Create(level, EnumerablePartitionerOptions.NoBuffering);
            try
            {
                _ = Parallel.ForEach(parts, threads, NewMaker, Visit, static maker => maker.Dispose());
            }
            catch (AggregateException e)
            {
                ExceptionDispatchInfo.Throw(e.InnerExceptions[0]);
            }
        }
    }

    private TreeMaker Visit(Work work, ParallelLoopState state, TreeMaker maker)
    {
        TreeFolder folder = work.Folder;
        List<FolderEntry>? entries = work.Entries;
        try
        {
            FileStat seen = maker.Enter(folder.Path);
            if (entries is null)
            {
                RequireAnother(folder, seen);
                folder.Seen = seen;
                entries = FindEntries(folder, maker);
                for (int first = FilesAtOnce; first < entries.Count; first += FilesAtOnce)
                {
                    AddWork(new Work(folder, entries, first));
                }
            }
        }
        catch (Exception e) when (MayGoOn(e) && folder.Path.Length > 0)
        {
            Lose(folder);
            Fail(folder.Path, e);
            return maker;
        }

        var cloned = new List<SeenEntry>();
        for (int i = work.First; i < Math.Min(entries.Count, work.First + FilesAtOnce); i++)
        {
            cancellation.ThrowIfCancellationRequested();
            FolderEntry entry = entries[i];
            Try(folder, entry, cloned, () => CloneEntry(folder, entry, maker, cloned));
        }

        if (options.LooksAgain)
        {
            folder.Add(cloned);
        }

        long now = Environment.TickCount64;
        if (options.Progress is not null && Environment.CurrentManagedThreadId == _caller && now - _lastProgress >= MillisecondsOfProgress)
        {
            _lastProgress = now;
            options.Progress(_tally.Done);
        }

        return maker;
    }

    private void CloneEntry(TreeFolder folder, FolderEntry entry, TreeMaker maker, List<SeenEntry> cloned)
    {
        string name = entry.Name;
        switch (entry.Kind)
        {
            case EntryKind.File:
                CloneFile(folder, name, maker, cloned);
                break;
            case EntryKind.Folder:
                maker.MakeFolder(name);
                var made = new TreeFolder(Path.Join(folder.Path, name));
                folder.Add(made);
                AddWork(new Work(made));
                cloned.Add(new SeenEntry(SeenEntry.HashOf(name), default, EntryKind.Folder));
                break;
            case EntryKind.Link:
                FileStat link = maker.MakeLink(name, out string target);
                Done(folder, name, link, TreeEntryKind.SymbolicLink, default, default, cloned);
                if (target.StartsWith(places.Source + Path.DirectorySeparatorChar, StringComparison.Ordinal))
                {
                    _tally.Add(new TreeEntry { Path = Path.Join(folder.Path, name), Kind = TreeEntryKind.SymbolicLink });
                }

                break;
            case var _ when options.SkipSpecialFiles:
                _tally.Add(new TreeEntry { Path = Path.Join(folder.Path, name), Kind = TreeEntryKind.Skipped });
                Done(folder, name, new FileStat(EntryKind.Other, 0, default, default), TreeEntryKind.Skipped, default, default, cloned);
                break;
            default:
                string path = Path.Join(places.Source, folder.Path, name);
                throw new IOException($"{path} was not cloned: {ReasonText.Of(Reason.SourceIsNotAFile)}.");
        }
    }

    private void CloneFile(TreeFolder folder, string name, TreeMaker maker, List<SeenEntry> cloned, string? link = null)
    {
        DateTime now = DateTime.UtcNow;
        FileStat seen = maker.Open(name);
        if (link is not null && maker.TryMakeHardLink(link, Path.Join(folder.Path, name)))
        {
            Done(folder, name, seen, TreeEntryKind.HardLink, default, now, cloned);
        }
        else if (link is not null || !IsOtherName(folder, name, seen))
        {
            CloneOutcome outcome = maker.Clone(name);
            Done(folder, name, seen, outcome.IsClone ? TreeEntryKind.Cloned : TreeEntryKind.Copied, outcome.Reason, now, cloned);
            if (link is not null)
            {
                _tally.NotKept(TreeProperty.HardLink, Path.Join(folder.Path, name));
            }

            if (_pass == MostPasses && cloned[^1].IsRecent)
            {
                Uncount(cloned[^1]);
                maker.Remove(name);
            }
        }
    }

    private void Done(
        TreeFolder folder, string name, in FileStat seen, TreeEntryKind kind, Reason why, DateTime time, List<SeenEntry> cloned)
    {
        _tally.Add(kind, why, 1, seen.Length);
        if (options.LooksAgain)
        {
            bool isRecent = kind < TreeEntryKind.SymbolicLink && IsRecent(seen, time);
            cloned.Add(new SeenEntry(
                SeenEntry.HashOf(name), kind, seen.Kind, (byte)why, isRecent, seen.Length, seen.Modified.Ticks, SeenEntry.NumberOf(seen)));
            if (isRecent)
            {
                NoteChange(Path.Join(folder.Path, name));
            }
        }
    }

    private void Try(TreeFolder folder, FolderEntry entry, List<SeenEntry> cloned, Action clone)
    {
        try
        {
            clone();
        }
        catch (Exception e) when (MayGoOn(e))
        {
            Fail(Path.Join(folder.Path, entry.Name), e);
            cloned.Add(new SeenEntry(SeenEntry.HashOf(entry.Name), TreeEntryKind.Failed, entry.Kind));
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

    private void AddWork(Work work)
    {
        lock (_tally)
        {
            _nextLevel.Add(work);
        }
    }

    private void Fail(string path, Exception error)
    {
        NoteChange(path); // It may be missing by now.
        _tally.Add(new TreeEntry { Path = path, Kind = TreeEntryKind.Failed, Error = places.Named(error) });
    }

    /// <summary>What is cloned to a full volume is of no use, and each further file would fail.</summary>
    private static bool MayGoOn(Exception error) => DotNetError.IsOfFiles(error) && !DotNetError.IsOfFullVolume(error);

    /// <param name="Entries">Of the folder, from <paramref name="First"/> on; null where it is not listed yet.</param>
    private readonly record struct Work(TreeFolder Folder, List<FolderEntry>? Entries = null, int First = 0);
}
#endif
