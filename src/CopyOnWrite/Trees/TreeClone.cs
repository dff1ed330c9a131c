using System.Collections.Concurrent;
using System.Runtime.ExceptionServices;

namespace CopyOnWrite;

/// <summary>
/// Clones a folder with all that is in it into a new one, or leaves nothing: content, modes and write times, symbolic links, and hard links
/// within the tree; a read-only file stays read-only. Root on Linux keeps owner and group; otherwise they are a new file's, and setuid and
/// setgid are kept where the owner is, too. Access lists and extended attributes are not kept. A hard link becomes a file of its own on a
/// volume without hard links, and where the source's file system may give two files one number. The destination may be in the source, and
/// is not in the clone then. What cannot be read or made does not keep the rest from being cloned.
/// The clone is made in a private folder beside its destination: threads share the folders of a level, hard links are made when all other
/// files are there, and folders get their modes and times last, as making files in them would change those.
/// </summary>
internal sealed partial class TreeClone(Platform platform, PrivateTree tree, CloneTreeOptions options, CancellationToken cancellation)
{
    // The most files of one folder that a thread gets at a time.
    private const int FilesAtOnce = 512;
    private const int MillisecondsOfProgress = 100;

    private readonly TreeTally _tally = new();
    private readonly int _caller = Environment.CurrentManagedThreadId;

    // The folders that were listed, each after the folder above it.
    private readonly List<TreeFolder> _folders = [];
    private readonly ConcurrentQueue<Work> _next = [];
    private long _lastProgress;

    internal CloneTreeResult Fill()
    {
        CloneAll([new Work(new TreeFolder(string.Empty))]);
        if (options.LooksAgain)
        {
            CheckAll();
        }

        options.Progress?.Invoke(_tally.Done);
        cancellation.ThrowIfCancellationRequested();
        return _tally.ToResult();
    }

    internal CloneTreeResult Stamp()
    {
        using TreeMaker maker = platform.NewTreeMaker(tree, _tally);
        _folders.Reverse(); // What is in a folder first.
        _folders.ForEach(folder => maker.StampFolder(folder.Path));
        return _tally.ToResult();
    }

    private void CloneAll(List<Work> level)
    {
        while (level.Count > 0)
        {
            level = Visit(level, Clone);
        }

        _ = Visit(_links, Clone);
        _links.Clear();
    }

    /// <summary>Gives the work that this has made.</summary>
    private List<Work> Visit(List<Work> level, Action<Work, TreeMaker> visit)
    {
        int threads = 1 + Math.Min(platform.MostHelpers, Environment.ProcessorCount - 1);
        try
        {
            _ = Parallel.ForEach(
                Partitioner.Create(level, EnumerablePartitionerOptions.NoBuffering),
                new ParallelOptions { MaxDegreeOfParallelism = threads, CancellationToken = cancellation },
                () => platform.NewTreeMaker(tree, _tally),
                (work, _, maker) =>
                {
                    visit(work, maker);
                    return maker;
                },
                static maker => maker.Dispose());
        }
        catch (AggregateException e)
        {
            ExceptionDispatchInfo.Throw(e.InnerExceptions[0]);
        }

        List<Work> next = [.. _next];
        _next.Clear();
        return next;
    }

    private void Clone(Work work, TreeMaker maker)
    {
        TreeFolder folder = work.Folder;
        List<FolderEntry> entries = work.Entries ?? [];
        try
        {
            maker.Enter(folder.Path);
            if (work.Entries is null)
            {
                maker.List(entries);
                entries.RemoveAll(entry => IsLeftOut(Path.Join(folder.Path, entry.Name)));
                folder.Entries.EnsureCapacity(options.LooksAgain ? entries.Count : 0);
                AddWork(folder, entries, FilesAtOnce);
                lock (_folders)
                {
                    _folders.Add(folder);
                }
            }
        }
        catch (Exception e) when (MayGoOn(e) && folder.Path.Length > 0)
        {
            if (work.Entries is null)
            {
                maker.RemoveFolder(folder.Path);
            }

            _tally.Add(folder.Path, TreeEntryKind.Failed, tree.Named(e));
            return;
        }

        for (int i = work.First; i < Math.Min(entries.Count, work.First + FilesAtOnce); i++)
        {
            cancellation.ThrowIfCancellationRequested();
            try
            {
                CloneEntry(folder, entries[i], maker, work.Link);
            }
            catch (Exception e) when (MayGoOn(e))
            {
                // The check tries it again, if it is not gone by then.
                if (!TryNote(folder, entries[i].Name, new SeenEntry(TreeEntryKind.Failed, entries[i].Kind)))
                {
                    _tally.Add(Path.Join(folder.Path, entries[i].Name), TreeEntryKind.Failed, tree.Named(e));
                }
            }
        }

        long now = Environment.TickCount64;
        if (options.Progress is not null && Environment.CurrentManagedThreadId == _caller && now - _lastProgress >= MillisecondsOfProgress)
        {
            _lastProgress = now;
            options.Progress(_tally.Done);
        }
    }

    /// <summary>The clone may be in the source, also over a link or a mount: no other folder has its random name.</summary>
    private bool IsLeftOut(string path) => path.EndsWith(tree.Name, StringComparison.Ordinal) || options.LeaveOut?.Invoke(path) == true;

    private void AddWork(TreeFolder folder, List<FolderEntry> entries, int first)
    {
        for (; first < entries.Count; first += FilesAtOnce)
        {
            _next.Enqueue(new Work(folder, entries, first));
        }
    }

    /// <summary>Whether to go on with other files: not on a full volume, where each would fail.</summary>
    private static bool MayGoOn(Exception error) => DotNetError.IsOfFiles(error) && !DotNetError.IsOfFullVolume(error);

    /// <param name="Entries">Of the folder, from <paramref name="First"/> on; null where it is not listed yet.</param>
    /// <param name="Link">The name of the file that this one becomes a hard link to, where there is one.</param>
    private sealed record Work(TreeFolder Folder, List<FolderEntry>? Entries = null, int First = 0, ClonedFile? Link = null);
}
