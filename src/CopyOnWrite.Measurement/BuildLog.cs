using Microsoft.Build.Locator;

namespace CopyOnWrite.Measurement;

/// <summary>One call of a Copy task, the built-in task or one that replaces it.</summary>
/// <param name="TaskAssembly">The path of the assembly that the task came from.</param>
public sealed record LoggedCall(
    string Project, string Target, TimeSpan Duration, string TaskAssembly, bool Succeeded, IReadOnlyList<string> Messages)
{
    /// <summary>The package's record of the call, file by file; null for other tasks, and for interrupted calls.</summary>
    public CopyRecord? Record { get; init; }

    /// <summary>The files that the messages name, by absolute paths.</summary>
    public IEnumerable<(string From, string To)> CopiedFiles =>
        from message in Messages
        let said = CopyMessage.Parse(message)
        where said is { IsUnchanged: false, From.Length: > 0, To.Length: > 0 } && !message.Contains('\0', StringComparison.Ordinal)
        select (LoggedPath.Absolute(said.Value.From, Project), LoggedPath.Absolute(said.Value.To, Project));

    /// <summary>The number of files that were there already, according to the messages.</summary>
    public int Unchanged => Messages.Count(message => CopyMessage.Parse(message) is { IsUnchanged: true });

    /// <summary>Whether it is the staging task of CopyOnWrite.Artifacts, not a Copy.</summary>
    public bool IsStaging { get; init; }

    public bool IsOfSdk => IsStaging || TaskAssembly.EndsWith("CopyOnWrite.Sdk.Tasks.dll", StringComparison.Ordinal);
}

/// <param name="Project">The project's file.</param>
/// <param name="By">The project with its global properties; null where the log does not say.</param>
public sealed record BuildDiagnostic(string Code, string Text, string Project, DateTime Time = default, LoggedProject? By = null);

/// <summary>The copies in a binary log (`-bl`).</summary>
/// <param name="CodedMessages">A Copy's messages that have a code: warnings and errors.</param>
public sealed record BuildLog(
    IReadOnlyList<LoggedCall> CopyCalls, IReadOnlyList<BuildDiagnostic> Warnings, IReadOnlyList<BuildDiagnostic> Errors,
    IReadOnlyList<BuildDiagnostic> CodedMessages)
{
    private static readonly Lock s_registering = new();

    /// <summary>Whether a project has the package with DisableCopyOnWrite.</summary>
    public bool IsTurnedOff { get; init; }

    /// <summary>The files that tasks wrote, by what the log names.</summary>
    public IReadOnlyList<FileWrite> Written { get; init; } = [];

    /// <summary>All that were built or asked, each once for each set of global properties.</summary>
    public IReadOnlyCollection<LoggedProject> Projects { get; init; } = [];

    public IReadOnlyList<NestedBuild> NestedBuilds { get; init; } = [];

    public IReadOnlyList<LoggedCompilation> Compilations { get; init; } = [];

    /// <summary>The builds of several logs, in the order of the logs.</summary>
    public IReadOnlyList<LoggedBuild> Builds { get; init; } = [];

    public bool Succeeded { get; init; } = true;

    /// <summary>The start in UTC; null where the log lacks it.</summary>
    public DateTime? Started { get; init; }

    public TimeSpan? Duration { get; init; }

    /// <summary>All that is in several logs.</summary>
    public static BuildLog Join(IReadOnlyList<BuildLog> logs) => logs is [var only] ? only : new(
        [.. logs.SelectMany(log => log.CopyCalls)], [.. logs.SelectMany(log => log.Warnings)], [.. logs.SelectMany(log => log.Errors)],
        [.. logs.SelectMany(log => log.CodedMessages)])
    {
        IsTurnedOff = logs.Any(log => log.IsTurnedOff),
        Written = [.. logs.SelectMany(log => log.Written)],
        Projects = [.. logs.SelectMany(log => log.Projects)],
        NestedBuilds = [.. logs.SelectMany(log => log.NestedBuilds)],
        Compilations = [.. logs.SelectMany(log => log.Compilations)],
        Builds = [.. logs.SelectMany(log => log.Builds)],
        Succeeded = logs.All(log => log.Succeeded),
        Started = logs.Min(log => log.Started),
        Duration = logs.Max(log => log.Started + log.Duration) - logs.Min(log => log.Started),
    };

    /// <exception cref="InvalidDataException">The log is damaged, or its build was killed while writing it.</exception>
    public static BuildLog Read(string path)
    {
        UseMSBuildOfSdk();
        return BuildLogReader.Read(path);
    }

    /// <summary>
    /// Event types come from the .NET SDK's Microsoft.Build.Framework, see the project file. Registered by path and not by
    /// RegisterInstance, which also sets MSBUILD_EXE_PATH and the like in this process, for every child to inherit.
    /// </summary>
    internal static void UseMSBuildOfSdk()
    {
        lock (s_registering)
        {
            if (MSBuildLocator.CanRegister)
            {
                VisualStudioInstance sdk = MSBuildLocator.QueryVisualStudioInstances().FirstOrDefault()
                    ?? throw new InvalidOperationException("No .NET SDK was found to read the log with.");
                MSBuildLocator.RegisterMSBuildPath(sdk.MSBuildPath);
            }
        }
    }
}
