namespace CopyOnWrite.Artifacts;

/// <summary>Logs, counts and, on request, records what a call has staged.</summary>
/// <param name="keepsOutcomes">Whether each file's outcome is needed, for the record or as CopiedFiles.</param>
internal sealed class StagingResults(Robocopy task, StagingLog log, bool keepsOutcomes)
{
    private readonly List<(StagedFile File, CloneOutcome Outcome)> _written = new();

    internal CallCounts Counts { get; } = new();

    internal void Add(in StagedFile file, in FileOutcome outcome)
    {
        if (outcome.IsUnchanged)
        {
            Counts.Unchanged++;
            log.Low($"'{file.To}' is up to date with '{file.From}'.");
        }
        else if (outcome.IsWritten)
        {
            Counts.Add(outcome.Outcome);
            if (keepsOutcomes)
            {
                _written.Add((file, outcome.Outcome));
            }

            if (log.LogsEachFile)
            {
                log.Normal($"{(outcome.Outcome.IsClone ? "Cloned" : "Copied")} '{file.From}' to '{file.To}'.");
            }

            if (outcome.Outcome.UsedBy is { } processes)
            {
                log.InUse(file.To, processes);
            }
        }
        else
        {
            string why = file.Failure(outcome, out bool mayPass);
            string retries = mayPass && task.RetryCount > 0 ? $", after {task.RetryCount} retries" : string.Empty;
            log.Error("COW1027", file.Item.Item, $"'{file.From}' could not be staged to '{file.To}'{retries}: {why.TrimEnd('.')}.");
        }
    }

    internal ITaskItem[] CopiedItems() => _written.ConvertAll<ITaskItem>(written =>
    {
        // A percent sign would begin an escape.
        var item = new TaskItem(written.File.To.Replace("%", "%25"));
        item.SetMetadata("SourceFile", written.File.From.Replace("%", "%25"));
        return item;
    }).ToArray();

    internal string ToJson(string projectFolder, long began) => CallRecord.ToJson(
        projectFolder, began, _written.ConvertAll(written => written.File.From), _written.ConvertAll(written => written.File.To),
        _written.ConvertAll(written => written.Outcome), Counts);
}
