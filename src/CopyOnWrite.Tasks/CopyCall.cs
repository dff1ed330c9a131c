namespace CopyOnWrite.Tasks;

/// <summary>One call: a run copies the files, the calling thread logs the outcomes, and the built-in task gets the rest.</summary>
internal sealed class CopyCall(Copy task, CopyPlan plan, Settings settings, string projectFolder) : IDisposable
{
    private readonly CopyMessages _messages = new(task.Log, plan);
    private readonly CallCounts _counts = new();
    private readonly long _began = Stopwatch.GetTimestamp();

    // For the record; null without one.
    private readonly CloneOutcome[]? _outcomes = CallReport.IsWanted(task.Log) ? new CloneOutcome[plan.Count] : null;
    private readonly bool[] _done = new bool[plan.Count];
    private readonly List<int> _left = new();
    private readonly CallCache _cache = new(TaskProcess.Instance.Platform!, settings, task, projectFolder);
    private readonly BuildState _build = BuildState.Of(task.BuildEngine4);
    private bool _success = true;

    private bool IsCancelled => task.Cancellation.IsCancellationRequested;

    public void Dispose() => _cache.Dispose();

    internal bool Run(in Host host)
    {
        CopyOptions options = OptionsOf(host);
        var call = new CloneCall(
            TaskProcess.Instance.Platform!,
            _cache.Entries,
            FlushesSources: settings.FlushesSources,
            ReplacesFilesInUse: settings.ReplacesFilesInUse);
        int[]? own = SelectFiles();
        using (var run = new CopyRun(
            call, options, Pick(plan.SourcePaths, own), Pick(plan.DestinationPaths, own), task.Cancellation))
        {
            while (run.TryNext(out int number))
            {
                TakeOutcome(run, number, own is null ? number : own[number], options.Retries);
            }
        }

        bool wrote = _counts.AnyWritten;
        if (_outcomes is not null)
        {
            string json = CallRecord.ToJson(projectFolder, _began, plan.SourcePaths, plan.DestinationPaths, _outcomes, _counts);
            CallReport.Log(task.BuildEngine, _counts.ToString(), json);
        }

        if (_left.Count > 0 && !IsCancelled)
        {
            _left.Sort();
            _success &= CopyLeft();
            wrote |= NewerMembers.WroteAtLeastOneFile(task);
        }

        // A loop, not Where: the first call of a process would load seven types for that.
        var copied = new List<ITaskItem>();
        for (int file = 0; file < plan.Count; file++)
        {
            if (_done[file])
            {
                copied.Add(plan.Destinations[file]);
            }
        }

        task.SetOutputs(copied.ToArray(), wrote);
        task.DestinationFiles = plan.Destinations;
        return _success && !IsCancelled;
    }

    private CopyOptions OptionsOf(in Host host) => new()
    {
        SkipUnchanged = task.SkipUnchangedFiles,
        CreateFolders = true,
        MakeWritable = task.OverwriteReadOnlyFiles || host.Variable("MSBUILDALWAYSOVERWRITEREADONLYFILES") is not null,
        WaitForSource = task.Retries > 0 && _build.WaitsForMissingSources,

        // With that variable the built-in task retries more errors, with other messages.
        Retries = host.Variable("MSBUILDALWAYSRETRY") is null ? task.Retries : 0,
        RetryPause = task.RetryDelayMilliseconds,
    };

    /// <summary>Indexes of the files to copy, or null (the usual case) for all.</summary>
    private int[]? SelectFiles()
    {
        HashSet<string>? twice = plan.DestinationsNamedTwice();
        var own = new List<int>(plan.Count);
        for (int i = 0; i < plan.Count; i++)
        {
            // A wildcard has found it while another project replaced a file in that folder.
            if (TemporaryFiles.IsOurs(plan.SourcePaths[i]))
            {
                _messages.PassedOver(i);
                continue;
            }

            // For a path that ends with a separator the built-in task makes the folder, tries to copy onto it, and finds a folder when
            // it tries again. A file onto itself is a success, and nothing is logged or looked at; but where unchanged files are skipped, a
            // link is checked.
            Reason why = twice?.Contains(plan.DestinationPaths[i]) == true ? Reason.DestinationNamedTwice
                : PathNames.EndsInSeparator(plan.DestinationPaths[i]) ? Reason.DestinationIsNotARegularFile
                : task.SkipUnchangedFiles && plan.IsOntoItself(i) ? Reason.DestinationIsNotARegularFile
                : Reason.None;
            if (why == Reason.None && !plan.IsOntoItself(i))
            {
                own.Add(i);
            }
            else if (why != Reason.None)
            {
                Leave(i, why);
            }
            else if (!IsCancelled)
            {
                Finish(i);
            }
        }

        return own.Count == plan.Count ? null : own.ToArray();
    }

