using System;
using System.IO;
using System.Threading;

namespace CopyOnWrite;

/// <summary>
/// Copies one file, and again once what stands in its way and may be removed is removed. Used by several threads at the same time.
/// </summary>
internal sealed class FileCopier
{
    // A source that another project is replacing is missing for a moment (dotnet/msbuild#13599), which is a long one when that project's
    // process has to wait for a processor, and again a moment later when it is replaced over and over: many pauses, from 1 to 10 ms, half a
    // second in all, shared by the files of a call.
    private const int MostPauses = 80;
    private const int PausesOfOneLength = 8;

    private static readonly DateTime s_older = new(1980, 1, 1, 0, 0, 0, DateTimeKind.Utc);

    private readonly object _makingFolder = new();
    private readonly CloneCall _call;
    private readonly CopyOptions _options;
    private readonly CancellationToken _cancellation;
    private int _pauses;

    internal FileCopier(CloneCall call, CopyOptions options, CancellationToken cancellation = default)
    {
        _call = call;
        _options = options;
        _cancellation = cancellation;
    }

    internal FileOutcome Copy(CloneWorker worker, string source, string destination)
    {
        var steps = FileSteps.None;
        try
        {
            return _options.SkipsUnchanged && worker.IsUnchanged(source, destination)
                ? new FileOutcome(default, FileSteps.Unchanged)
                : _options.PlacesOldFile && !File.Exists(destination)
                    ? CopyOverOldFile(worker, source, destination, ref steps)
                    : Copy(worker, source, destination, ref steps);
        }
        catch (Exception e) when (e is not OutOfMemoryException)
        {
            // Of whatever type: .NET has more than IOException for what a system may answer (EFBIG is an ArgumentOutOfRangeException).
            return new FileOutcome(default, steps, e);
        }
    }

    private FileOutcome Copy(CloneWorker worker, string source, string destination, ref FileSteps steps)
    {
        var tried = FileSteps.None;
        Exception? error = null;
        while (true)
        {
            CloneOutcome outcome = worker.Copy(source, destination);
            if (TryClear(outcome.Reason, destination, ref tried, ref steps, ref error))
            {
                continue;
            }

            if (outcome.Kind == OutcomeKind.NotHandled && _options.CopiesByDotNet && !IsFinal(outcome.Reason))
            {
                outcome = DotNetCopy.Copy(source, destination, _call.Overwrites, _options.MakesWritable, outcome);
                if (TryClear(outcome.Reason, destination, ref tried, ref steps, ref error))
                {
                    continue;
                }
            }

            if (outcome.Reason == Reason.Locked)
            {
                // As the built-in, which makes the folder before it finds that the source is locked.
                _ = TryClear(Reason.DestinationFolderMissing, destination, ref tried, ref steps, ref error);
            }

            return new FileOutcome(outcome, steps, error);
        }
    }

    private FileOutcome CopyOverOldFile(CloneWorker worker, string source, string destination, ref FileSteps steps)
    {
        var tried = FileSteps.None;
        Exception? error = null;
        _ = TryClear(Reason.DestinationFolderMissing, destination, ref tried, ref steps, ref error);
        bool isPlaced = error is null && TryPlaceOldFile(destination);
        FileOutcome outcome = Copy(worker, source, destination, ref steps);
        if (isPlaced && !outcome.IsWritten)
        {
            TemporaryFiles.Delete(destination);
        }

        return outcome;
    }

    /// <summary>
    /// Whether .NET would fail as well, or would do what it is not to: wait for a pipe, write through a link, or do without the caller's
    /// words for a source that is missing or locked.
    /// </summary>
    private static bool IsFinal(Reason reason) => reason is Reason.VolumeFull or Reason.VolumeFullEvenInPlace or Reason.InputOutputError
        or Reason.SourceIsNotAFile or Reason.SourceMissing or Reason.Locked or Reason.DestinationIsNotARegularFile
        or Reason.DestinationHasHardLinks or Reason.DestinationExists or Reason.DestinationFolderMissing;

