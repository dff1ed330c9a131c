namespace CopyOnWrite.Tasks;

/// <summary>Logs a file as the built-in task does, with the base class's resources.</summary>
internal readonly struct CopyMessages(TaskLoggingHelper log, CopyPlan plan)
{
    private readonly bool _logsLow = CallReport.IsLogged(log, MessageImportance.Low);

    internal void Unchanged(int file)
    {
        if (_logsLow)
        {
            log.LogMessageFromResources(
                MessageImportance.Low, "Copy.DidNotCopyBecauseOfFileMatch", Source(file), Destination(file),
                nameof(Copy.SkipUnchangedFiles), "true");
        }
    }

    internal void MadeFolder(int file) => log.LogMessageFromResources(
        MessageImportance.Normal, "Copy.CreatesDirectory", Path.GetDirectoryName(Destination(file)));

    internal void MadeWritable(int file) =>
        log.LogMessageFromResources(MessageImportance.Low, "Copy.RemovingReadOnlyAttribute", Destination(file));

    internal void Copying(int file) => log.LogMessageFromResources(
        MessageImportance.Normal, "Copy.FileComment", plan.SourcePaths[file], plan.DestinationPaths[file]);

    internal void Retrying(int file, int retry, int pause, string why) =>
        log.LogWarningWithCodeFromResources("Copy.Retrying", Source(file), Destination(file), retry, pause, why, string.Empty);

    internal void GaveUp(int file, int retries, string why)
    {
        log.LogErrorWithCodeFromResources("Copy.ExceededRetries", Source(file), Destination(file), retries, string.Empty);
        Failed(file, why);
    }

    internal void Failed(int file, string why) =>
        log.LogErrorWithCodeFromResources("Copy.Error", Source(file), Destination(file), why);

    internal void PassedOver(int file) => log.LogMessage(
        MessageImportance.Low, "CopyOnWrite: skipped '{0}': it is another copy's temporary file, which a wildcard found.", Source(file));

    /// <summary>Logs an error of this code, at normal importance once in a build and process.</summary>
    internal static void Unexpected(Copy task, Exception error)
    {
        const string Code = "COW1009";
        string text = $"CopyOnWrite: an unexpected error, so MSBuild's own Copy copies the affected files: {error}";
        bool isNew = BuildState.Of(task.BuildEngine4).IsNewProblem(error.GetType().FullName!);
        task.Log.LogMessage(
            null, Code, null, null, 0, 0, 0, 0, isNew ? MessageImportance.Normal : MessageImportance.Low, "{0} See {1}", text,
            Documentation.PageOf(Code));
    }

    private string Source(int file) => plan.Sources[file].ItemSpec;

    private string Destination(int file) => plan.Destinations[file].ItemSpec;
}
