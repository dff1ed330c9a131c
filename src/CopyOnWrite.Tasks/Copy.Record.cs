using System.Diagnostics;
using System.Runtime.CompilerServices;
using Microsoft.Build.Framework;

namespace CopyOnWrite.Tasks;

/// <summary>Saying what a call did: a line for people, and with it the same file by file, for programs (docs/report.md).</summary>
public partial class Copy
{
    private CallRecord? _record;

    /// <summary>Nothing is kept for nobody: neither a log shows messages of low importance, nor is there a report file.</summary>
    private void OpenRecord(string projectFolder, int files)
    {
        if (_settings.ReportPath is not null || Log.LogsMessagesOfImportance(MessageImportance.Low))
        {
            _record = new CallRecord(projectFolder, files, Stopwatch.GetTimestamp());
        }
    }

    private void Count(int file, in FileOutcome outcome)
    {
        _counts.Add(outcome);
        _record?.Add(file, outcome);
    }

    private void SayWhatWasDone(CallRecord record, in Plan plan) => Say(_counts.ToString(), record.ToJson(plan, _counts));

    private void SayWhoDoesIt(string why)
    {
        string projectFolder = new Host(this).ProjectFolder();
        _settings = Settings.Of(BuildEngine4, projectFolder);
        if (_settings.ReportPath is not null || Log.LogsMessagesOfImportance(MessageImportance.Low))
        {
            Say($"CopyOnWrite: left to the built-in task: {why}.", CallRecord.OfBuiltIn(projectFolder, why));
        }
    }

    private void Say(string line, string json)
    {
        if (Log.LogsMessagesOfImportance(MessageImportance.Low))
        {
            BuildEngine.LogMessageEvent(MessageWithData.New(line, json));
        }

        if (_settings.ReportPath is { } path && ReportFile.WhyNotAppended(path, json) is { } why)
        {
            SayWhyReportIsIncomplete(path, why);
        }
    }

    // Never a warning: the build is right.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void SayWhyReportIsIncomplete(string path, string why) => Log.LogMessage(
        null, "COW1012", null, null, 0, 0, 0, 0, MessageImportance.Normal, "CopyOnWrite: {0} '{1}' cannot be written, so lines are missing there: {2} See {3}", Settings.ReportProperty, path, why, Documentation.PageOf("COW1012"));
}