    /// <summary>Whether what the reason names was in the way, is cleared, and the file is worth another attempt.</summary>
    /// <param name="tried">Once each; a source is waited for again.</param>
    private bool TryClear(Reason reason, string destination, ref FileSteps tried, ref FileSteps steps, ref Exception? error)
    {
        if (reason == Reason.SourceMissing)
        {
            bool waited = _options.WaitsForSource && TryWaitForSource();
            steps |= waited ? FileSteps.WaitedForSource : FileSteps.None;
            return waited;
        }

        FileSteps step = reason switch
        {
            Reason.DestinationFolderMissing when _options.MakesFolders => FileSteps.MadeFolder,
            Reason.DestinationIsReadOnly when _options.MakesWritable => FileSteps.MadeWritable,
            Reason.DestinationIsNotARegularFile when _options.RemovesLinks => FileSteps.RemovedLink,
            Reason.VolumeFull or Reason.VolumeFullEvenInPlace => FileSteps.EmptiedCache,
            _ => FileSteps.None,
        };
        if (step == FileSteps.None || (tried & step) != 0)
        {
            return false;
        }

        tried |= step;
        bool isDone = true;
        bool isCleared = step switch
        {
            FileSteps.MadeFolder => TryMakeFolder(destination, out isDone, out error),
            FileSteps.MadeWritable => TryMakeWritable(destination),
            FileSteps.RemovedLink => TryDelete(destination),
            _ => TryEmptyCache(),
        };
        steps |= isCleared && isDone ? step : FileSteps.None;
        return isCleared;
    }

    private bool TryWaitForSource()
    {
        int pause = _cancellation.IsCancellationRequested ? MostPauses : Interlocked.Increment(ref _pauses) - 1;
        if (pause >= MostPauses)
        {
            return false;
        }

        Thread.Sleep(1 + (pause / PausesOfOneLength));
        return true;
    }

    /// <param name="isMade">Whether it was missing: another thread may have made it.</param>
    private bool TryMakeFolder(string destination, out bool isMade, out Exception? error)
    {
        isMade = false;
        error = null;
        try
        {
            string folder = Path.GetDirectoryName(destination)!;
            lock (_makingFolder)
            {
                isMade = !Directory.Exists(folder);
                if (isMade)
                {
                    _ = Directory.CreateDirectory(folder);
                }
            }

            return true;
        }
        catch (Exception e) when (IsOfSystem(e))
        {
            isMade = false;
            error = e;
            return false;
        }
    }

    /// <summary>On the file itself, as the built-in does it, so that other names of the file become writable too.</summary>
    private static bool TryMakeWritable(string destination)
    {
        try
        {
            bool isReadOnly = (File.GetAttributes(destination) & FileAttributes.ReadOnly) != 0;
            if (isReadOnly)
            {
                File.SetAttributes(destination, FileAttributes.Normal);
            }

            return isReadOnly;
        }
        catch (Exception e) when (IsOfSystem(e))
        {
            return false;
        }
    }

    private static bool TryDelete(string destination)
    {
        try
        {
            File.Delete(destination);
            return true;
        }
        catch (Exception e) when (IsOfSystem(e))
        {
            return false;
        }
    }

    private static bool TryPlaceOldFile(string destination)
    {
        try
        {
            WholeFile.PlaceEmpty(destination, s_older);
            return true;
        }
        catch (Exception e) when (IsOfSystem(e))
        {
            return false;
        }
    }

    /// <summary>Entries keep the blocks of outputs that are gone. False when there is nothing to gain.</summary>
    private bool TryEmptyCache()
    {
        if (_call.Cache?.Folder is not { } folder || !Directory.Exists(folder))
        {
            return false;
        }

        _call.Cloner.PruneCache(folder, 0, TimeSpan.Zero);
        return true;
    }

    private static bool IsOfSystem(Exception e) =>
        e is IOException or UnauthorizedAccessException or NotSupportedException or ArgumentException;
}
