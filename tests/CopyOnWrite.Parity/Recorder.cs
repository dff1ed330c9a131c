using Microsoft.Build.Framework;

namespace CopyOnWrite.Parity;

/// <summary>Keeps the events of Copy calls, and the errors and warnings of all else.</summary>
internal sealed class Recorder : ILogger
{
    private readonly HashSet<int> _copyTasks = [];

    public LoggerVerbosity Verbosity { get; set; } = LoggerVerbosity.Diagnostic;

    public string? Parameters { get; set; }

    internal List<LoggedEvent> Events { get; } = [];

    /// <summary>The line of our own task that the built-in does not have, one of the listed differences.</summary>
    internal List<string> OwnLines { get; } = [];

    public void Initialize(IEventSource eventSource)
    {
        eventSource.TaskStarted += (_, e) =>
        {
            if (e.TaskName == "Copy")
            {
                _copyTasks.Add(e.BuildEventContext!.TaskId);
            }
        };
        eventSource.ErrorRaised += (_, e) =>
            Add("error", e.Code, e.Message, e.HelpKeyword, e.SenderName, $"{Path.GetFileName(e.File)}({e.LineNumber},{e.ColumnNumber})");
        eventSource.WarningRaised += (_, e) =>
            Add("warning", e.Code, e.Message, e.HelpKeyword, e.SenderName, $"{Path.GetFileName(e.File)}({e.LineNumber},{e.ColumnNumber})");
        eventSource.MessageRaised += (_, e) =>
        {
            // The engine's own messages within a task (its parameters, "Using task ...") are of other types or name the assembly.
            if ((e.GetType() == typeof(BuildMessageEventArgs) || e is ExtendedBuildMessageEventArgs)
                && e.BuildEventContext is not null
                && _copyTasks.Contains(e.BuildEventContext.TaskId)
                && e.SenderName == "Copy")
            {
                Add($"message {e.Importance}", e.Code, e.Message, e.HelpKeyword, e.SenderName, string.Empty);
            }
        };
    }

    public void Shutdown()
    {
    }

    private void Add(string kind, string? code, string? text, string? helpKeyword, string? sender, string place)
    {
        lock (Events)
        {
            if (text?.StartsWith("CopyOnWrite: ", StringComparison.Ordinal) == true && kind == "message Low")
            {
                OwnLines.Add(text);
            }
            else
            {
                Events.Add(new LoggedEvent(kind, code ?? "", text ?? "", helpKeyword ?? "", sender ?? "", place));
            }
        }
    }
}
