using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;

namespace CopyOnWrite;

/// <summary>
/// Fills and prunes the caches that a process uses, after its calls, so that no call waits for a disk. One thread, as long as there is
/// work. A process that ends meanwhile leaves the rest to a later build.
/// </summary>
/// <param name="add">Adds a source's entry: 0, or the error.</param>
/// <param name="startThread">Throws where no thread can be started.</param>
internal sealed class CacheFiller(Func<CacheSource, int> add, Action<Action>? startThread = null)
{
    private readonly object _lock = new();
    private readonly Dictionary<string, int> _failures = new();
    private readonly Dictionary<string, Action> _prunings = new();
    private Queue<CacheSource> _sources = new();
    private int _callsAtWork;
    private int _waitingForAll;
    private bool _isRunning;
    private string? _checked;
    private Exception? _exception;

    /// <summary>
    /// Called when a call begins to copy files: until it ends no entry is begun, as the call would share processors, the volume's log and
    /// the disk with it. Each is followed by <see cref="CallEnds"/>.
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

    internal void Add(IReadOnlyCollection<CacheSource> sources)
    {
        lock (_lock)
        {
            if (TryStart())
            {
                _sources = new Queue<CacheSource>(_sources.Concat(sources));
            }
        }
    }

    /// <summary>Prunes a folder after what was added to it, or once a day.</summary>
    /// <param name="hasAdded">Whether the call had sources added.</param>
    /// <param name="prune">Prunes the folder, unless that was done less than this time ago.</param>
    internal void Prune(string folder, bool hasAdded, Action<TimeSpan> prune)
    {
        lock (_lock)
        {
            // One after an addition is not put off by one that may wait.
            bool isNew = _checked != folder && !_prunings.ContainsKey(folder);
            if ((hasAdded || isNew) && TryStart())
            {
                _prunings[folder] = () => prune(hasAdded ? TimeSpan.Zero : TimeSpan.FromDays(1));
            }

            _checked = folder;
        }
    }

    /// <summary>Leaves what was not begun to a later build.</summary>
    internal void Stop()
    {
        lock (_lock)
        {
            _sources.Clear();

            // A user who deletes the folder after the build would find what a pruning notes in it; the next call asks for one again.
            _prunings.Clear();
            _checked = null;
            Monitor.PulseAll(_lock);
        }
    }

    /// <summary>Returns when all work is done.</summary>
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
    /// Given once, so the call after that one tries again. 0 without an error.
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

    /// <summary>The first exception of the thread that no call has reported yet: a mistake in this code, or a lack of memory.</summary>
    internal Exception? TakeException() => Interlocked.Exchange(ref _exception, null);

    /// <summary>Called within the lock. False when no work will be done.</summary>
    private bool TryStart()
    {
        try
        {
            if (!_isRunning)
            {
                (startThread ?? Start)(Work);
            }

            return _isRunning = true;
        }
        catch (Exception e) when (e is OutOfMemoryException or ThreadStartException)
        {
            // A limit on processes (RLIMIT_NPROC, a container's pids.max) is an OutOfMemoryException. The build works without it.
            return false;
        }
    }

    /// <summary>A background thread does not keep the process alive. The next process removes an unfinished entry.</summary>
    private static void Start(Action work) => new Thread(() => work()) { IsBackground = true, Name = "CopyOnWrite cache" }.Start();

    private void Work()
    {
        while (Next() is { } work)
        {
            try
            {
                work();
            }
            catch (Exception e)
            {
                // Any exception would end the process here, and the build with it. Without the work, files are copied.
                _ = Interlocked.CompareExchange(ref _exception, e, null);
            }
        }
    }

    /// <summary>Waits until no call is at work; then gives the next work, or null.</summary>
    private Action? Next()
    {
        lock (_lock)
        {
            while (_sources.Count > 0 && _callsAtWork > 0 && _waitingForAll == 0)
            {
                Monitor.Wait(_lock);
            }

            Action? work = null;
            if (_sources.Count > 0)
            {
                CacheSource source = _sources.Dequeue();
                work = () => Add(source);
            }
            else if (_prunings.Count > 0)
            {
                string folder = _prunings.Keys.First();
                work = _prunings[folder];
                _ = _prunings.Remove(folder);
            }

            _isRunning = work is not null;
            Monitor.PulseAll(_lock);
            return work;
        }
    }

    private void Add(CacheSource source)
    {
        if (add(source) is var error and not (0 or CacheError.OfThisFile))
        {
            lock (_lock)
            {
                _failures[source.Folder] = error;
                _sources = new Queue<CacheSource>(_sources.Where(waiting => waiting.Folder != source.Folder));
            }
        }
    }
}