    private void TakeOutcome(CopyRun run, int number, int file, int retries)
    {
        ref readonly FileOutcome done = ref run[number];
        Reason reason = done.Outcome.Reason;
        LogSteps(file, done.Steps, reason);
        if (done.IsWritten && done.Waited > TimeSpan.Zero)
        {
            _counts.AddWait(done.Waited);
        }

        if (done.IsUnchanged)
        {
            _counts.Unchanged++;
            _messages.Unchanged(file);
            Finish(file);
        }
        else if (done.IsWritten)
        {
            Count(file, done.Outcome);

            // Logged once the file exists; the built-in task logs its own files.
            _messages.Copying(file);
            if (done.Outcome.UsedBy is { } processes)
            {
                FileInUseMessage.Log(task.BuildEngine, task.Log, plan.DestinationPaths[file], processes);
            }

            Finish(file);
        }
        else if (retries > 0 && LockedSource.IsWaitedFor(reason, plan.SourcePaths[file], plan.DestinationPaths[file]))
        {
            TryAgain(run, number, file, retries);
        }
        else if (reason == Reason.DestinationHasHardLinks)
        {
            _messages.Failed(file, ReasonText.Of(reason));
            Fail(file, done.Outcome);
        }
        else if (done.Outcome.Kind == OutcomeKind.NotHandled)
        {
            Leave(file, done.Outcome);
        }
        else
        {
            if (done.Error is EntryPointNotFoundException or DllNotFoundException)
            {
                TaskProcess.Instance.MissingSystemCall = done.Error.Message;
            }
            else
            {
                CopyMessages.Unexpected(task, done.Error!);
            }

            Leave(file, Reason.OtherError);
        }
    }

    private void LogSteps(int file, FileSteps steps, Reason reason)
    {
        if ((steps & FileSteps.MadeFolder) != 0)
        {
            _messages.MadeFolder(file);
        }

        if ((steps & FileSteps.MadeWritable) != 0)
        {
            _messages.MadeWritable(file);
        }

        if ((steps & FileSteps.WaitedForSource) != 0)
        {
            _build.CountWait(inVain: reason == Reason.SourceMissing);
        }
    }

    /// <summary>Retries as the built-in task does, but cancelling ends the wait (dotnet/msbuild#9000), and the old file stays.</summary>
    private void TryAgain(CopyRun run, int number, int file, int retries)
    {
        bool isTried = run.TryAgain(number, out int retry);
        if (!isTried && IsCancelled)
        {
            return;
        }

        string why = LockedSource.WhyLocked(plan.SourcePaths[file]);
        _messages.Copying(file);
        if (isTried)
        {
            _messages.Retrying(file, retry, task.RetryDelayMilliseconds, why);
        }
        else
        {
            _messages.GaveUp(file, retries, why);
            Fail(file, run[number].Outcome);
        }
    }

    /// <summary>Counts a file whose error has been logged, and which the built-in task does not get.</summary>
    private void Fail(int file, in CloneOutcome outcome)
    {
        Count(file, outcome.AsFailed());
        _success = false;
    }

    private void Leave(int file, Reason why) => Leave(file, CloneOutcome.NotHandled(why));

    private void Leave(int file, in CloneOutcome outcome)
    {
        Count(file, outcome);
        _left.Add(file);
    }

    private void Count(int file, in CloneOutcome outcome)
    {
        _counts.Add(outcome);
        if (_outcomes is not null)
        {
            _outcomes[file] = outcome;
        }
    }

    private void Finish(int file)
    {
        plan.Sources[file].CopyMetadataTo(plan.Destinations[file]);
        _done[file] = true;
    }

    /// <summary>Hands the files that are left to the built-in task, with the parameters of the call, and takes its results.</summary>
    private bool CopyLeft()
    {
        int[] left = _left.ToArray();
        ITaskItem[] given = task.SourceFiles;
        bool intoFolder = task.DestinationFolder is not null;
        task.SourceFiles = Pick(plan.Sources, left);
        task.DestinationFiles = intoFolder ? null! : Pick(plan.Destinations, left);
        bool success = task.ExecuteBuiltIn();
        task.SourceFiles = given;

        ITaskItem[] destinations = task.DestinationFiles;
        for (int i = 0; intoFolder && destinations.Length == left.Length && i < left.Length; i++)
        {
            plan.Destinations[left[i]] = destinations[i];
        }

        // Successes keep their order among the destinations, so one pass finds them.
        ITaskItem[] copied = task.CopiedByBuiltIn ?? [];
        for (int i = 0, next = 0; i < left.Length && next < copied.Length; i++)
        {
            if (ReferenceEquals(plan.Destinations[left[i]], copied[next]))
            {
                _done[left[i]] = true;
                next++;
            }
        }

        return success;
    }

    private static T[] Pick<T>(T[] all, int[]? which) => which is null ? all : Array.ConvertAll(which, i => all[i]);
}
