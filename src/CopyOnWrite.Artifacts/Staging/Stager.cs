namespace CopyOnWrite.Artifacts;

/// <summary>
/// Stages items one after the other, each in several threads: so what an item stages can be the source of the next, and of two files with
/// one destination the later one stays. Neighbouring items that are single files go together.
/// </summary>
internal sealed class Stager(
    CloneCall call, Robocopy task, StagingLog log, StagingResults results, CancellationToken cancellation)
{
    private SingleFiles _singleFiles = new();

    internal void Stage(IReadOnlyList<StagedItem> items)
    {
        foreach (StagedItem item in items.TakeWhile(_ => !cancellation.IsCancellationRequested))
        {
            Stage(item);
        }

        StageSingleFiles();
    }

    private void Stage(StagedItem item)
    {
        if (_singleFiles.Has(item))
        {
            return;
        }

        // An earlier, unfinished item may stage this one's source, or to its destination.
        if (!_singleFiles.MayBeJoinedBy(item))
        {
            StageSingleFiles();
        }

        bool found = call.Platform.TryStat(item.Source, out FileStat seen);
        if (!found)
        {
            StageSingleFiles();
            found = call.Platform.TryStat(item.Source, out seen);
        }

        if (found && seen.Kind == EntryKind.Folder)
        {
            StageSingleFiles();
            StageFolder(item);
        }
        else if (found && seen.Kind == EntryKind.File)
        {
            StageFile(item, FileCopier.IsLink(item.Source));
        }
        else if (found)
        {
            log.Error("COW1023", item.Item, $"'{item.Source}' is neither a file nor a folder.");
        }
        else if (!FileCopier.IsLink(item.Source) && (File.Exists(item.Source) || Directory.Exists(item.Source)))
        {
            log.Error("COW1023", item.Item, $"'{item.Source}' cannot be staged: the system does not say what it is (statx is refused).");
        }
        else if (item.VerifyExists)
        {
            log.Error(
                "COW1023", item.Item,
                $"'{item.Source}' does not exist. {nameof(StagedItem.VerifyExists)}=\"false\" skips a missing source without an error.");
        }
    }

    /// <param name="alone">Whether it is a link: an earlier item may stage what it leads to, and a later one replace it.</param>
    private void StageFile(StagedItem item, bool alone)
    {
        if (alone)
        {
            StageSingleFiles();
        }

        _singleFiles.Add(item);
        if (alone)
        {
            StageSingleFiles();
        }
    }

    private void StageSingleFiles()
    {
        List<StagedFile> files = _singleFiles.Files;
        _singleFiles = new SingleFiles();
        Copy(files);
    }

    private void StageFolder(StagedItem item)
    {
        List<SourceFolder> folders = new SourceTree(item, call, log, cancellation).Read();
        foreach (string destination in item.Destinations)
        {
            var files = new List<StagedFile>();
            foreach (SourceFolder folder in folders)
            {
                string to = Path.Combine(destination, folder.Relative);
                folder.Files.ForEach(name => files.Add(new StagedFile(item, Path.Combine(folder.Path, name), Path.Combine(to, name))));
            }

            Copy(files);
        }
    }

    private void Copy(List<StagedFile> files)
    {
        // A file onto itself.
        results.Counts.Unchanged += files.RemoveAll(file => file.From.Equals(file.To, PathNames.Comparison));
        if (files.Count == 0)
        {
            return;
        }

        string[] sources = files.ConvertAll(file => file.From).ToArray();
        string[] destinations = files.ConvertAll(file => file.To).ToArray();
        var done = new List<int>();
        using var run = new CopyRun(call, OptionsFor(files[0].Item), sources, destinations, cancellation);
        while (run.TryNext(out int i))
        {
            if (run[i].IsUnchanged && !task.ShowDiagnosticTrace)
            {
                results.Counts.Unchanged++;
            }
            else if (!IsToBeTriedAgain(run, i, files[i]))
            {
                done.Add(i);
            }
        }

        // Listings and threads have no order.
        done.Sort((a, b) => string.CompareOrdinal(destinations[a], destinations[b]));
        done.ForEach(i => results.Add(files[i], run[i]));
    }

    private CopyOptions OptionsFor(StagedItem item) => new()
    {
        SkipUnchanged = !item.AlwaysCopy,
        OnlyNewer = item.OnlyNewer,
        FollowLinks = true,
        CreateFolders = true,
        MakeWritable = true,
        RemoveLinks = true,
        CopyByDotNet = true,
        Retries = task.RetryCount,
        RetryPause = task.Pause,
    };

    /// <summary>True as well for what a cancelled build would have tried again: its result is unknown, and nothing is logged.</summary>
    private bool IsToBeTriedAgain(CopyRun run, int i, in StagedFile file)
    {
        if (run[i].IsUnchanged || run[i].IsWritten)
        {
            return false;
        }

        string why = file.Failure(run[i], out bool mayPass);
        if (!mayPass || !run.TryAgain(i, out int retry))
        {
            return mayPass && cancellation.IsCancellationRequested;
        }

        log.Retry(
            $"CopyOnWrite: '{file.From}' could not be staged to '{file.To}': {why}. Retry {retry} of {task.RetryCount} in "
            + $"{task.Pause} ms.",
            task.ShowErrorOnRetry);
        return true;
    }
}
