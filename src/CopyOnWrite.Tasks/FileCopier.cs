using System;
using System.IO;
using System.Threading;
using Microsoft.Build.Framework;

namespace CopyOnWrite.Tasks;

/// <summary>What a file of a call came to.</summary>
internal enum FileResult
{
    None,

    /// <summary>Written, or onto itself.</summary>
    Copied,

    /// <summary>There already.</summary>
    Unchanged,
    Failed,

    /// <summary>Another process writes the source: to be tried again.</summary>
    Locked,

    /// <summary>No space, not even in the place of the old file, which is kept: to be tried again.</summary>
    NoSpace,

    /// <summary>The built-in's to copy, or to report.</summary>
    Left,
}

/// <summary>
/// Copies one file of a call, with the messages that the built-in task has for it. Used by several threads at the same time.
/// </summary>
internal sealed class FileCopier : CopyAttempts
{
    // A source that another project is replacing is missing for a moment (dotnet/msbuild#13599), which is a long one when that project's
    // process has to wait for a processor, and again a moment later when it is replaced over and over: many pauses, from 1 to 10 ms, half a
    // second in all, shared by the files of a call.
    private const int MostPauses = 80;
    private const int PausesOfOneLength = 8;

    private readonly object _oneAtATime = new();
    private readonly Copy _task;
    private readonly CopyCall _call;
    private readonly CallCache _cache;
    private readonly BuiltInFiles _builtIn;
    private readonly bool _saysWhatIsUnchanged;
    private int _pauses;
    private volatile int _noSpaceError;

    internal FileCopier(Copy task, CopyCall call, CallCache cache, BuiltInFiles builtIn)
    {
        _task = task;
        _call = call;
        _cache = cache;
        _builtIn = builtIn;
        _saysWhatIsUnchanged = LogImportance.IsLogged(task.Log, MessageImportance.Low);
    }

    /// <summary>The system's error number; 0 when there was space for all files.</summary>
    internal int NoSpaceError => _noSpaceError;

    internal FileResult Copy(int file, CloneWorker worker)
    {
        ref readonly CopyPlan plan = ref _call.Plan;
        string from = plan.SourcePaths[file];
        string to = plan.DestinationPaths[file];
        if (PathNames.EndsInSeparator(to))
        {
            // The built-in makes the folder that such a path names, tries to copy onto it, and finds a folder when it tries again.
            return Leave(file, Reason.DestinationIsNotARegularFile);
        }

        try
        {
            if (_task.SkipUnchangedFiles && worker.IsUnchanged(from, to))
            {
                ITaskItem source = plan.Sources[file];
                ITaskItem destination = plan.Destinations[file];
                if (_saysWhatIsUnchanged)
                {
                    _task.Log.LogMessageFromResources(
                        MessageImportance.Low, "Copy.DidNotCopyBecauseOfFileMatch", source.ItemSpec, destination.ItemSpec,
                        nameof(_task.SkipUnchangedFiles), "true");
                }

                source.CopyMetadataTo(destination);
                return FileResult.Unchanged;
            }

            // A file onto itself is a success, and nothing is logged or looked at; but a link is looked at where unchanged files are.
            return !PathNames.Comparer.Equals(from, to) ? ResultOf(file, Copy(worker, from, to, file))
                : _task.SkipUnchangedFiles ? Leave(file, Reason.DestinationIsNotARegularFile)
                : Repeat(file);
        }
        catch (Exception e) when (e is EntryPointNotFoundException or DllNotFoundException)
        {
            TaskProcess.Instance.MissingSystemCall = e.Message;
            return Leave(file, Reason.OtherError);
        }
    }

    /// <summary>
    /// The source that was copied to this destination just before, or the destination itself: an output, and nothing to do.
    /// </summary>
    internal FileResult Repeat(int file)
    {
        _call.Plan.Sources[file].CopyMetadataTo(_call.Plan.Destinations[file]);
        return FileResult.Copied;
    }

    internal FileResult Leave(int file, Reason why)
    {
        Count(file, CloneOutcome.NotHandled(why));
        return FileResult.Left;
    }

