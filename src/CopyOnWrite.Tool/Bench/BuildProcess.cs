using System.Collections.Concurrent;

namespace CopyOnWrite.Tool.Bench;

/// <summary>
/// Runs `dotnet` as the user's builds do, except that a compiler server, and MSBuild's server where builds have one, serve the builds of
/// the bench alone; without the latter, MSBuild's nodes end with their build.
/// </summary>
internal sealed class BuildProcess(string repository) : IDisposable
{
    // MSBUILD_EXE_PATH and others are for the MSBuild of the `dotnet` that started this tool. The SDK's properties are the arms'.
    private static readonly string[] s_removed = ["MSBUILD", "CopyOnWrite", "DisableCopyOnWrite"];

    private const string ServerVariable = "DOTNET_CLI_USE_MSBUILD_SERVER";

    // `dotnet build` is a client of MSBuild's server without being asked from here on (dotnet/sdk issue 55231).
    private const int FirstSdkWithServer = 11;

    // A server that has not ended by then is left alone.
    private static readonly TimeSpan s_shutdown = TimeSpan.FromSeconds(5);

    private readonly string _compilerServer = $"cow-bench-{Environment.ProcessId}";

    /// <summary>That of the .NET SDK which the repository's builds use.</summary>
    internal string SdkFolder { get; } = Path.TrimEndingDirectorySeparator(RegisteredMSBuild.Find(repository).MSBuildPath);

    /// <summary>Whether builds are those of MSBuild's server, which outlives them: as the user's are.</summary>
    internal bool HasServer => Environment.GetEnvironmentVariable(ServerVariable) is { Length: > 0 } set
        ? Tasks.SettingValues.TryParseSwitch(set, out bool isOn) && isOn
        : int.TryParse(Path.GetFileName(SdkFolder).Split('.')[0], out int major) && major >= FirstSdkWithServer;

    /// <summary>The time that the command took.</summary>
    /// <param name="failed">What follows "The repository's copy cannot be" if it fails, before its last lines.</param>
    internal async Task<TimeSpan> RunAsync(
        string folder, IEnumerable<string> arguments, string? packages, string failed, CancellationToken cancel)
    {
        // After its exit a process that has inherited its output may still write.
        var output = new ConcurrentQueue<string>();
        (int exitCode, TimeSpan elapsed) = await ChildProcess.RunAsync(
            Start(folder, arguments, packages), output.Enqueue, readErrors: true, cancel);
        IEnumerable<string> last = output.Where(line => !string.IsNullOrWhiteSpace(line)).TakeLast(8);
        CommandFailedException.ThrowIf(
            exitCode != 0, $"The repository's copy cannot be {failed}{Environment.NewLine}{string.Join(Environment.NewLine, last)}");
        return elapsed;
    }

    /// <summary>Ends the servers; one that has ended, or was never started, makes no difference.</summary>
    public void Dispose()
    {
        string server = Path.Combine(SdkFolder, "Roslyn", "bincore", "VBCSCompiler.dll");
        End(server, "-shutdown", $"-pipename:{_compilerServer}");
        if (HasServer)
        {
            End("build-server", "shutdown", "--msbuild");
        }

        void End(params string[] arguments)
        {
            using var process = Process.Start(Start(repository, arguments, packages: null));
            process?.WaitForExit(s_shutdown);
        }
    }

    private ProcessStartInfo Start(string folder, IEnumerable<string> arguments, string? packages)
    {
        var start = new ProcessStartInfo(ChildProcess.DotNetHost, arguments)
        {
            WorkingDirectory = folder,
            RedirectStandardInput = true, RedirectStandardOutput = true, RedirectStandardError = true,
            StandardOutputEncoding = Encoding.UTF8, StandardErrorEncoding = Encoding.UTF8,
        };
        start.Environment.Keys
            .Where(name => s_removed.Any(prefix => name.StartsWith(prefix, StringComparison.OrdinalIgnoreCase)))
            .ToList().ForEach(name => start.Environment.Remove(name));
        start.Environment["DOTNET_NOLOGO"] = "1";
        start.Environment["DOTNET_CLI_UI_LANGUAGE"] = "en"; // MSBuild's summary is read.
        start.Environment[ServerVariable] = HasServer ? "1" : "0";

        // Only a build with the same salt connects to the bench's server and nodes (NodeProviderOutOfProcBase.cs of dotnet/msbuild).
        (string nodes, string value) = HasServer ? ("MSBUILDNODEHANDSHAKESALT", _compilerServer) : ("MSBUILDDISABLENODEREUSE", "1");
        start.Environment[nodes] = value;
        start.Environment["UseSharedCompilation"] = "true";
        start.Environment["SharedCompilationId"] = _compilerServer;
        if (packages is not null)
        {
            start.Environment["NUGET_PACKAGES"] = packages;
        }

        return start;
    }
}
