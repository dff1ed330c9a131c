using System;
using System.Reflection;
using Microsoft.Build.Framework;

namespace CopyOnWrite.Tasks;

/// <summary>
/// A message of low importance with data that a binary log keeps and other loggers do not show: ExtendedBuildMessageEventArgs. MSBuild 17.7
/// lacks it, so it is looked up by name; there the message is logged without the data. So it is in a task host, as MSBuild drops extended
/// events that come from one (dotnet/msbuild issue 14874).
/// </summary>
internal static class MessageWithData
{
    /// <summary>The ExtendedType that readers of logs look for.</summary>
    private const string Type = "CopyOnWrite.Copy";

    private static readonly Type? s_type = typeof(BuildMessageEventArgs).Assembly.GetType(
        "Microsoft.Build.Framework.ExtendedBuildMessageEventArgs");
    private static readonly PropertyInfo? s_data = s_type?.GetProperty("ExtendedData");
    private static readonly ConstructorInfo? s_new = s_type?.GetConstructor(
        new[] { typeof(string), typeof(string), typeof(string), typeof(string), typeof(MessageImportance) });

    internal static BuildMessageEventArgs New(IBuildEngine engine, string text, string data)
    {
        const string Sender = "Copy";
        bool isTaskHost = engine.GetType().Name.Contains("TaskHostNode"); // OutOfProcTaskHostNode, in MSBuild's program.
        if (s_new is null || s_data is null || isTaskHost)
        {
            return new BuildMessageEventArgs(text, null, Sender, MessageImportance.Low);
        }

        object message = s_new.Invoke(new object?[] { Type, text, null, Sender, MessageImportance.Low });
        s_data.SetValue(message, data);
        return (BuildMessageEventArgs)message;
    }
}
