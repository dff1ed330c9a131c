namespace CopyOnWrite;

/// <summary>Copies one file, and again after removing an obstacle that may be removed. Several threads use it at the same time.</summary>
internal sealed class FileCopier(CloneCall call, CopyOptions options, CancellationToken cancellation = default)
{
    // A source being replaced by another project is briefly missing (dotnet/msbuild#13599). It is retried with pauses of 1 to 10 ms, about
    // half a second in all, shared by the files of a call.
    private const int MostPauses = 80;
    private const int PausesOfOneLength = 8;

    private readonly object _makingFolder = new();
    private int _pauses;

    internal FileOutcome Copy(CloneWorker worker, string source, string destination)
    {
        FileOutcome done = default;
        try
        {
            if (options.SkipUnchanged && IsUpToDate(worker, source, destination))
            {
                return new FileOutcome(default, FileSteps.Unchanged);
            }

            Copy(worker, source, destination, ref done);
            return done;
        }
        catch (Exception e) when (e is not OutOfMemoryException)
        {
            // Any type: .NET throws more than IOException for system errors (EFBIG is an ArgumentOutOfRangeException).
            return new FileOutcome(default, done.Steps, e);
        }
    }

    /// <summary>False for what does not exist.</summary>
    internal static bool IsLink(string path)
    {
        FileAttributes attributes = new FileInfo(path).Attributes; // -1 for what does not exist.
        return (int)attributes != -1 && (attributes & FileAttributes.ReparsePoint) != 0;
    }

    /// <summary>The worker's test does not follow links, and decides about all other sources unless newer destinations stay.</summary>
    private bool IsUpToDate(CloneWorker worker, string source, string destination) =>
        worker.IsUnchanged(source, destination)
        || ((options.OnlyNewer || (options.FollowLinks && IsLink(source)))
            && call.Platform.TryStat(destination, out FileStat there)
            && there.Kind == EntryKind.File
            && !IsLink(destination)
            && call.Platform.TryStat(source, out FileStat here)
            && ((here.Length == there.Length && here.Modified == there.Modified)
                || (options.OnlyNewer && here.Modified < there.Modified)));

    private void Copy(CloneWorker worker, string source, string destination, ref FileOutcome done)
    {
        var tried = FileSteps.None;
        long began = Stopwatch.GetTimestamp();
        bool again;
        do
        {
            CloneOutcome outcome = worker.Copy(source, destination);
            again = TryClear(outcome.Reason, destination, ref tried, ref done);
            if (again && outcome.Reason == Reason.SourceMissing)
            {
                done = done with { Waited = TimeSpan.FromSeconds((Stopwatch.GetTimestamp() - began) / (double)Stopwatch.Frequency) };
            }

            if (!again && options.CopyByDotNet && outcome.Kind == OutcomeKind.NotHandled && !IsFinal(outcome.Reason))
            {
                using var dotNet = new DotNetWorker(call);
                outcome = outcome.Reason == Reason.DestinationFolderRefuses && HasHardLinks(destination)
                    ? CloneOutcome.NotHandled(Reason.DestinationHasHardLinks)
                    : dotNet.CopyRefused(source, destination, options.MakeWritable, outcome);
                again = TryClear(outcome.Reason, destination, ref tried, ref done);
            }

            done = done with { Outcome = outcome };
        }
        while (again);

        if (done.Outcome.Reason == Reason.Locked)
        {
            // The built-in task also makes the folder before it finds that the source is locked.
            _ = TryClear(Reason.DestinationFolderMissing, destination, ref tried, ref done);
        }
    }

    /// <summary>Whether .NET must not try: it also fails, waits for a pipe, follows a link, or hides the caller's message.</summary>
    private static bool IsFinal(Reason reason) => reason is Reason.VolumeFull or Reason.InputOutputError
        or Reason.SourceIsNotAFile or Reason.SourceMissing or Reason.Locked or Reason.DestinationIsNotARegularFile
        or Reason.DestinationHasHardLinks or Reason.DestinationExists or Reason.DestinationFolderMissing;

    /// <summary>.NET would write into the file itself, and so change its other names.</summary>
    private bool HasHardLinks(string destination) => call.Platform.TryStat(destination, out FileStat there) && there.Links > 1;

    /// <summary>Removes the obstacle that the reason names; true when the file should be tried again.</summary>
    /// <param name="tried">The remedies tried: each once, except waiting for a source.</param>
    private bool TryClear(Reason reason, string destination, ref FileSteps tried, ref FileOutcome done)
    {
        FileSteps step = reason switch
        {
            Reason.SourceMissing when options.WaitForSource => FileSteps.WaitedForSource,
            Reason.DestinationFolderMissing when options.CreateFolders => FileSteps.MadeFolder,
            Reason.DestinationIsReadOnly when options.MakeWritable => FileSteps.MadeWritable,
            Reason.DestinationIsNotARegularFile when options.RemoveLinks => FileSteps.RemovedLink,
            Reason.VolumeFull => FileSteps.EmptiedCache,
            _ => FileSteps.None,
        };
        if (step == FileSteps.None || (tried & step) != 0)
        {
            return false;
        }

        tried |= step == FileSteps.WaitedForSource ? FileSteps.None : step;
        try
        {
            bool isDone = step switch
            {
                FileSteps.WaitedForSource => TryWaitForSource(),
                FileSteps.MadeFolder => MakeFolder(destination),
                FileSteps.MadeWritable => MakeWritable(destination),
                FileSteps.RemovedLink => Delete(destination),
                _ => EmptyCache(destination),
            };
            done = done with { Steps = done.Steps | (isDone ? step : FileSteps.None) };

            // A folder that is there now was made by another thread.
            return isDone || step == FileSteps.MadeFolder;
        }
        catch (Exception e) when (DotNetError.IsOfFiles(e))
        {
            done = done with { Error = step == FileSteps.MadeFolder ? e : done.Error };
            return false;
        }
    }

    private bool TryWaitForSource()
    {
        int pause = cancellation.IsCancellationRequested ? MostPauses : Interlocked.Increment(ref _pauses) - 1;
        if (pause >= MostPauses)
        {
            return false;
        }

        Thread.Sleep(1 + (pause / PausesOfOneLength));
        return true;
    }

    private bool MakeFolder(string destination)
    {
        string folder = Path.GetDirectoryName(destination)!;
        lock (_makingFolder)
        {
            return !Directory.Exists(folder) && Directory.CreateDirectory(folder).Exists;
        }
    }

    /// <summary>Changes the file itself, as the built-in task does, so its other hard links become writable as well.</summary>
    private static bool MakeWritable(string destination)
    {
        bool isReadOnly = (File.GetAttributes(destination) & FileAttributes.ReadOnly) != 0;
        if (isReadOnly)
        {
            File.SetAttributes(destination, FileAttributes.Normal);
        }

        return isReadOnly;
    }

    private static bool Delete(string destination)
    {
        File.Delete(destination);
        return true;
    }

    /// <summary>
    /// Empties a cache on the destination's volume, because its entries keep the blocks of deleted outputs. False without such a cache.
    /// Subvolumes of one btrfs count as two volumes, since their device numbers differ. Then the cache stays, and the built-in task
    /// reports the full volume for this file. A cache emptied without need would cost every checkout that uses it.
    /// </summary>
    private bool EmptyCache(string destination)
    {
        bool isThere = call.Cache?.Folder is { } folder && call.Platform.AreOnOneVolume(folder, Path.GetDirectoryName(destination)!);
        if (isThere)
        {
            call.Platform.PruneCache(call.Cache!.Folder!, 0, TimeSpan.Zero);
        }

        return isThere;
    }
}
