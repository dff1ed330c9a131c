using System.Collections.Concurrent;
using System.Diagnostics;
using System.Text;
using CopyOnWrite.Tool.MSBuild;

namespace CopyOnWrite.Tool.Bench;

/// <summary>
/// Runs `dotnet` as the user's builds do, except that MSBuild's nodes end with their build, and that a compiler server serves the builds of
/// the bench alone: starting csc again for each project would be most of a small build.
/// </summary>
internal sealed class BuildProcess(string repository) : IDisposable
{
    // MSBUILD_EXE_PATH and others are for the MSBuild of the `dotnet` that started this tool. The SDK's properties are the arms'.
    private static readonly string[] s_removed = ["MSBUILD", "CopyOnWrite", "DisableCopyOnWrite"];

    // A server that has not ended by then is left alone.
    private static readonly TimeSpan s_shutdown = TimeSpan.FromSeconds(5);

    private readonly string _compilerServer = $"cow-bench-{Environment.ProcessId}";

    /// <summary>That of the .NET SDK which the repository's builds use.</summary>
    internal string SdkFolder { get; } = Path.TrimEndingDirectorySeparator(RegisteredMSBuild.Find(repository).MSBuildPath);

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

    /// <summary>Ends the compiler server; one that has ended, or was never started, makes no difference.</summary>
    public void Dispose()
    {
        string server = Path.Combine(SdkFolder, "Roslyn", "bincore", "VBCSCompiler.dll");
        using var process = Process.Start(Start(SdkFolder, [server, "-shutdown", $"-pipename:{_compilerServer}"], packages: null));
        process?.WaitForExit(s_shutdown);
    }

    private ProcessStartInfo Start(string folder, IEnumerable<string> arguments, string? packages)
    {
        var start = new ProcessStartInfo(ChildProcess.DotNetHost, arguments)
        {
            WorkingDirectory = folder,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            StandardOutputEncoding = Encoding.UTF8,
            StandardErrorEncoding = Encoding.UTF8,
        };
        start.Environment.Keys
            .Where(name => s_removed.Any(prefix => name.StartsWith(prefix, StringComparison.OrdinalIgnoreCase)))
            .ToList().ForEach(name => start.Environment.Remove(name));
        start.Environment["DOTNET_NOLOGO"] = "1";
        start.Environment["DOTNET_CLI_UI_LANGUAGE"] = "en"; // MSBuild's summary is read.
        start.Environment["DOTNET_CLI_USE_MSBUILD_SERVER"] = "0";
        start.Environment["MSBUILDDISABLENODEREUSE"] = "1";
        start.Environment["UseSharedCompilation"] = "true";
        start.Environment["SharedCompilationId"] = _compilerServer;
        if (packages is not null)
        {
            start.Environment["NUGET_PACKAGES"] = packages;
        }

        return start;
    }
}
