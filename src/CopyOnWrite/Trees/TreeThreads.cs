#if NET
using System;
using System.Collections.Generic;
using System.Runtime.ExceptionServices;
using System.Threading;

namespace CopyOnWrite;

/// <summary>
/// Shares work that makes more work, such as the folders of a tree, among the calling thread and threads of the pool. The last added is
/// taken first, so that little waits at a time. A helper that the pool starts late finds nothing to do.
/// </summary>
internal sealed class TreeThreads<T>(Func<TreeMaker> newMaker, Action<T, TreeMaker> work, Action progress)
{
    private const int MillisecondsOfProgress = 100;

    private readonly Stack<T> _waiting = new();
    private int _active;
    private int _helpers;
    private bool _ended;
    private ExceptionDispatchInfo? _failure;

    internal void Add(T item)
    {
        lock (_waiting)
        {
            _waiting.Push(item);
            Monitor.Pulse(_waiting);
        }
    }

    /// <summary>Does all that is added until there is no more. An exception ends it, and is thrown.</summary>
    internal void Run(int mostHelpers)
    {
        for (int helper = 0; helper < mostHelpers; helper++)
        {
            _ = ThreadPool.UnsafeQueueUserWorkItem(static state => ((TreeThreads<T>)state!).Help(), this);
        }

        DoAll(isCaller: true);
        lock (_waiting)
        {
            _ended = true;
            while (_helpers > 0)
            {
                _ = Monitor.Wait(_waiting);
            }
        }

        _failure?.Throw();
    }

    private void Help()
    {
        lock (_waiting)
        {
            _helpers += _ended ? 0 : 1;
            if (_ended)
            {
                return;
            }
        }

        DoAll(isCaller: false);
        lock (_waiting)
        {
            _helpers--;
            Monitor.PulseAll(_waiting);
        }
    }

    private void DoAll(bool isCaller)
    {
        TreeMaker? maker = null;
        while (TryTake(isCaller, out T item))
        {
            // Unhandled in a thread of the pool it would end the process.
            TryDo(() => work(item, maker ??= newMaker()));
            lock (_waiting)
            {
                _active--;
                Monitor.PulseAll(_waiting);
            }
        }

        maker?.Dispose();
    }

    private bool TryTake(bool isCaller, out T item)
    {
        while (true)
        {
            if (isCaller)
            {
                TryDo(progress);
            }

            lock (_waiting)
            {
                if (_failure is null && _waiting.TryPop(out item!))
                {
                    _active++;
                    return true;
                }

                if (_failure is not null || _active == 0)
                {
                    item = default!;
                    return false;
                }

                _ = Monitor.Wait(_waiting, MillisecondsOfProgress);
            }
        }
    }

    private void TryDo(Action action)
    {
        try
        {
            action();
        }
        catch (Exception e)
        {
            lock (_waiting)
            {
                _failure ??= ExceptionDispatchInfo.Capture(e);
                Monitor.PulseAll(_waiting);
            }
        }
    }
}
#endif
