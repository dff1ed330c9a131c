namespace CopyOnWrite.Testing;

/// <summary>
/// A C# compiler server for a set of builds and no others, as a developer's machine has one: starting csc again for each project would be
/// most of a sample's build. Disposing ends it; the property SharedCompilationId names the pipe that only these builds use.
/// </summary>
public sealed class CompilerServer : IDisposable
{
    /// <summary>The variable that names the server which all processes of a run share; the process that set it ends that server.</summary>
    public const string EnvironmentVariable = "COW_COMPILER_SERVER";

    private bool _isAnothers;

    public string Id { get; private init; } = "cow-" + Guid.NewGuid().ToString("N")[..12];

    /// <summary>The server of the run that this process belongs to, which outlives this object; without one, a new server.</summary>
    public static CompilerServer OfTheRun() =>
        Environment.GetEnvironmentVariable(EnvironmentVariable) is { Length: > 0 } id
            ? new CompilerServer { Id = id, _isAnothers = true }
            : new CompilerServer();

    public IReadOnlyDictionary<string, string?> Variables => OperatingSystem.IsLinux()
        ? new Dictionary<string, string?> { ["UseSharedCompilation"] = "true", ["SharedCompilationId"] = Id }
        : new Dictionary<string, string?>(); // Not started elsewhere, as it could not be found again and ended.

    public void Dispose()
    {
        if (_isAnothers || !OperatingSystem.IsLinux())
        {
            return; // Windows and macOS: it ends by itself when it has had no work for a while.
        }

        // Builds end before this, so no other server of theirs starts; that of an inline task (RoslynCodeTaskFactory) is one, too.
        ProcessesWith.Kill(ProcessesWith.Ids("SharedCompilationId", Id, "VBCSCompiler"));

        // The pipe is a socket in the folder for temporary files, which a killed server leaves behind.
        File.Delete(Path.Combine(Path.GetTempPath(), Id));
    }
}
