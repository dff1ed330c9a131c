using System;
using System.Runtime.ExceptionServices;
using System.Threading;

namespace CopyOnWrite;

/// <summary>
/// Shares work among the calling thread and helpers from the thread pool. The calling thread begins at once and never
/// waits for a helper to begin, so a starved pool costs nothing. Helpers are bounded for the process, whose calls share them.
/// </summary>
internal sealed class Workers
{
    // Neighbours go to one thread: they mostly share a destination folder, whose lock serialises the creation of files.
    private const int FilesAtOnce = 8;

    private readonly object _finished = new();
    private readonly CloneCall _call;
    private readonly Action<int, CloneWorker> _work;
    private readonly int _end;
    private readonly int _atOnce;
    private int _next;
    private int _active;
    private ExceptionDispatchInfo? _failure;

    private Workers(CloneCall call, int first, int end, int atOnce, Action<int, CloneWorker> work)
    {
        _call = call;
        _next = first;
        _end = end;
        _atOnce = atOnce;
        _work = work;
    }

    /// <summary>
    /// Does the work for each number below <paramref name="count"/>, in no order. What one throws ends it, and is thrown.
    /// </summary>
    /// <param name="slow">Whether a file takes longer than it takes a helper to begin: large ones, and slow disks.</param>
    internal static void Run(CloneCall call, int count, bool slow, Action<int, CloneWorker> work)
    {
        using CloneWorker worker = call.Cloner.NewWorker(call);
        Run(call, worker, 0, count, slow, work);
    }

    /// <param name="worker">The calling thread's.</param>
    /// <param name="first">The first number.</param>
    /// <param name="end">The number after the last.</param>
    internal static void Run(CloneCall call, CloneWorker worker, int first, int end, bool slow, Action<int, CloneWorker> work)
    {
        var workers = new Workers(call, first, end, slow ? 1 : FilesAtOnce, work);
        int most = slow ? HelperSlots.Most : HelperSlots.MostForQuickFiles;
        for (int helper = 0; helper < most && (helper + 1) * workers._atOnce < end - first && call.Cloner.Helpers.TryTake(); helper++)
        {
            _ = ThreadPool.UnsafeQueueUserWorkItem(static state => ((Workers)state!).Help(), workers);
        }

        workers.Take(worker);
        lock (workers._finished)
        {
            while (workers._active > 0)
            {
                _ = Monitor.Wait(workers._finished);
            }
        }

        workers._failure?.Throw();
    }

    private void Help()
    {
        // Counted before it takes a file: the caller finds the files taken, and then sees who is still at one.
        lock (_finished)
        {
            _active++;
        }

        try
        {
            // A helper that comes late has nothing to do, and needs no buffers for it.
            if (Volatile.Read(ref _next) < _end)
            {
                using CloneWorker worker = _call.Cloner.NewWorker(_call);
                Take(worker);
            }
        }
        catch (Exception e)
        {
            // In a thread of the pool it would end the process.
            End(e);
        }
        finally
        {
            _call.Cloner.Helpers.Return();
            lock (_finished)
            {
                _active--;
                Monitor.Pulse(_finished);
            }
        }
    }

    private void Take(CloneWorker worker)
    {
        try
        {
            int first;
            while ((first = Interlocked.Add(ref _next, _atOnce) - _atOnce) < _end)
            {
                for (int i = first; i < first + _atOnce && i < _end; i++)
                {
                    _work(i, worker);
                }
            }
        }
        catch (Exception e)
        {
            End(e);
        }
    }

    private void End(Exception failure)
    {
        _failure = ExceptionDispatchInfo.Capture(failure);
        _ = Interlocked.Exchange(ref _next, _end);
    }
}
