using System;
using System.Collections.Generic;
using System.IO;
using CopyOnWrite.Tasks;
using Microsoft.Build.Framework;
using Microsoft.Build.Utilities;

namespace CopyOnWrite.Artifacts;

/// <summary>Logs, counts and, on request, records what a call has staged.</summary>
/// <param name="keepsOutcomes">Whether each file's outcome is needed, for the record or as CopiedFiles.</param>
internal sealed class StagedFiles(StagingOptions options, StagingLog log, bool keepsOutcomes)
{
    private readonly List<string> _sources = new();
    private readonly List<string> _destinations = new();
    private readonly List<CloneOutcome> _outcomes = new();

    // Of the files staged last. Unchanged ones are only counted, unless the log or an output lists each.
    private readonly List<(FileToStage File, StagedResult Result)> _kept = new();
    private int _would;

    internal CallCounts Counts { get; } = new();

    /// <summary>Each destination folder with an item staged there, once per item.</summary>
    internal List<KeyValuePair<string, StagedItem>> DestinationFolders { get; } = new();

    /// <summary>
    /// With <see cref="StagingOptions.RecordsAll"/>: every file that now equals its source: its path, with its source.
    /// </summary>
    internal Dictionary<string, string> All { get; } = new(StringComparer.Ordinal);

    internal bool IsBelowADestination(string path) =>
        DestinationFolders.Exists(folder =>
            path.StartsWith(folder.Key, PathNames.Comparison)
            && (path.Length == folder.Key.Length || path[folder.Key.Length] == Path.DirectorySeparatorChar));

    internal void Add(in FileToStage file, in StagedResult result)
    {
        Counts.Unchanged += result.What == StagedState.Unchanged ? 1 : 0;
        if (result.What != StagedState.Unchanged || options.RecordsAll || options.LogsSkipped)
        {
            _kept.Add((file, result));
        }
    }

    /// <summary>Called after files that were staged in any order.</summary>
    internal void LogAdded()
    {
        (FileToStage File, StagedResult Result)[] kept = _kept.ToArray();
        _kept.Clear();
        if (keepsOutcomes || log.LogsEachFile)
        {
            // Sorted: neither listings nor threads have an order.
            Array.Sort(Array.ConvertAll(kept, one => one.File.To), kept, StringComparer.Ordinal);
        }

        foreach ((FileToStage file, StagedResult result) in kept)
        {
            if (options.RecordsAll && result.What is StagedState.Unchanged or StagedState.Done or StagedState.Would)
            {
                All[file.To] = file.From;
            }

            if (result.What != StagedState.Unchanged || options.LogsSkipped)
            {
                Log(file, result);
            }
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

    internal string ToJson(string projectFolder, long began)
    {
        var record = new CallRecord(projectFolder, _outcomes.Count, began);
        for (int i = 0; i < _outcomes.Count; i++)
        {
            record.Add(i, _outcomes[i]);
        }

        return record.ToJson(_sources, _destinations, Counts);
    }

    /// <summary>Logs the call's line, like that of Copy.</summary>
    internal string Summary() =>
        options.DryRun ? $"CopyOnWrite: dry run: {_would} files would be staged, {Counts.Unchanged} are up to date." : Counts.ToString();

    private void Log(in FileToStage file, in StagedResult result)
    {
        string from = file.From;
        string to = file.To;
        switch (result.What)
        {
            case StagedState.Unchanged:
                log.Low($"'{to}' is up to date with '{from}'.");
                break;
            case StagedState.Would:
                _would++;
                log.Normal($"Would stage '{from}' to '{to}'.");
                break;
            case StagedState.Done:
                Count(from, to, result.Outcome);
                break;
            case StagedState.NameTaken:
                log.Error(
                    "COW1028",
                    file.Folders.Item.Item,
                    $"'{from}' is not staged: its name differs only in case from that of another staged file, and the volume of '{to}' "
                    + "ignores case.");
                break;
            default:
                string retries = result.What == StagedState.Later && options.RetryCount > 0
                    ? $", after {options.RetryCount} retries"
                    : string.Empty;
                log.Error(
                    "COW1027", file.Folders.Item.Item, $"'{from}' could not be staged to '{to}'{retries}: {result.Why!.TrimEnd('.')}.");
                break;
        }
    }

    private void Count(string from, string to, in CloneOutcome outcome)
    {
        Counts.Add(outcome);
        if (keepsOutcomes)
        {
            _sources.Add(from);
            _destinations.Add(to);
            _outcomes.Add(outcome);
        }

        if (log.LogsEachFile)
        {
            log.Normal($"{(outcome.IsClone ? "Cloned" : "Copied")} '{from}' to '{to}'.");
        }

        if (outcome.UsedBy is { } processes)
        {
            log.InUse(to, processes);
        }
    }
}
