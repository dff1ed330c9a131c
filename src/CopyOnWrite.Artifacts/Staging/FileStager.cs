using System;
using System.Collections.Generic;
using System.IO;
using System.Threading;

namespace CopyOnWrite.Artifacts;

/// <summary>Stages files in any order: copies those that are not up to date, and retries errors that may pass.</summary>
internal sealed class FileStager(
    CloneCall call, StagingOptions options, StagingLog log, StagedFiles staged, CancellationToken cancellation)
{
    private readonly FileCloner _cloner = call.Cloner;

    /// <summary>
    /// Files whose names collide come last, one after the other: only then does the volume show whether it distinguishes
    /// them.
    /// </summary>
    internal void Stage(List<FileToStage> files)
    {
        bool anyCollide = files.Exists(file => file.CollidesIgnoringCase);
        Copy(Compare(anyCollide ? files.FindAll(file => !file.CollidesIgnoringCase) : files));
        for (int i = 0; i < files.Count && anyCollide && !cancellation.IsCancellationRequested; i++)
        {
            if (files[i].CollidesIgnoringCase && HasOtherCase(files[i].To))
            {
                staged.Add(files[i], new StagedResult(StagedState.NameTaken));
            }
            else if (files[i].CollidesIgnoringCase)
            {
                Copy(Compare(files.GetRange(i, 1)));
            }
        }

        staged.LogAdded();
    }

    internal bool IsUpToDate(in FileToStage file, CloneWorker worker)
    {
        StagedFolder pair = file.Folders;
        if (pair.IsNew || pair.Item.AlwaysCopy)
        {
            return false;
        }

        if (pair.Listing is { } listing)
        {
            if (!listing.TryGetValue(file.Entry.Name, out FolderEntry there))
            {
                return false;
            }

            if (file.Entry.Length >= 0 && there.Length >= 0)
            {
                return IsUpToDate(pair.Item, file.Entry.Length, file.Entry.Modified, there.Length, there.Modified);
            }
        }

        // A link's target is staged, so its status counts.
        return pair.Item.OnlyNewer || file.Entry.Kind == EntryKind.Link ? IsUpToDate(pair.Item, file.From, file.To)
            : worker.IsUnchanged(file.From, file.To);
    }

    private bool IsUpToDate(StagedItem item, string from, string to) =>
        !SystemFiles.IsLink(to)
        && _cloner.TryStat(from, out FileSnapshot source)
        && _cloner.TryStat(to, out FileSnapshot destination)
        && destination.Kind == EntryKind.File
        && IsUpToDate(item, source.Length, source.Modified, destination.Length, destination.Modified);

    private static bool IsUpToDate(StagedItem item, long length, DateTime modified, long lengthThere, DateTime modifiedThere) =>
        (length == lengthThere && modified == modifiedThere) || (item.OnlyNewer && modified < modifiedThere);

    /// <summary>Gives the files to copy; none in a dry run.</summary>
    private List<FileToStage> Compare(List<FileToStage> files)
    {
        var upToDate = new bool[files.Count];
        Workers.Run(
            call, files.Count, slow: false, (i, worker) => upToDate[i] = files[i].Folders.IsOne || IsUpToDate(files[i], worker));
        var different = new List<FileToStage>();
        for (int i = 0; i < files.Count && !cancellation.IsCancellationRequested; i++)
        {
            if (upToDate[i] || options.DryRun)
            {
                staged.Add(files[i], new StagedResult(upToDate[i] ? StagedState.Unchanged : StagedState.Would));
            }
            else
            {
                different.Add(files[i]);
            }
        }

        return different;
    }

    private void Copy(List<FileToStage> files)
    {
        var copying = new CopyOptions
        {
            MakesFolders = true,
            MakesWritable = true,
            RemovesLinks = true,
            CopiesByDotNet = true,
            Retries = options.RetryCount,
            RetryPause = options.RetryWait,
        };
        string[] sources = files.ConvertAll(file => file.From).ToArray();
        string[] destinations = files.ConvertAll(file => file.To).ToArray();
        using var run = new CopyRun(call, copying, sources, destinations, cancellation);
        while (run.TryNext(out int i))
        {
            StagedResult result = ResultOf(files[i], run[i]);
            if (result.What == StagedState.Later && run.TryAgain(i, out int retry))
            {
                log.Retry(
                    $"CopyOnWrite: '{files[i].From}' could not be staged to '{files[i].To}': {result.Why}. Retry {retry} of "
                    + $"{options.RetryCount} in {options.RetryWait} ms.",
                    options.ShowRetries);
            }
            else if (result.What != StagedState.Later || !cancellation.IsCancellationRequested)
            {
                // A cancelled build did not retry, so it logs nothing for those files.
                staged.Add(files[i], result);
            }
        }
    }

    private static StagedResult ResultOf(in FileToStage file, in FileOutcome outcome)
    {
        Reason reason = outcome.Outcome.Reason;
        return outcome.IsWritten ? new StagedResult(StagedState.Done, outcome.Outcome)
            : outcome.Error is { } error ? ResultOf(error)
            : reason == Reason.SourceMissing && file.Entry.Kind == EntryKind.Link
                ? StagedResult.Failed("it is a link whose target does not exist")
            : reason is Reason.Locked or Reason.SourceMissing ? StagedResult.Later(outcome.Words)
            : reason == Reason.DestinationIsNotARegularFile && Directory.Exists(file.To)
                ? StagedResult.Failed("a folder with that name exists")
            : StagedResult.Failed(outcome.Words);
    }

    private static StagedResult ResultOf(Exception error) => error switch
    {
        // A retry does not help against denied access; for other errors, another process may have the file open.
        IOException and not (FileNotFoundException or DirectoryNotFoundException or PathTooLongException) =>
            StagedResult.Later(error.Message),
        _ => StagedResult.Failed(error.Message),
    };

    /// <summary>Whether the volume finds a file by this name, but lists it with another spelling.</summary>
    private bool HasOtherCase(string to)
    {
        for (string? path = to; path is not null && _cloner.TryStat(path, out _); path = Path.GetDirectoryName(path))
        {
            var entries = new List<FolderEntry>();
            string name = Path.GetFileName(path);
            if (name.Length > 0
                && _cloner.TryList(Path.GetDirectoryName(path)!, entries, out _)
                && !entries.Exists(entry => entry.Name == name))
            {
                return true;
            }
        }

        return false;
    }
}
