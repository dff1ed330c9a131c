using System;
using Microsoft.Build.Framework;
using Microsoft.Build.Utilities;

namespace CopyOnWrite.Tasks;

/// <summary>
/// Asks whether any log shows messages of an importance. MSBuild has the method since 17.0 (16.6 lacks it), so it is looked up by name: a
/// call that names a missing member fails with MSB4018.
/// </summary>
internal static class LogImportance
{
    /// <summary>True where MSBuild cannot answer.</summary>
    internal static readonly Func<TaskLoggingHelper, MessageImportance, bool> IsLogged =
        typeof(TaskLoggingHelper).GetMethod("LogsMessagesOfImportance", new[] { typeof(MessageImportance) }) is { } logs
            ? (Func<TaskLoggingHelper, MessageImportance, bool>)logs.CreateDelegate(
                typeof(Func<TaskLoggingHelper, MessageImportance, bool>))
            : static (_, _) => true;
}
