using System.Collections.Generic;
using System.Diagnostics;
using CopyOnWrite.Tasks;

namespace CopyOnWrite.Artifacts;

/// <summary>Stages many files by several threads, and those that could not be staged again.</summary>
internal sealed class SharedStaging
{
    // As in Copy: 100 µs is more than a settled clone or a small copy takes, and longer than a helper takes to begin.
    private static readonly long s_slowFile = Stopwatch.Frequency / 10_000;

    // Fewer are done before a helper has begun.
    private const int FilesToBeginAlone = 8;

    private readonly ICopyStrategy _strategy;
    private readonly FileStager _files;
    private readonly StagingOptions _options;
    private readonly StagingLog _log;
    private readonly Cancellation _cancellation;

    internal SharedStaging(ICopyStrategy strategy, FileStager files, StagingOptions options, StagingLog log, Cancellation cancellation)
    {
        _strategy = strategy;
        _files = files;
        _options = options;
        _log = log;
        _cancellation = cancellation;
    }

    internal void Stage(List<FileToStage> files, StagedResults into)
    {
        var results = new StagedResult[files.Count];
        int next = StageAlone(files, results, out bool slow);
        if (next < files.Count)
        {
            Share(files, results, next, slow);
        }

        for (int i = 0; i < results.Length; i++)
        {
            into.Add(files[i], results[i]);
        }
    }

    /// <summary>What has to wait for the others, and what may do a little later.</summary>
    internal void Finish(StagedResults results)
    {
        StageTwins(results);
        Retry(results);
    }

    /// <summary>The first few, to see how long one takes; more where files come to be one at a time, until one takes long.</summary>
    private int StageAlone(List<FileToStage> files, StagedResult[] results, out bool slow)
    {
        using FolderMemory folders = _strategy.NewFolderMemory();
        bool anyMade = false;
        slow = false;
        int next = 0;
        while (next < files.Count && !slow)
        {
            if (next == FilesToBeginAlone && (!anyMade || _strategy.MakesFilesAtOnce(files[0].To)))
            {
                break;
            }

            long began = Stopwatch.GetTimestamp();
            results[next] = StageUnlessCancelled(files[next], folders);
            anyMade |= results[next].What == StagedResult.State.Done;
            slow = next > 0 && Stopwatch.GetTimestamp() - began > s_slowFile;
            next++;
        }

        return next;
    }

    // On its own, so that few files make no closure.
    private void Share(List<FileToStage> files, StagedResult[] results, int first, bool slow) =>
        Workers.Run(files.Count - first, slow, _strategy, (i, folders) => results[first + i] = StageUnlessCancelled(files[first + i], folders));

    /// <summary>Files with a twin wait until the twin is there: only then does the volume show whether it tells them apart.</summary>
    private StagedResult StageUnlessCancelled(in FileToStage file, FolderMemory? folders) =>
        _cancellation.IsRequested || file.HasTwin ? default : _files.Stage(file, folders);

    private void StageTwins(StagedResults results)
    {
        for (int i = 0; i < results.Count && !_cancellation.IsRequested; i++)
        {
            if (results.FileAt(i).HasTwin)
            {
                results[i] = _files.Stage(results.FileAt(i), null);
            }
        }
    }

    private void Retry(StagedResults results)
    {
        for (int retry = 1; retry <= _options.RetryCount; retry++)
        {
            int left = 0;
            for (int i = 0; i < results.Count; i++)
            {
                if (results[i].What == StagedResult.State.Later)
                {
                    left++;
                    FileToStage file = results.FileAt(i);
                    Say($"CopyOnWrite: '{file.From}' could not be staged to '{file.To}': {results[i].Why}. Retry {retry} of {_options.RetryCount} in {_options.RetryWait} ms.");
                }
            }

            if (left == 0)
            {
                return;
            }

            if (_cancellation.Wait(_options.RetryWait))
            {
                ForgetLater(results);
                return;
            }

            for (int i = 0; i < results.Count && !_cancellation.IsRequested; i++)
            {
                if (results[i].What == StagedResult.State.Later)
                {
                    results[i] = _files.Stage(results.FileAt(i), null);
                }
            }
        }
    }

    /// <summary>A cancelled build has not tried again, and says nothing of those files.</summary>
    private static void ForgetLater(StagedResults results)
    {
        for (int i = 0; i < results.Count; i++)
        {
            if (results[i].What == StagedResult.State.Later)
            {
                results[i] = default;
            }
        }
    }

    private void Say(string text)
    {
        if (_options.ShowRetries)
        {
            _log.High(text);
        }
        else
        {
            _log.Low(text);
        }
    }
}
