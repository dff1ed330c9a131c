using System.Reflection;

namespace CopyOnWrite.Tasks;

/// <summary>Reports what a call did: a line for people, with the same file by file for programs (docs/reference/log.md).</summary>
internal static class CallReport
{
    // A message of low importance with data that a binary log keeps and other loggers do not show. MSBuild 17.7 lacks it, so it is looked
    // up by name; there the message is logged without the data.
    private static readonly Type? s_withData = typeof(BuildMessageEventArgs).Assembly.GetType(
        "Microsoft.Build.Framework.ExtendedBuildMessageEventArgs");
    private static readonly PropertyInfo? s_data = s_withData?.GetProperty("ExtendedData");
    private static readonly ConstructorInfo? s_new = s_withData?.GetConstructor(
        new[] { typeof(string), typeof(string), typeof(string), typeof(string), typeof(MessageImportance) });

    /// <summary>
    /// Whether any log shows messages of an importance; true where MSBuild cannot answer. It has the method since 17.0 (16.6 lacks it), so
    /// it is looked up by name: a call that names a missing member fails with MSB4018.
    /// </summary>
    internal static readonly Func<TaskLoggingHelper, MessageImportance, bool> IsLogged =
        typeof(TaskLoggingHelper).GetMethod("LogsMessagesOfImportance", new[] { typeof(MessageImportance) }) is { } logs
            ? (Func<TaskLoggingHelper, MessageImportance, bool>)logs.CreateDelegate(
                typeof(Func<TaskLoggingHelper, MessageImportance, bool>))
            : static (_, _) => true;

    /// <summary>No data is collected if no logger shows messages of low importance.</summary>
    internal static bool IsWanted(TaskLoggingHelper log) => IsLogged(log, MessageImportance.Low);

    internal static void Log(IBuildEngine engine, string line, string json) => engine.LogMessageEvent(NewMessage(engine, line, json));

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
}
