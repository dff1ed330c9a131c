using System;
using System.Collections.Generic;
using System.IO;
using System.Threading;

namespace CopyOnWrite;

/// <summary>
/// Fills and prunes the caches that a process uses, behind its calls, so that no call waits for a disk. One thread, as long as there is
/// work. A process that ends meanwhile leaves the rest to a later build.
/// </summary>
internal sealed class CacheUpkeep
{
    // Where files are copied faster than the disk takes them a second time, the rest is left to a later build as well.
    private const int MostFiles = 10_000;

    private readonly Queue<Action> _waiting = new();
    private readonly List<CacheFill> _failed = new();
    private int _files;
    private bool _isRunning;
    private string? _checked;
    private long _addedSincePruned;
    private long _bytesAdded;

    /// <summary>Length of the entries that this process has made, in bytes.</summary>
    internal long BytesAdded => Volatile.Read(ref _bytesAdded);

    /// <summary>Takes the fill over, and disposes of it.</summary>
    internal void Add(CacheFill fill)
    {
        lock (_waiting)
        {
            if (_files + fill.Count > MostFiles)
            {
                fill.Dispose();
                return;
            }

            _files += fill.Count;
        }

        Start(() => Run(fill));
    }

    /// <summary>Behind what was added: prunes once a day, and when much was added.</summary>
    /// <param name="cache">Of a call that has ended.</param>
    internal void Prune(CloneCache cache, long maximumBytes, TimeSpan maximumAge)
    {
        bool notYetChecked = Interlocked.Exchange(ref _checked, cache.Folder) != cache.Folder;
        if (notYetChecked || cache.HasAdded)
        {
            Start(() => PruneIfDue(cache, maximumBytes, maximumAge));
        }
    }

    /// <summary>Returns when nothing is left to be done.</summary>
    internal void Wait()
    {
        lock (_waiting)
        {
            while (_isRunning)
            {
                Monitor.Wait(_waiting);
            }
        }
    }

    /// <summary>
    /// Why nothing could be added to a folder, for the next call that would add to it: the call that it was for has ended. Given once, so
    /// the call after that one tries again.
    /// </summary>
    internal bool TryTakeFailure(string folder, out CacheProblem problem, out int error)
    {
        lock (_waiting)
        {
            int at = _failed.FindIndex(fill => fill.Folder == folder);
            problem = at < 0 ? CacheProblem.None : _failed[at].Problem;
            error = at < 0 ? 0 : _failed[at].ErrorNumber;
            if (at >= 0)
            {
                _failed.RemoveAt(at);
            }

            return at >= 0;
        }
    }

    private void Start(Action work)
    {
        lock (_waiting)
        {
            _waiting.Enqueue(work);
            if (_isRunning)
            {
                return;
            }

            _isRunning = true;
        }

        // In the background: the end of the process is not held up. What it leaves of an entry, the next one removes.
        new Thread(Work) { IsBackground = true, Name = "CopyOnWrite cache" }.Start();
    }

    private void Work()
    {
        while (Take() is { } work)
        {
            try
            {
                work();
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException or TypeLoadException)
            {
                // An exception in a thread of its own would end the process. TypeLoadException: a system call that this system lacks.
            }
        }
    }

    private Action? Take()
    {
        lock (_waiting)
        {
            if (_waiting.Count > 0)
            {
                return _waiting.Dequeue();
            }

            _isRunning = false;
            Monitor.PulseAll(_waiting);
            return null;
        }
    }

    private void Run(CacheFill fill)
    {
        try
        {
            fill.Run();
        }
        finally
        {
            fill.Dispose();
            _addedSincePruned += fill.BytesAdded;
            Interlocked.Add(ref _bytesAdded, fill.BytesAdded);
            lock (_waiting)
            {
                _files -= fill.Count;
                if (fill.Problem != CacheProblem.None)
                {
                    _failed.RemoveAll(failed => failed.Folder == fill.Folder);
                    _failed.Add(fill);
                }
            }
        }
    }

    private void PruneIfDue(CloneCache cache, long maximumBytes, TimeSpan maximumAge)
    {
        bool much = _addedSincePruned > maximumBytes / 20;
        _addedSincePruned = much ? 0 : _addedSincePruned;
        cache.PruneIfDue(
            much ? TimeSpan.Zero : TimeSpan.FromDays(1),
            maximumBytes,
            maximumAge,
            keepOutOfGit: Path.GetFileName(cache.Folder) == DefaultCacheFolder.Name);
    }
}
