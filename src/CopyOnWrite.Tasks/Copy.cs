namespace CopyOnWrite.Tasks;

/// <summary>
/// MSBuild's Copy task, which clones where it can. Every parameter, message and code is the host's own, by inheritance. A
/// <see cref="CopyCall"/> takes the files that it can copy with the same result; the built-in task gets the rest (<see cref="Fallback"/>).
/// </summary>
#pragma warning disable CA1001 // The engine does not dispose of tasks.
[MSBuildMultiThreadableTask]
public class Copy : Microsoft.Build.Tasks.Copy, ICancelableTask
#pragma warning restore CA1001
{
    private readonly CancellationTokenSource _cancellation = new();

    // An exception of the built-in task is not caught here.
    private bool _isInBuiltIn;

    // Both outputs shadow the built-in task's, whose setters are private. The engine reads the outputs of the class that it was given.
    [Output]
    public new ITaskItem[]? CopiedFiles { get; private set; }

    [Output]
    public new bool WroteAtLeastOneFile { get; private set; }

    internal CancellationToken Cancellation => _cancellation.Token;

    /// <summary>The built-in task's own output.</summary>
    internal ITaskItem[]? CopiedByBuiltIn => base.CopiedFiles;

    public new void Cancel()
    {
        _cancellation.Cancel();
        base.Cancel();
    }

    public override bool Execute()
    {
        ITaskItem[]? destinations = DestinationFiles;
        try
        {
            return CloneOrCopy();
        }
        catch (Exception e) when (!_isInBuiltIn && !IsOfEngine(e))
        {
            // A defect in this code fails no build: the built-in task copies all files of the call, even those copied already.
            CopyMessages.Unexpected(this, e);
            DestinationFiles = destinations!;
            return ExecuteWholeBuiltIn();
        }
    }

    /// <summary>Whether a logger failed (EventSourceSink.cs of MSBuild), or the process has no memory.</summary>
    private static bool IsOfEngine(Exception error) =>
        error is OutOfMemoryException or LoggerException || error.GetType().Name == "InternalLoggerException";

    private bool CloneOrCopy()
    {
        var host = new Host(this);
        FallbackReason why = Fallback.ReasonFor(this, host);
        if (why != FallbackReason.None)
        {
            return ExecuteBuiltIn(host, why);
        }

        string projectFolder = host.ProjectFolder();
        if (!TryPlan(projectFolder, out CopyPlan plan))
        {
            return ExecuteBuiltIn(host, FallbackReason.UnsupportedPath);
        }

        using var call = new CopyCall(this, plan, Settings.Of(BuildEngine4, projectFolder), projectFolder);
        return call.Run(host);
    }

    internal bool ExecuteBuiltIn()
    {
        _isInBuiltIn = true;
        bool success = base.Execute();
        _isInBuiltIn = false;
        return success;
    }

    /// <summary>Sets our outputs and, if possible, the built-in task's: a program may use this as a Microsoft.Build.Tasks.Copy.</summary>
    internal void SetOutputs(ITaskItem[]? copied, bool wrote)
    {
        CopiedFiles = copied;
        WroteAtLeastOneFile = wrote;
        NewerMembers.SetCopiedFiles(this, copied);
        NewerMembers.SetWroteAtLeastOneFile(this, wrote);
    }

    private bool ExecuteBuiltIn(in Host host, FallbackReason why)
    {
        if (why != FallbackReason.NothingToCopy && CallReport.IsWanted(Log))
        {
            string detail = why == FallbackReason.SystemCallMissing ? $" ({TaskProcess.Instance.MissingSystemCall})" : string.Empty;
            string line = $"CopyOnWrite: left to the built-in task: {FallbackText.Of(why)}{detail}.";
            CallReport.Log(BuildEngine, line, CallRecord.OfBuiltIn(host.ProjectFolder(), why));
        }

        return ExecuteWholeBuiltIn();
    }

    private bool ExecuteWholeBuiltIn()
    {
        bool success = ExecuteBuiltIn();
        SetOutputs(base.CopiedFiles, NewerMembers.WroteAtLeastOneFile(this));
        return success;
    }

    /// <summary>False when a path is unsupported: the built-in task logs it, and copies the other files.</summary>
    private bool TryPlan(string projectFolder, out CopyPlan plan)
    {
        try
        {
            return CopyPlan.TryMake(
                SourceFiles, DestinationFiles ?? CopyPlan.ItemsIn(DestinationFolder, SourceFiles), projectFolder, out plan);
        }
        catch (Exception e) when (e is ArgumentException or NotSupportedException or PathTooLongException)
        {
            // .NET Framework's Path methods throw for | " < >, control characters and * (ArgumentException), for a second colon
            // (NotSupportedException) and for what is too long: "Exceptions" of Path.Combine and Path.GetFullPath in its documentation.
            // .NET's take all of them but NUL.
            plan = default;
            return false;
        }
    }
}
