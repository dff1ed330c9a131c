using System.Collections.Generic;
using CopyOnWrite.Tasks;
using Microsoft.Build.Framework;
using Microsoft.Build.Utilities;

namespace CopyOnWrite.Artifacts;

/// <summary>Logs, counts and, on request, records what a call has staged.</summary>
/// <param name="keepsOutcomes">Whether each file's outcome is needed, for the record or as CopiedFiles.</param>
internal sealed class StagingResults(StagingOptions options, StagingLog log, bool keepsOutcomes)
{
    private readonly List<string> _sources = new();
    private readonly List<string> _destinations = new();
    private readonly List<CloneOutcome> _outcomes = new();

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
            AddWritten(file, outcome.Outcome);
        }
        else
        {
            string why = file.Failure(outcome, out bool mayPass);
            string retries = mayPass && options.RetryCount > 0 ? $", after {options.RetryCount} retries" : string.Empty;
            log.Error("COW1027", file.Item.Item, $"'{file.From}' could not be staged to '{file.To}'{retries}: {why.TrimEnd('.')}.");
        }
    }

    internal ITaskItem[] CopiedItems()
    {
        var items = new ITaskItem[_destinations.Count];
        for (int i = 0; i < items.Length; i++)
        {
            // A percent sign would begin an escape.
            items[i] = new TaskItem(_destinations[i].Replace("%", "%25"));
            items[i].SetMetadata("SourceFile", _sources[i].Replace("%", "%25"));
        }

        return items;
    }

    internal string ToJson(string projectFolder, long began) =>
        CallRecord.ToJson(projectFolder, began, _sources, _destinations, _outcomes.ToArray(), Counts);

    private void AddWritten(in StagedFile file, in CloneOutcome outcome)
    {
        Counts.Add(outcome);
        if (keepsOutcomes)
        {
            _sources.Add(file.From);
            _destinations.Add(file.To);
            _outcomes.Add(outcome);
        }

        if (log.LogsEachFile)
        {
            log.Normal($"{(outcome.IsClone ? "Cloned" : "Copied")} '{file.From}' to '{file.To}'.");
        }

        if (outcome.UsedBy is { } processes)
        {
            log.InUse(file.To, processes);
        }
    }
}
