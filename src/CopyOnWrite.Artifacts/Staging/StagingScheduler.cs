using System.Collections.Generic;

namespace CopyOnWrite.Artifacts;

/// <summary>Stages many files by several threads, and those that could not be staged again.</summary>
internal sealed class StagingScheduler
{
    private readonly CloneCall _call;
    private readonly FileStager _files;
    private readonly StagingOptions _options;
    private readonly StagingLog _log;
    private readonly Cancellation _cancellation;

    internal StagingScheduler(CloneCall call, FileStager files, StagingOptions options, StagingLog log, Cancellation cancellation)
    {
        _call = call;
        _files = files;
        _options = options;
        _log = log;
        _cancellation = cancellation;
    }

    internal void Stage(List<FileToStage> files, StagedResults into)
    {
        using CloneWorker worker = _call.Cloner.NewWorker(_call);
        var batch = new Batch(_files, files, _cancellation);
        FileBatch.Run(_call, batch, worker);
        for (int i = 0; i < files.Count; i++)
        {
            into.Add(files[i], batch.Results[i]);
        }
    }

    /// <summary>What has to wait for the others, and what may do a little later.</summary>
    internal void Finish(StagedResults results)
    {
        var later = new List<int>();
        using (CloneWorker worker = _call.Cloner.NewWorker(_call))
        {
            for (int i = 0; i < results.Count; i++)
            {
                if (results.FileAt(i).CollidesIgnoringCase && !_cancellation.IsRequested)
                {
                    results[i] = _files.Stage(results.FileAt(i), worker);
                }

                if (results[i].What == StagedResult.State.Later)
                {
                    later.Add(i);
                }
            }
        }

        bool goesOn = Retries.Run(
            later,
            _options.RetryCount,
            _options.RetryWait,
            _cancellation,
            (i, retry) => LogRetry(results.FileAt(i), results[i], retry),
            i =>
            {
                // One of its own: folders may have been exchanged while it was waited for.
                using CloneWorker own = _call.Cloner.NewWorker(_call);
                results[i] = _files.Stage(results.FileAt(i), own);
                return results[i].What == StagedResult.State.Later;
            });
        if (!goesOn)
        {
            // A cancelled build has not tried again, and logs nothing of those files.
            later.ForEach(i => results[i] = default);
        }
    }

    private void LogRetry(in FileToStage file, in StagedResult result, int retry)
    {
        string text = $"CopyOnWrite: '{file.From}' could not be staged to '{file.To}': {result.Why}. Retry {retry} of "
            + $"{_options.RetryCount} in {_options.RetryWait} ms.";
        if (_options.ShowRetries)
        {
            _log.High(text);
        }
        else
        {
            _log.Low(text);
        }
    }

    private sealed class Batch : IFileBatch
    {
        private readonly FileStager _stager;
        private readonly List<FileToStage> _files;
        private readonly Cancellation _cancellation;

        internal Batch(FileStager stager, List<FileToStage> files, Cancellation cancellation)
        {
            _stager = stager;
            _files = files;
            _cancellation = cancellation;
            Results = new StagedResult[files.Count];
        }

        internal StagedResult[] Results { get; }

        public int Count => _files.Count;

        public bool IsCancelled => _cancellation.IsRequested;

        public string DestinationOf(int file) => _files[file].To;

        /// <summary>
        /// Files whose names collide wait until the other is there: only then does the volume show whether it tells them apart.
        /// </summary>
        public bool Do(int file, CloneWorker worker)
        {
            if (!_files[file].CollidesIgnoringCase)
            {
                Results[file] = _stager.Stage(_files[file], worker);
            }

            return Results[file].What == StagedResult.State.Done;
        }
    }
}
