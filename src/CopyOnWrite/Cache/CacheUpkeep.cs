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
    private const int MostWaiting = 10_000;

    private readonly object _lock = new();
    private readonly Func<CacheSource, CacheFillResult> _add;
    private readonly Action<Action> _startThread;
    private readonly Dictionary<string, int> _failures = new();
    private readonly Queue<Action> _prunings = new();
    private Queue<CacheSource> _sources = new();
    private int _callsAtWork;
    private int _waitingForAll;
    private bool _isRunning;
    private string? _checked;
    private long _addedSincePruned;
    private long _bytesAdded;

    /// <param name="add">Makes the entry of a source.</param>
    /// <param name="startThread">Throws where none can be started.</param>
    internal CacheUpkeep(Func<CacheSource, CacheFillResult> add, Action<Action>? startThread = null)
    {
        _add = add;
        _startThread = startThread ?? StartThread;
    }

    /// <summary>Length of the entries that this process has made, in bytes.</summary>
    internal long BytesAdded => Volatile.Read(ref _bytesAdded);

    /// <summary>
    /// A call of this process copies files: until it ends no entry is begun, as the call would share processors, the volume's log and the
    /// disk with it. Each is followed by <see cref="CallEnds"/>.
    /// </summary>
    internal void CallBegins()
    {
        lock (_lock)
        {
            _callsAtWork++;
        }
    }

    internal void CallEnds()
    {
        lock (_lock)
        {
            _callsAtWork--;
            Monitor.PulseAll(_lock);
        }
    }

    /// <param name="all">For a build that is to end with all its files in the cache, however many wait.</param>
    internal void Add(IReadOnlyCollection<CacheSource> sources, bool all)
    {
        lock (_lock)
        {
            if ((all || _sources.Count < MostWaiting) && TryStart())
            {
                foreach (CacheSource source in sources)
                {
                    _sources.Enqueue(source);
                }
            }
        }
    }

    /// <summary>Behind what was added: prunes once a day, and when much was added.</summary>
    /// <param name="cache">Of a call that has ended.</param>
    internal void Prune(CloneCache cache, long maximumBytes, TimeSpan maximumAge)
    {
        lock (_lock)
        {
            bool notYetChecked = _checked != cache.Folder;
            _checked = cache.Folder;
            if ((notYetChecked || cache.HasAdded) && TryStart())
            {
                _prunings.Enqueue(() => PruneIfDue(cache, maximumBytes, maximumAge));
            }
        }
    }

    /// <summary>Leaves to a later build what was not begun.</summary>
    internal void Stop()
    {
        lock (_lock)
        {
            _sources.Clear();
            Monitor.PulseAll(_lock);
        }
    }

    /// <summary>Returns when nothing is left to be done.</summary>
    internal void Wait()
    {
        lock (_lock)
        {
            _waitingForAll++;
            Monitor.PulseAll(_lock);
            while (_isRunning)
            {
                Monitor.Wait(_lock);
            }

            _waitingForAll--;
        }
    }

    /// <summary>
    /// The error for which nothing could be added to a folder, for the next call that would add to it: the call that it was for has ended.
    /// Given once, so the call after that one tries again. 0 when there is none.
    /// </summary>
    internal int TakeFailure(string folder)
    {
        lock (_lock)
        {
            _ = _failures.TryGetValue(folder, out int error);
            _ = _failures.Remove(folder);
            return error;
        }
    }

    /// <summary>In the background: the end of the process is not held up. What it leaves of an entry, the next one removes.</summary>
    private static void StartThread(Action work) =>
        new Thread(() => work()) { IsBackground = true, Name = "CopyOnWrite cache" }.Start();

    /// <summary>Within the lock. False when no work will be done.</summary>
    private bool TryStart()
    {
        try
        {
            if (!_isRunning)
            {
                _startThread(Work);
            }

            return _isRunning = true;
        }
        catch (Exception e) when (e is OutOfMemoryException or ThreadStartException)
        {
            // A limit on processes (RLIMIT_NPROC, a container's pids.max) is an OutOfMemoryException. The build can do without.
            return false;
        }
    }

    private void Work()
    {
        while (TryTake(out CacheSource? source, out Action? pruning))
        {
            try
            {
                if (source is not null)
                {
                    Add(source);
                }

                pruning?.Invoke();
            }
            catch (Exception)
            {
                // Of whatever type: in a thread of its own it would end the process, and the build with it. Without what it was for, files
                // are copied.
            }
        }
    }

    /// <summary>Waits until no call is at work. False when there is nothing to do.</summary>
    private bool TryTake(out CacheSource? source, out Action? pruning)
    {
        lock (_lock)
        {
            while (_sources.Count > 0 && _callsAtWork > 0 && _waitingForAll == 0)
            {
                Monitor.Wait(_lock);
            }

            source = _sources.Count > 0 ? _sources.Dequeue() : null;
            pruning = source is null && _prunings.Count > 0 ? _prunings.Dequeue() : null;
            _isRunning = source is not null || pruning is not null;
            Monitor.PulseAll(_lock);
            return _isRunning;
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

    private void Add(CacheSource source)
    {
        CacheFillResult result = _add(source);
        _addedSincePruned += result.BytesAdded;
        Interlocked.Add(ref _bytesAdded, result.BytesAdded);
        if (result.ErrorNumber != 0)
        {
            lock (_lock)
            {
                _failures[source.Folder] = result.ErrorNumber;
                _sources = new Queue<CacheSource>(Array.FindAll(_sources.ToArray(), waiting => waiting.Folder != source.Folder));
            }
        }
    }
}
