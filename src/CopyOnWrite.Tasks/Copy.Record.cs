using System.Diagnostics;

namespace CopyOnWrite.Tasks;

/// <summary>What is said of a call.</summary>
public partial class Copy
{
    private CallRecord? _record;

    private void OpenRecord(string projectFolder, int files)
    {
        if (CallReport.IsWanted(Log, _settings))
        {
            _record = new CallRecord(projectFolder, files, Stopwatch.GetTimestamp());
        }
    }

    private void Count(int file, in FileOutcome outcome)
    {
        _counts.Add(outcome);
        _record?.Add(file, outcome);
    }

    private void SayWhatWasDone(CallRecord record, in Plan plan) =>
        CallReport.Say(BuildEngine, Log, _settings, _counts.ToString(), record.ToJson(plan.SourcePaths, plan.DestinationPaths, _counts));

    private void SayWhoDoesIt(FallbackReason why)
    {
        string projectFolder = new Host(this).ProjectFolder();
        _settings = Settings.Of(BuildEngine4, projectFolder);
        if (CallReport.IsWanted(Log, _settings))
        {
            CallReport.Say(BuildEngine, Log, _settings, $"CopyOnWrite: left to the built-in task: {FallbackText.Of(why)}{(why == FallbackReason.SystemCallMissing ? $": {s_strategyFailure}" : string.Empty)}.", CallRecord.OfBuiltIn(projectFolder, why));
        }
    }
}
