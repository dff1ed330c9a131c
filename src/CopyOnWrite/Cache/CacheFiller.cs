namespace CopyOnWrite;

/// <summary>Fills and prunes a process's caches after its calls, on one thread; what it does not reach is left to later builds.</summary>
/// <param name="add">Adds a source's entry: 0, or the error.</param>
/// <param name="startThread">Throws where no thread can be started.</param>
internal sealed class CacheFiller(Func<CacheSource, int> add, Action<Action>? startThread = null) : IDisposable
{
    private readonly object _lock = new();
    private readonly List<CacheSource> _sources = new();
    private readonly Dictionary<string, Action> _prunings = new();
    private readonly Dictionary<string, int> _failures = new();
    private int _callsAtWork;
    private int _waitingForAll;
    private bool _isRunning;
    private Exception? _exception;

    /// <summary>Called when a call begins: until <see cref="CallEnds"/> no entry is begun, which would slow the call down.</summary>
    internal void CallBegins() => Interlocked.Increment(ref _callsAtWork);

    internal void CallEnds()
    {
        lock (_lock)
        {
            _ = Interlocked.Decrement(ref _callsAtWork);
            Monitor.PulseAll(_lock);
        }
    }

    internal void Add(IReadOnlyCollection<CacheSource> sources)
    {
        lock (_lock)
        {
            if (sources.Count > 0 && TryStart())
            {
                _sources.AddRange(sources);
            }
        }
    }

    /// <summary>Prunes a folder once all waiting sources are added.</summary>
    internal void Prune(string folder, Action prune)
    {
        lock (_lock)
        {
            if (TryStart())
            {
                _prunings[folder] = prune;
            }
        }
    }

    /// <summary>Whether <see cref="Dispose"/> waits for all work.</summary>
    internal bool WaitsAtTheEnd { get; set; }

    /// <summary>
    /// Ends the filling with the build, until the next one's calls: a script that deletes the repository afterwards must not fail (git
    /// clean fails if a file is renamed meanwhile; on Windows the folder is in use). What was not begun is left to a later build.
    /// </summary>
    public void Dispose()
    {
        if (WaitsAtTheEnd)
        {
            WaitsAtTheEnd = false;
            Wait();
        }

        lock (_lock)
        {
            _sources.Clear();
            _prunings.Clear();
            Monitor.PulseAll(_lock);
        }
    }

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

    /// <summary>The error for which an earlier call added nothing to the folder, or 0. Given once: the next call tries again.</summary>
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
                // The largest: a short build then leaves the small ones to later builds.
                CacheSource source = _sources.Aggregate(
                    (largest, one) => one.Fingerprint.Length > largest.Fingerprint.Length ? one : largest);
                _ = _sources.Remove(source);
                work = () => Add(source);
            }
            else if (_prunings.Count > 0)
            {
                (string folder, work) = (_prunings.First().Key, _prunings.First().Value);
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
                _sources.RemoveAll(waiting => waiting.Folder == source.Folder);
            }
        }
    }
}
