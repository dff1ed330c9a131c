namespace CopyOnWrite;

/// <summary>
/// Copies the files of a call: the first one or two alone, then with helpers. The calling thread pulls: it gets each file
/// when it is done, and copies one itself while none is. So one thread handles the outcomes, while the run goes on.
/// </summary>
/// <param name="sources">Absolute paths. The destinations are absolute and distinct.</param>
internal sealed class CopyRun(
    CloneCall call, CopyOptions options, string[] sources, string[] destinations, CancellationToken cancellation) : IDisposable
{
    private const int EnoughToTimeTheSecond = 4;

    // 100 µs, more than a clean clone or a small copy takes (docs/benchmarks): the disk is slow, or much is copied.
    private static readonly long s_slowFile = Stopwatch.Frequency / 10_000;

    private readonly FileCopier _copier = new(call, options, cancellation);
    private readonly FileOutcome[] _outcomes = new FileOutcome[sources.Length];
    private CloneWorker? _worker;
    private Workers? _workers;
    private Queue<int>? _again;
    private int _leftInRound;
    private int _round;
    private int _next;

    internal ref readonly FileOutcome this[int file] => ref _outcomes[file];

    /// <summary>
    /// Gives the number of a file that is done, in no order: each once, and again for each time that <see cref="TryAgain"/> asked for.
    /// False at the end. A file that a cancelled run has not reached is not given; those at work are finished.
    /// </summary>
    internal bool TryNext(out int file)
    {
        while (TryNextAlone(out file)
            || _workers?.TryNext(_worker!, out file) == true
            || TryNextAgain(out file))
        {
            if (_outcomes[file].IsReached)
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Queues a file for the next round, when all others are done and after a pause, which cancelling ends.</summary>
    /// <param name="retry">The number of the round, from 1.</param>
    /// <returns>False where there is no next round, or the run is cancelled.</returns>
    internal bool TryAgain(int file, out int retry)
    {
        retry = _round + 1;
        if (retry > options.Retries || cancellation.IsCancellationRequested)
        {
            return false;
        }

        (_again ??= new Queue<int>()).Enqueue(file);
        return true;
    }

    public void Dispose()
    {
        _workers?.End();
        _worker?.Dispose();
        _worker = null;
        if (call.ReplacesFilesInUse)
        {
            call.Platform.DeleteReplacedFiles(destinations);
        }
    }

    /// <summary>
    /// The first file runs alone, so that one thread and not every worker probes the volume and creates the folder. The time of the second
    /// file shows what the helpers will wait for; in a call of few files the time of the first one does.
    /// </summary>
    private bool TryNextAlone(out int file)
    {
        file = _next;
        if (_workers is not null || file == _outcomes.Length)
        {
            return false;
        }

        long began = Stopwatch.GetTimestamp();
        Do(file, _worker ??= call.Platform.NewWorker(call));
        _next++;
        int alone = _outcomes.Length >= EnoughToTimeTheSecond ? 2 : 1;
        if (_next == alone && _next < _outcomes.Length)
        {
            _workers = new Workers(call, _next, _outcomes.Length, slow: Stopwatch.GetTimestamp() - began > s_slowFile, Do);
        }

        return true;
    }

    private bool TryNextAgain(out int file)
    {
        file = -1;
        _worker?.Dispose();
        _worker = null;
        if (_again is null || _again.Count == 0)
        {
            return false;
        }

        if (_leftInRound == 0)
        {
            cancellation.WaitHandle.WaitOne(options.RetryPause);
            _leftInRound = _again.Count;
            _round++;
        }

        if (cancellation.IsCancellationRequested)
        {
            return false;
        }

        // A new worker: folders may have been replaced during the pause.
        using CloneWorker worker = call.Platform.NewWorker(call);
        file = _again.Dequeue();
        _leftInRound--;
        Do(file, worker);
        return true;
    }

    private void Do(int file, CloneWorker worker)
    {
        if (!cancellation.IsCancellationRequested)
        {
            _outcomes[file] = _copier.Copy(worker, sources[file], destinations[file]);
        }
    }
}
