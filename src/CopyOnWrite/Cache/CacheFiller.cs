using System;
using System.Collections.Generic;
using System.IO;
using System.Threading;

namespace CopyOnWrite;

/// <summary>
/// Adds to caches behind the calls whose sources they lacked, so that no call waits for a disk. One thread, as long as there is work. A
/// process that ends meanwhile leaves the rest to a later build.
/// </summary>
internal sealed class CacheFiller
{
    // Where files are copied faster than the disk takes them a second time, the rest is left to a later build as well.
    private const int MostFiles = 10_000;

    private readonly Queue<CacheFill> _waiting = new();
    private readonly List<CacheFill> _failed = new();
    private int _files;
    private bool _isRunning;
    private long _bytesAdded;

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
            _waiting.Enqueue(fill);
            if (_isRunning)
            {
                return;
            }

            _isRunning = true;
        }

        // In the background: the end of the process is not kept up. What it leaves of an entry, the next one removes.
        new Thread(Run) { IsBackground = true, Name = "CopyOnWrite cache filling" }.Start();
    }

    /// <summary>Returns when nothing is left to be added.</summary>
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

    /// <summary>Length of the entries that were made since the last time this was called, in bytes.</summary>
    internal long TakeBytesAdded() => Interlocked.Exchange(ref _bytesAdded, 0);

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

    private void Run()
    {
        while (Take() is { } fill)
        {
            try
            {
                fill.Run();
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException or TypeLoadException)
            {
                // An exception in a thread of its own would end the process. TypeLoadException: a system call that this system lacks.
            }

            fill.Dispose();
            Interlocked.Add(ref _bytesAdded, fill.BytesAdded);
            if (fill.Problem != CacheProblem.None)
            {
                Remember(fill);
            }
        }
    }

    private CacheFill? Take()
    {
        lock (_waiting)
        {
            if (_waiting.Count == 0)
            {
                _isRunning = false;
                Monitor.PulseAll(_waiting);
                return null;
            }

            CacheFill next = _waiting.Dequeue();
            _files -= next.Count;
            return next;
        }
    }

    private void Remember(CacheFill failed)
    {
        lock (_waiting)
        {
            _failed.RemoveAll(fill => fill.Folder == failed.Folder);
            _failed.Add(failed);
        }
    }
}
