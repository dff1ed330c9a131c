namespace CopyOnWrite.Artifacts;

/// <summary>
/// Stages files and folders, by cloning where possible, as the Artifact and Robocopy items of Microsoft.Build.Artifacts define
/// (docs/guide/staging.md). It has the parameters of that package's task, which it replaces in a repository that has both.
/// </summary>
#pragma warning disable CA1001 // The engine does not dispose of tasks.
[MSBuildMultiThreadableTask]
public class Robocopy : Task, ICancelableTask
#pragma warning restore CA1001
{
    private const string OurTargets = "CopyOnWrite.Staging.targets";

    private readonly CancellationTokenSource _cancellation = new();

    /// <summary>Files and folders, with the metadata that docs/guide/staging.md lists.</summary>
    [Required]
    public ITaskItem[] Sources { get; set; } = Array.Empty<ITaskItem>();

    /// <summary>The number of retries of a failed file.</summary>
    public int RetryCount { get; set; }

    /// <summary>The pause before each retry, in milliseconds.</summary>
    public int RetryWait { get; set; }

    /// <summary>Whether the log says why files are not staged.</summary>
    public bool ShowDiagnosticTrace { get; set; }

    /// <summary>Whether failed attempts are logged at high importance; only the last is an error.</summary>
    public bool ShowErrorOnRetry { get; set; } = true;

    /// <summary>The repository's switch, with the values that Copy's has: true or 1, false or 0.</summary>
    public string DisableCopyOnWrite { get; set; } = string.Empty;

    public bool ListCopiedFiles { get; set; }

    /// <summary>The files that were staged, with the metadata SourceFile; not those that were there already.</summary>
    [Output]
    public ITaskItem[] CopiedFiles { get; private set; } = Array.Empty<ITaskItem>();

    internal int Pause => Math.Max(RetryWait, 0);

    public void Cancel() => _cancellation.Cancel();

    public override bool Execute()
    {
        if (Sources.Length == 0)
        {
            return true;
        }

        var log = new StagingLog(BuildEngine, Log);
        bool isOff = false;
        string text = DisableCopyOnWrite.Trim();
        if (text.Length > 0 && !SettingValues.TryParseCondition(text, out isOff))
        {
            log.Error(
                "COW1001",
                $"DisableCopyOnWrite is '{DisableCopyOnWrite}'. Accepted values: true or 1 (files are copied), false or 0 (files are "
                + "cloned where possible).");
            return false;
        }

        if (!BuildEngine.ProjectFileOfTaskNode.EndsWith(OurTargets, StringComparison.OrdinalIgnoreCase))
        {
            log.Low($"CopyOnWrite: staging replaces the task that '{BuildEngine.ProjectFileOfTaskNode}' calls.");
        }

        long began = Stopwatch.GetTimestamp();
        string projectFolder = ProjectFolderOf(Sources[0]);
        Settings settings = Settings.Of(BuildEngine4, projectFolder);
        Platform platform = Platform.OrDotNet((isOff ? null : TaskProcess.Instance.Platform) ?? Platform.WithoutClones());
        StagedItem[] items = Sources.Select(source => StagedItem.Parse(source, projectFolder, log)).OfType<StagedItem>().ToArray();
        var results = new StagingResults(this, log, keepsOutcomes: ListCopiedFiles || CallReport.IsWanted(Log));
        using (var cache = new CallCache(platform, settings, this, projectFolder))
        {
            var call = new CloneCall(
                platform, cache.Entries, FlushesSources: settings.FlushesSources, ReplacesFilesInUse: settings.ReplacesFilesInUse);
            new Stager(call, this, log, results, _cancellation.Token).Stage(items);
        }

        if (CallReport.IsWanted(Log))
        {
            CallReport.Log(BuildEngine, results.Counts.ToString(), results.ToJson(projectFolder, began));
        }

        CopiedFiles = ListCopiedFiles ? results.CopiedItems() : CopiedFiles;
        return !Log.HasLoggedErrors && !_cancellation.IsCancellationRequested;
    }

    /// <summary>
    /// The folder of the project, for a task without Copy's inherited TaskEnvironment. In a multithreaded build the working directory is
    /// not the project's, but the engine's items know where their relative paths start.
    /// </summary>
    private static string ProjectFolderOf(ITaskItem item)
    {
        if (item is not ITaskItem2 writable)
        {
            return Directory.GetCurrentDirectory();
        }

        string spec = writable.EvaluatedIncludeEscaped;
        try
        {
            writable.EvaluatedIncludeEscaped = ".";
            return Path.GetFullPath(writable.GetMetadata("FullPath"));
        }
        finally
        {
            writable.EvaluatedIncludeEscaped = spec;
        }
    }
}

/// <summary>
/// The task under a unique name, for our own targets. MSBuild uses a registration by full name for calls by the name's
/// last part too, so with a registered Robocopy a repository that calls another package's RoboCopy would get ours.
/// </summary>
[MSBuildMultiThreadableTask]
public sealed class CopyOnWriteStaging : Robocopy;
