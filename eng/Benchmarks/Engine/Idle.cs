using Microsoft.Build.Framework;

namespace CopyOnWrite.Benchmarks.Engine;

/// <summary>Does nothing but read what the engine's loggers want.</summary>
public sealed class Idle : ITask
{
    public IBuildEngine BuildEngine { get; set; } = null!;

    public ITaskHost HostObject { get; set; } = null!;

    /// <summary>The result of Log.LogsMessagesOfImportance for a task.</summary>
    [Output]
    public bool LowIsHeard =>
        BuildEngine is not IBuildEngine10 engine || engine.EngineServices.LogsMessagesOfImportance(MessageImportance.Low);

    public bool Execute() => true;
}
