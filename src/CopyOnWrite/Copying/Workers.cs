using System.Runtime.ExceptionServices;

namespace CopyOnWrite;

/// <summary>
/// Shares work among the calling thread and helpers from the thread pool. The calling thread begins at once and never
/// waits for a helper to begin, so a starved pool costs nothing, and several calls of a process have as many helpers as the pool.
/// </summary>
internal sealed class Workers
{
    // Neighbours go to one thread: they mostly share a destination folder, whose lock serialises the creation of files.
    private const int FilesAtOnce = 8;

    // The number of the built-in task's threads, less the calling one: with slow files the processor is not the limit.
    internal static readonly int MostHelpers = (Environment.ProcessorCount > 4 ? 6 : 4) - 1;

    private readonly object _changing = new();
    private readonly Queue<int> _doneByHelpers = new();
    private readonly CloneCall _call;
    private readonly Action<int, CloneWorker> _work;
    private readonly int _end;
    private readonly int _atOnce;
    private int _next;
    private int _mine;
    private int _mineEnd;
    private int _active;
    private ExceptionDispatchInfo? _failure;

    /// <param name="end">The number after the last.</param>
    /// <param name="slow">Whether one file takes longer than starting a helper: large files, slow disks.</param>
    internal Workers(CloneCall call, int first, int end, bool slow, Action<int, CloneWorker> work)
    {
        _call = call;
        _next = first;
        _end = end;
        _atOnce = slow ? 1 : FilesAtOnce;
        _work = work;
        int most = Math.Min(call.Platform.MostHelpers, slow ? MostHelpers : Environment.ProcessorCount - 1);
        for (int helper = 0; helper < most && (helper + 1) * _atOnce < end - first; helper++)
        {
            _ = ThreadPool.UnsafeQueueUserWorkItem(static state => ((Workers)state!).Help(), this);
        }
    }

    /// <summary>Does the work for each number below <paramref name="count"/>, in no order. An exception ends it, and is thrown.</summary>
    internal static void Run(CloneCall call, int count, bool slow, Action<int, CloneWorker> work)
    {
        using CloneWorker worker = call.Platform.NewWorker(call);
        var workers = new Workers(call, 0, count, slow, work);
        while (workers.TryNext(worker, out _)) { }
    }

    /// <summary>Gets the next finished item, doing one on the calling thread if no helper has finished. False at the end.</summary>
    /// <param name="worker">The calling thread's.</param>
    internal bool TryNext(CloneWorker worker, out int number)
    {
        if (TryGetDone(waits: false, out number))
        {
            return true;
        }

        if (_mine < _mineEnd || TryTake(out _mine, out _mineEnd))
        {
            number = _mine++;
            Do(number, worker);
            return true;
        }

        if (TryGetDone(waits: true, out number))
        {
            return true;
        }

        _failure?.Throw();
        return false;
    }

    /// <summary>Begins no more work; waits until no helper is at work.</summary>
    internal void End()
    {
        _ = Interlocked.Exchange(ref _next, _end);
        _mineEnd = _mine;
        while (TryGetDone(waits: true, out _)) { }
    }

    private bool TryGetDone(bool waits, out int number)
    {
        lock (_changing)
        {
            while (waits && _doneByHelpers.Count == 0 && _active > 0)
            {
                _ = Monitor.Wait(_changing);
            }

            bool any = _doneByHelpers.Count > 0;
            number = any ? _doneByHelpers.Dequeue() : -1;
            return any;
        }
    }

    private void Help()
    {
        // Counted before it takes a file: the caller first sees that all files are taken, then which helpers still work.
        lock (_changing)
        {
            _active++;
        }

        try
        {
            // A helper that starts late has nothing to do and needs no buffers.
            if (Volatile.Read(ref _next) < _end)
            {
                using CloneWorker worker = _call.Platform.NewWorker(_call);
                while (TryTake(out int number, out int end))
                {
                    for (; number < end; number++)
                    {
                        Do(number, worker);
                        lock (_changing)
                        {
                            _doneByHelpers.Enqueue(number);
                            Monitor.Pulse(_changing);
                        }
                    }
                }
            }
        }
        catch (Exception e)
        {
            // Unhandled in a thread of the pool it would end the process.
            Fail(e);
        }
        finally
        {
            lock (_changing)
            {
                _active--;
                Monitor.Pulse(_changing);
            }
        }
    }

    private bool TryTake(out int first, out int end)
    {
        first = Interlocked.Add(ref _next, _atOnce) - _atOnce;
        end = Math.Min(first + _atOnce, _end);
        return first < _end;
    }

    private void Do(int number, CloneWorker worker)
    {
        try
        {
            _work(number, worker);
        }
        catch (Exception e)
        {
            Fail(e);
        }
    }

    private void Fail(Exception failure)
    {
        _failure = ExceptionDispatchInfo.Capture(failure);
        _ = Interlocked.Exchange(ref _next, _end);
    }
}