    /// <summary>What was to be tried again and is not is counted only now.</summary>
    internal void CountLeft(int file, FileResult result)
    {
        if (result is FileResult.Locked or FileResult.NoSpace)
        {
            Count(file, CloneOutcome.NotHandled(result == FileResult.Locked ? Reason.Locked : Reason.VolumeFull));
        }
    }

    protected override bool TryWaitForSource()
    {
        if (_task.Retries == 0 || _call.IsCancelled || !TaskProcess.Instance.WaitsForMissingSources)
        {
            return false;
        }

        int pause = Interlocked.Increment(ref _pauses) - 1;
        if (pause >= MostPauses)
        {
            return false;
        }

        Thread.Sleep(1 + (pause / PausesOfOneLength));
        return true;
    }

    protected override void SourceWaitEnded(bool inVain) => TaskProcess.Instance.CountWait(inVain);

    protected override bool TryMakeFolder(string destination, int file) => TryMakeFolderOf(file);

    protected override bool TryMakeWritable(string destination, int file)
    {
        if (!_task.OverwriteReadOnlyFiles && new Host(_task).Variable("MSBUILDALWAYSOVERWRITEREADONLYFILES") is null)
        {
            return false;
        }

        try
        {
            if ((File.GetAttributes(destination) & FileAttributes.ReadOnly) == 0)
            {
                return false;
            }

            // On the file itself, as the built-in does it, so that other names of the file become writable too.
            _task.Log.LogMessageFromResources(
                MessageImportance.Low, "Copy.RemovingReadOnlyAttribute", _call.Plan.Destinations[file].ItemSpec);
            File.SetAttributes(destination, FileAttributes.Normal);
            return true;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    protected override bool TryMakeSpace() => _cache.Empty();

    /// <summary>False when it cannot be made: the built-in meets the same error and has the words for it.</summary>
    internal bool TryMakeFolderOf(int file)
    {
        try
        {
            string folder = Path.GetDirectoryName(_call.Plan.DestinationPaths[file])!;
            lock (_oneAtATime)
            {
                // Another worker may have made it, and logged it.
                if (!Directory.Exists(folder))
                {
                    Directory.CreateDirectory(folder);
                    _task.Log.LogMessageFromResources(
                        MessageImportance.Normal, "Copy.CreatesDirectory", Path.GetDirectoryName(_call.Plan.Destinations[file].ItemSpec));
                }
            }

            return true;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or NotSupportedException or ArgumentException)
        {
            return false;
        }
    }

    private FileResult ResultOf(int file, in CloneOutcome outcome)
    {
        // A file that waits is counted when its outcome is known.
        switch (outcome.Reason)
        {
            case Reason.Locked:
                return FileResult.Locked;
            case Reason.VolumeFullEvenInPlace:
                _noSpaceError = outcome.ErrorNumber;
                return FileResult.NoSpace;
        }

        Count(file, outcome);
        ref readonly CopyPlan plan = ref _call.Plan;
        if (outcome.Kind != OutcomeKind.NotHandled)
        {
            // Logged once the file is there; what the built-in gets, it logs itself.
            _task.Log.LogMessageFromResources(
                MessageImportance.Normal, "Copy.FileComment", plan.SourcePaths[file], plan.DestinationPaths[file]);
            if (outcome.Reason == Reason.ReferenceLimitByOthers)
            {
                ReferenceLimit.LogOnce(_task.Log, plan.SourcePaths[file], plan.DestinationPaths[file]);
            }

            return Repeat(file);
        }

        if (outcome.Reason == Reason.DestinationHasHardLinks)
        {
            _task.Log.LogErrorWithCodeFromResources(
                "Copy.Error", plan.Sources[file].ItemSpec, plan.Destinations[file].ItemSpec, ReasonText.Of(outcome.Reason));
            return FileResult.Failed;
        }

        if (outcome.Reason is Reason.VolumeFull or Reason.InputOutputError)
        {
            _builtIn.WatchPartialFile(file);
        }

        return FileResult.Left;
    }

    private void Count(int file, in CloneOutcome outcome)
    {
        _call.Counts.Add(outcome);
        _call.Record?.Add(file, outcome);
    }
}
