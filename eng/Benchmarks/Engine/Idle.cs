using Microsoft.Build.Framework;

namespace CopyOnWrite.Benchmarks.Engine;

/// <summary>
/// Takes Copy's parameters and does nothing, to measure the engine itself. Also reads what the engine's loggers want.
/// </summary>
public sealed class Idle : ITask
{
    public IBuildEngine BuildEngine { get; set; } = null!;

    public ITaskHost HostObject { get; set; } = null!;

#pragma warning disable CA1819 // Arrays, as they are in Copy.
    public ITaskItem[]? SourceFiles { get; set; }

    public ITaskItem[]? DestinationFiles { get; set; }
#pragma warning restore CA1819

    public bool SkipUnchangedFiles { get; set; }

    /// <summary>The result of Log.LogsMessagesOfImportance for a task.</summary>
    [Output]
    public bool LowIsHeard =>
        BuildEngine is not IBuildEngine10 engine || engine.EngineServices.LogsMessagesOfImportance(MessageImportance.Low);

    public bool Execute() => true;
}
