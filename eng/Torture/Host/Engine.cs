using System.Collections;
using Microsoft.Build.Framework;

namespace CopyOnWrite.Torture.Host;

/// <summary>As much of MSBuild's engine as the tasks ask for: it keeps what they log and what they register.</summary>
internal sealed class Engine(string projectFile) : IBuildEngine4
{
    private readonly Dictionary<object, object> _registered = [];
    private readonly object _oneAtATime = new();

    /// <summary>"error CODE", "warning CODE" or "message" and the text.</summary>
    internal List<(string Kind, string Text)> Events { get; } = [];

    public bool IsRunningMultipleNodes => false;

    public bool ContinueOnError => false;

    public int LineNumberOfTaskNode => 1;

    public int ColumnNumberOfTaskNode => 1;

    public string ProjectFileOfTaskNode => projectFile;

    public void LogErrorEvent(BuildErrorEventArgs e) => Add($"error {e.Code}", e.Message);

    public void LogWarningEvent(BuildWarningEventArgs e) => Add($"warning {e.Code}", e.Message);

    public void LogMessageEvent(BuildMessageEventArgs e) => Add("message", e.Message);

    public void LogCustomEvent(CustomBuildEventArgs e) => Add("message", e.Message);

    public void RegisterTaskObject(object key, object obj, RegisteredTaskObjectLifetime lifetime, bool allowEarlyCollection) =>
        _registered[key] = obj;

    public object? GetRegisteredTaskObject(object key, RegisteredTaskObjectLifetime lifetime) => _registered.GetValueOrDefault(key);

    public object? UnregisterTaskObject(object key, RegisteredTaskObjectLifetime lifetime) =>
        _registered.Remove(key, out object? found) ? found : null;

    public void Yield()
    {
    }

    public void Reacquire()
    {
    }

    public bool BuildProjectFile(string projectFileName, string[] targetNames, IDictionary globalProperties, IDictionary targetOutputs) =>
        throw new NotSupportedException();

    public bool BuildProjectFile(
        string projectFileName, string[] targetNames, IDictionary globalProperties, IDictionary targetOutputs, string toolsVersion) =>
        throw new NotSupportedException();

    public bool BuildProjectFilesInParallel(
        string[] projectFileNames, string[] targetNames, IDictionary[] globalProperties, IDictionary[] targetOutputsPerProject,
        string[] toolsVersion,
        bool useResultsCache, bool unloadProjectsOnCompletion) => throw new NotSupportedException();

    public BuildEngineResult BuildProjectFilesInParallel(
        string[] projectFileNames, string[] targetNames, IDictionary[] globalProperties, IList<string>[] removeGlobalProperties,
        string[] toolsVersion,
        bool returnTargetOutputs) => throw new NotSupportedException();

    private void Add(string kind, string? text)
    {
        lock (_oneAtATime)
        {
            Events.Add((kind, text ?? string.Empty));
        }
    }
}
