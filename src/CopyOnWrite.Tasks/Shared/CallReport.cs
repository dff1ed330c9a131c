using System;
using System.Reflection;
using System.Runtime.CompilerServices;
using Microsoft.Build.Framework;
using Microsoft.Build.Utilities;

namespace CopyOnWrite.Tasks;

/// <summary>
/// Reports what a call did: a line for people, with the same file by file for programs (docs/reference/log.md).
/// </summary>
internal static class CallReport
{
    // A message of low importance with data that a binary log keeps and other loggers do not show. MSBuild 17.7 lacks it, so it is looked
    // up by name; there the message is logged without the data.
    private static readonly Type? s_withData = typeof(BuildMessageEventArgs).Assembly.GetType(
        "Microsoft.Build.Framework.ExtendedBuildMessageEventArgs");
    private static readonly PropertyInfo? s_data = s_withData?.GetProperty("ExtendedData");
    private static readonly ConstructorInfo? s_new = s_withData?.GetConstructor(
        new[] { typeof(string), typeof(string), typeof(string), typeof(string), typeof(MessageImportance) });

    /// <summary>No data is collected if no logger shows messages of low importance and there is no report file.</summary>
    internal static bool IsWanted(TaskLoggingHelper log, Settings settings) =>
        settings.ReportPath is not null || LogImportance.IsLogged(log, MessageImportance.Low);

    internal static void Log(IBuildEngine4 engine, TaskLoggingHelper log, Settings settings, string line, string json)
    {
        if (LogImportance.IsLogged(log, MessageImportance.Low))
        {
            engine.LogMessageEvent(NewMessage(engine, line, json));
        }

        if (settings.ReportPath is { } path && BuildState.Of(engine).ReportFile.WhyNotAppended(path, json) is { } why)
        {
            LogWhyItIsIncomplete(log, path, why);
        }
    }

    private static BuildMessageEventArgs NewMessage(IBuildEngine engine, string text, string data)
    {
        const string Sender = "Copy";
        const string Type = "CopyOnWrite.Copy"; // The ExtendedType that readers of logs look for.

        // OutOfProcTaskHostNode, in MSBuild's program: MSBuild drops extended events that come from one (dotnet/msbuild issue 14874).
        bool isTaskHost = engine.GetType().Name.Contains("TaskHostNode");
        if (s_new is null || s_data is null || isTaskHost)
        {
            return new BuildMessageEventArgs(text, null, Sender, MessageImportance.Low);
        }

        object message = s_new.Invoke(new object?[] { Type, text, null, Sender, MessageImportance.Low });
        s_data.SetValue(message, data);
        return (BuildMessageEventArgs)message;
    }

    // Never a warning: the build is right.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void LogWhyItIsIncomplete(TaskLoggingHelper log, string path, string why) => log.LogMessage(
        null, "COW1012", null, null, 0, 0, 0, 0, MessageImportance.Normal,
        "CopyOnWrite: {0} '{1}' cannot be written, so lines are missing from it: {2} See {3}", Settings.ReportProperty, path, why,
        Documentation.PageOf("COW1012"));
}
