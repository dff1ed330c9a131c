using Microsoft.Build.Framework;
using Microsoft.Build.Logging;

namespace CopyOnWrite.Benchmarks.Engine;

/// <summary>
/// Times a task by its events. It derives from the console logger of a plain `dotnet build`, because the engine asks its loggers for their
/// verbosity and gives unknown loggers everything; then tasks would log messages that they do not log in a build.
/// </summary>
internal sealed class CallTimer : ConsoleLogger
{
    private readonly StringBuilder _output;
    private DateTime _taskStarted;
    private DateTime _targetStarted;

    internal CallTimer()
        : this(new StringBuilder())
    {
    }

    private CallTimer(StringBuilder output)
        : base(LoggerVerbosity.Minimal, text => output.Append(text), _ => { }, () => { }) => _output = output;

    internal TimeSpan Task { get; private set; }

    internal TimeSpan Target { get; private set; }

    /// <summary>Whether a task has logged a message of low importance, which it does only where a logger wants it.</summary>
    internal bool HearsLow { get; private set; }

    internal string TaskAssembly { get; private set; } = string.Empty;

    /// <summary>Warnings and errors.</summary>
    internal string Output => _output.ToString();

    /// <summary>The engine calls this one, as the console logger is an INodeLogger.</summary>
    public override void Initialize(IEventSource eventSource, int nodeCount)
    {
        base.Initialize(eventSource, nodeCount);

        eventSource.MessageRaised += (_, e) => HearsLow |= e is { Importance: MessageImportance.Low, SenderName: "Message" };

        // Events carry the times of their creation, on the engine's thread, to 100 ns.
        eventSource.TargetStarted += (_, e) => _targetStarted = e.Timestamp;
        eventSource.TargetFinished += (_, e) => Target = e.Timestamp - _targetStarted;
        eventSource.TaskFinished += (_, e) => Task = e.Timestamp - _taskStarted;
        eventSource.TaskStarted += (_, e) =>
        {
            _taskStarted = e.Timestamp;
            TaskAssembly = e.TaskAssemblyLocation ?? string.Empty;
        };
    }
}
