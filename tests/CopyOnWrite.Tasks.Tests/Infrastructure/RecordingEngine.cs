using System.Collections;
using System.Collections.Concurrent;
using Microsoft.Build.Framework;

namespace CopyOnWrite.Tasks.Tests;

/// <summary>The engine that a task under test talks to: keeps what it logs. Safe for concurrent use.</summary>
internal class RecordingEngine : IBuildEngine10
{
    private readonly ConcurrentQueue<BuildEventArgs> _events = new();
    private readonly ConcurrentDictionary<object, object> _objects = new();

    internal RecordingEngine() => EngineServices = new Services(this);

    /// <summary>Called with each message, on the thread that says it, before the task goes on.</summary>
    internal Action<string> OnMessage { get; init; } = _ => { };

    /// <summary>The least important messages that a log shows.</summary>
    internal MessageImportance Shows { get; init; } = MessageImportance.Low;

    internal IReadOnlyList<BuildEventArgs> Events => [.. _events];

    public string ProjectFileOfTaskNode { get; init; } = "CopyOnWrite.Staging.targets";

    public EngineServices EngineServices { get; }

    public bool AllowFailureWithoutError { get; set; }

    public bool ContinueOnError => false;

    public bool IsRunningMultipleNodes => false;

    public int LineNumberOfTaskNode => 0;

    public int ColumnNumberOfTaskNode => 0;

    /// <summary>One that does something at each message with these words, before the task goes on.</summary>
    internal static RecordingEngine At(string words, Action act) => new()
    {
        OnMessage = text =>
        {
            if (text.Contains(words, StringComparison.Ordinal))
            {
                act();
            }
        },
    };

    /// <summary>One line for each, for tests that fail.</summary>
    public override string ToString() => string.Join('\n', _events.Select(e => $"{KindOf(e)}: {e.Message}").Prepend("What was said:"));

    public void LogErrorEvent(BuildErrorEventArgs e) => _events.Enqueue(e);

    public void LogWarningEvent(BuildWarningEventArgs e) => _events.Enqueue(e);

    public void LogMessageEvent(BuildMessageEventArgs e)
    {
        _events.Enqueue(e);
        OnMessage(e.Message ?? string.Empty);
    }

    public void LogCustomEvent(CustomBuildEventArgs e) => _events.Enqueue(e);

    public void LogTelemetry(string eventName, IDictionary<string, string> properties)
    {
        // Nothing uses it.
    }

    public object? GetRegisteredTaskObject(object key, RegisteredTaskObjectLifetime lifetime) => _objects.GetValueOrDefault(key);

    public void RegisterTaskObject(object key, object obj, RegisteredTaskObjectLifetime lifetime, bool allowEarlyCollection) =>
        _objects[key] = obj;

    public object? UnregisterTaskObject(object key, RegisteredTaskObjectLifetime lifetime) =>
        _objects.TryRemove(key, out object? removed) ? removed : null;

    public IReadOnlyDictionary<string, string> GetGlobalProperties() => new Dictionary<string, string>();

    /// <summary>Whether warnings of a code are errors.</summary>
    internal Func<string, bool> IsError { get; init; } = _ => false;

    public bool ShouldTreatWarningAsError(string warningCode) => IsError(warningCode);

    public int RequestCores(int requestedCores) => requestedCores;

    public void ReleaseCores(int coresToRelease)
    {
        // There is no other task to give them to.
    }

    public void Yield() => throw new NotSupportedException();

    public void Reacquire() => throw new NotSupportedException();

    public bool BuildProjectFile(string projectFileName, string[] targetNames, IDictionary globalProperties, IDictionary targetOutputs) =>
        throw new NotSupportedException();

    public bool BuildProjectFile(
        string projectFileName, string[] targetNames, IDictionary globalProperties, IDictionary targetOutputs, string toolsVersion) =>
        throw new NotSupportedException();

    public bool BuildProjectFilesInParallel(
        string[] projectFileNames, string[] targetNames, IDictionary[] globalProperties, IDictionary[] targetOutputsPerProject,
        string[] toolsVersion, bool useResultsCache, bool unloadProjectsOnCompletion) =>
        throw new NotSupportedException();

    public BuildEngineResult BuildProjectFilesInParallel(
        string[] projectFileNames, string[] targetNames, IDictionary[] globalProperties, IList<string>[] removeGlobalProperties,
        string[] toolsVersion, bool returnTargetOutputs) =>
        throw new NotSupportedException();

    private static string KindOf(BuildEventArgs e) => e switch
    {
        BuildErrorEventArgs error => $"error {error.Code}",
        BuildWarningEventArgs warning => $"warning {warning.Code}",
        BuildMessageEventArgs message => message.Importance.ToString(),
        _ => e.GetType().Name,
    };

    private sealed class Services(RecordingEngine engine) : EngineServices
    {
        public override bool LogsMessagesOfImportance(MessageImportance importance) => importance <= engine.Shows;

        public override bool IsTaskInputLoggingEnabled => false;
    }
}
