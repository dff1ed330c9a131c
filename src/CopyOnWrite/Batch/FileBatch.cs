using System.Diagnostics;

namespace CopyOnWrite;

/// <summary>Works through the files of a call: the first alone, and with helpers as soon as they are worth it.</summary>
internal static class FileBatch
{
    private const int EnoughToTimeTheSecond = 4;

    // 100 µs, more than a clean clone or a small copy takes (docs/benchmarks): a disk is waited for, or much is copied.
    private static readonly long s_slowFile = Stopwatch.Frequency / 10_000;

    /// <param name="worker">The calling thread's.</param>
    internal static void Run(CloneCall call, IFileBatch files, CloneWorker worker)
    {
        int next = DoFirst(call, files, worker, out bool slow);
        if (next < files.Count)
        {
            Share(call, files, worker, next, slow);
        }
    }

    /// <summary>
    /// The first alone: it asks the volume, which is asked once and not by every worker, and makes the folder. How long the second takes
    /// says what helpers are worth; in a call of a few it is the first, but for the first of a process, whose code is compiled meanwhile.
    /// On volumes that create one file at a time, all of them alone, until one takes long: helpers then wait for disks at the same time.
    /// </summary>
    /// <param name="slow">Whether files take longer than it takes a helper to begin: large ones, and slow disks.</param>
    /// <returns>The number of the next file.</returns>
    private static int DoFirst(CloneCall call, IFileBatch files, CloneWorker worker, out bool slow)
    {
        HelperSlots process = call.Cloner.Helpers;
        int few = files.Count >= EnoughToTimeTheSecond ? 2 : 1;
        bool anyMade = false;
        slow = false;
        int next = 0;
        while (next < files.Count && !slow && !(next == few && (!anyMade || call.Cloner.CreatesFilesInParallel(files.DestinationOf(0)))))
        {
            long began = Stopwatch.GetTimestamp();
            anyMade |= !files.IsCancelled && files.Do(next, worker);
            next++;
            slow = next >= few && process.IsWarm && Stopwatch.GetTimestamp() - began > s_slowFile;
            process.IsWarm |= next == few;
        }

        return next;
    }

    // On its own, so that a call without helpers makes no closure.
    private static void Share(CloneCall call, IFileBatch files, CloneWorker worker, int first, bool slow) => Workers.Run(
        call,
        worker,
        first,
        files.Count,
        slow,
        (i, own) =>
        {
            if (!files.IsCancelled)
            {
                _ = files.Do(i, own);
            }
        });
}
