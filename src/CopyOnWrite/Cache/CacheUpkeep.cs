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

    // Each has its cache's folder open, and a process may have 1024 files open by default (setrlimit(2)).
    private const int MostFills = 200;

    private readonly Queue<Action> _waiting = new();
    private readonly List<CacheFill> _unfinished = new();
    private readonly List<CacheFill> _failed = new();
    private readonly Action<Action> _startThread;
    private int _files;
    private int _callsAtWork;
    private int _waitingForAll;
    private bool _isRunning;
    private string? _checked;
    private long _addedSincePruned;
    private long _bytesAdded;

    internal CacheUpkeep()
        : this(StartThread)
    {
    }

    /// <param name="startThread">Throws where none can be started.</param>
    internal CacheUpkeep(Action<Action> startThread) => _startThread = startThread;

    /// <summary>Length of the entries that this process has made, in bytes.</summary>
    internal long BytesAdded => Volatile.Read(ref _bytesAdded);

    /// <summary>
    /// A call of this process copies files: until it ends no entry is begun, as the call would share processors, the volume's log and the
    /// disk with it. Each is followed by <see cref="CallEnds"/>.
    /// </summary>
    internal void CallBegins() => Interlocked.Increment(ref _callsAtWork);

    internal void CallEnds()
    {
        if (Interlocked.Decrement(ref _callsAtWork) == 0)
        {
            lock (_waiting)
            {
                Monitor.PulseAll(_waiting);
            }
        }
    }

    /// <summary>Takes the fill over, and disposes of it.</summary>
    internal void Add(CacheFill fill)
    {
        // While the call is at work: behind it, the folder may be deleted, and with a new tag it would not be empty.
        fill.KeepTag();
        lock (_waiting)
        {
            bool hasRoom = _unfinished.Count == 0 || (_unfinished.Count < MostFills && _files + fill.Count <= MostFiles);
            if (hasRoom && TryStart(() => Run(fill)))
            {
                _files += fill.Count;
                _unfinished.Add(fill);
                return;
            }
        }

        fill.Dispose();
    }

    /// <summary>Leaves to a later build what was not begun.</summary>
    internal void Stop()
    {
        lock (_waiting)
        {
            foreach (CacheFill fill in _unfinished)
            {
                fill.Stop();
            }

            Monitor.PulseAll(_waiting);
        }
    }

    /// <summary>
    /// Returns when there is room for a fill of up to half of <see cref="MostFiles"/>: for a build that is to end with all its files in the
    /// cache.
    /// </summary>
    internal void WaitForRoom()
    {
        lock (_waiting)
        {
            while (_unfinished.Count >= MostFills / 2 || _files >= MostFiles / 2)
            {
                Monitor.Wait(_waiting);
            }
        }
    }

    /// <summary>Behind what was added: prunes once a day, and when much was added.</summary>
    /// <param name="cache">Of a call that has ended.</param>
    internal void Prune(CloneCache cache, long maximumBytes, TimeSpan maximumAge)
    {
        bool notYetChecked = Interlocked.Exchange(ref _checked, cache.Folder) != cache.Folder;
        if (notYetChecked || cache.HasAdded)
        {
            lock (_waiting)
            {
                _ = TryStart(() => PruneIfDue(cache, maximumBytes, maximumAge));
            }
        }
    }

    /// <summary>Returns when nothing is left to be done.</summary>
    internal void Wait()
    {
        lock (_waiting)
        {
            _waitingForAll++;
            Monitor.PulseAll(_waiting);
            while (_isRunning)
            {
                Monitor.Wait(_waiting);
            }

            _waitingForAll--;
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

    /// <summary>In the background: the end of the process is not held up. What it leaves of an entry, the next one removes.</summary>
    private static void StartThread(Action work) =>
        new Thread(() => work()) { IsBackground = true, Name = "CopyOnWrite cache" }.Start();

    /// <summary>Within the lock. False when the work will not be done.</summary>
    private bool TryStart(Action work)
    {
        if (!_isRunning)
        {
            try
            {
                _startThread(Work);
            }
            catch (Exception e) when (e is OutOfMemoryException or ThreadStartException)
            {
                // A limit on processes (RLIMIT_NPROC, a container's pids.max) is an OutOfMemoryException. The build can do without.
                return false;
            }

            _isRunning = true;
        }

        _waiting.Enqueue(work);
        return true;
    }

    private void Work()
    {
        while (Take() is { } work)
        {
            try
            {
                work();
            }
            catch (Exception)
            {
                // Of whatever type: in a thread of its own it would end the process, and the build with it. Without what it was for, files
                // are copied.
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
            fill.Run(waitForTurn: () => WaitForTurn(fill));
        }
        finally
        {
            fill.Dispose();
            _addedSincePruned += fill.BytesAdded;
            Interlocked.Add(ref _bytesAdded, fill.BytesAdded);
            lock (_waiting)
            {
                _files -= fill.Count;
                _unfinished.Remove(fill);
                Monitor.PulseAll(_waiting);
                if (fill.Problem != CacheProblem.None)
                {
                    _failed.RemoveAll(failed => failed.Folder == fill.Folder);
                    _failed.Add(fill);
                }
            }
        }
    }

    private void WaitForTurn(CacheFill fill)
    {
        lock (_waiting)
        {
            while (Volatile.Read(ref _callsAtWork) > 0 && _waitingForAll == 0 && !fill.IsStopped)
            {
                Monitor.Wait(_waiting);
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
