using System;
using System.Runtime.ExceptionServices;
using System.Threading;

namespace CopyOnWrite.Tasks;

/// <summary>
/// Shares the files of a call among the calling thread and helpers from the thread pool. The calling thread begins at once and never
/// waits for a helper to begin, so a starved pool costs nothing. Helpers are bounded for the process, whose calls share them.
/// </summary>
internal sealed class Workers
{
    // Neighbours go to one thread: they mostly share a destination folder, whose lock serialises the making of files.
    private const int FilesAtOnce = 8;

    // As many as the built-in has threads, less the calling one: what is waited for with slow files is not the processor.
    private static readonly int s_mostHelpers = (Environment.ProcessorCount > 4 ? 6 : 4) - 1;
    private static readonly int s_mostForQuickFiles = Math.Min(s_mostHelpers, Environment.ProcessorCount - 1);

    private static int s_helpers;

    private readonly object _finished = new();
    private readonly ICopyStrategy _strategy;
    private readonly Action<int, FolderMemory> _work;
    private readonly int _count;
    private readonly int _atOnce;
    private int _next;
    private int _active;
    private ExceptionDispatchInfo? _failure;

    private Workers(int count, int atOnce, ICopyStrategy strategy, Action<int, FolderMemory> work)
    {
        _strategy = strategy;
        _count = count;
        _atOnce = atOnce;
        _work = work;
    }

    /// <summary>Does the work for each number below <paramref name="count"/>, in no order. What one throws ends it, and is thrown.</summary>
    /// <param name="slow">Whether a file takes longer than it takes a helper to begin: large ones, and slow disks.</param>
    /// <param name="work">Also given what its thread remembers of the call's folders.</param>
    internal static void Run(int count, bool slow, ICopyStrategy strategy, Action<int, FolderMemory> work)
    {
        var workers = new Workers(count, slow ? 1 : FilesAtOnce, strategy, work);
        int most = slow ? s_mostHelpers : s_mostForQuickFiles;
        for (int helper = 0; helper < most && (helper + 1) * workers._atOnce < count && TryReserveHelper(); helper++)
        {
            _ = ThreadPool.UnsafeQueueUserWorkItem(static state => ((Workers)state!).Help(), workers);
        }

        workers.TakeFiles();
        lock (workers._finished)
        {
            while (workers._active > 0)
            {
                _ = Monitor.Wait(workers._finished);
            }
        }

        workers._failure?.Throw();
    }

    private static bool TryReserveHelper()
    {
        if (Interlocked.Increment(ref s_helpers) <= s_mostHelpers)
        {
            return true;
        }

        _ = Interlocked.Decrement(ref s_helpers);
        return false;
    }

    private void Help()
    {
        // Counted before it takes a file: the caller finds the files taken, and then sees who is still at one.
        lock (_finished)
        {
            _active++;
        }

        TakeFiles();
        _ = Interlocked.Decrement(ref s_helpers);
        lock (_finished)
        {
            _active--;
            Monitor.Pulse(_finished);
        }
    }

    private void TakeFiles()
    {
        try
        {
            using FolderMemory folders = _strategy.NewFolderMemory();
            int first;
            while ((first = Interlocked.Add(ref _next, _atOnce) - _atOnce) < _count)
            {
                for (int i = first; i < first + _atOnce && i < _count; i++)
                {
                    _work(i, folders);
                }
            }
        }
        catch (Exception e)
        {
            _failure = ExceptionDispatchInfo.Capture(e);
            _ = Interlocked.Exchange(ref _next, _count);
        }
    }
}
