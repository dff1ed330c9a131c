using System.Runtime.CompilerServices;
using Microsoft.Build.Framework;
using Microsoft.Build.Utilities;

namespace CopyOnWrite.Tasks;

/// <summary>
/// Reports what a call did: a line for people, with the same file by file for programs (docs/reference/log.md).
/// </summary>
internal static class CallReport
{
    /// <summary>No data is collected if no logger shows messages of low importance and there is no report file.</summary>
    internal static bool IsWanted(TaskLoggingHelper log, Settings settings) =>
        settings.ReportPath is not null || LogImportance.IsLogged(log, MessageImportance.Low);

    internal static void Log(IBuildEngine engine, TaskLoggingHelper log, Settings settings, string line, string json)
    {
        if (LogImportance.IsLogged(log, MessageImportance.Low))
        {
            engine.LogMessageEvent(MessageWithData.New(engine, line, json));
        }

        if (settings.ReportPath is { } path && TaskProcess.Instance.ReportFile.WhyNotAppended(path, json) is { } why)
        {
            LogWhyItIsIncomplete(log, path, why);
        }
    }

    // Never a warning: the build is right.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void LogWhyItIsIncomplete(TaskLoggingHelper log, string path, string why) => log.LogMessage(
        null, "COW1012", null, null, 0, 0, 0, 0, MessageImportance.Normal,
        "CopyOnWrite: {0} '{1}' cannot be written, so lines are missing from it: {2} See {3}", Settings.ReportProperty, path, why,
        Documentation.PageOf("COW1012"));
}
