using System.Diagnostics;
using System.Text;

namespace CopyOnWrite.Tool.Bench;

/// <summary>
/// Runs `dotnet` as the user's builds do, except that MSBuild's nodes end with their build, and that a compiler server serves the builds of
/// the bench alone: starting csc again for each project would be most of a small build.
/// </summary>
/// <param name="sdkFolder">The folder of the .NET SDK that builds the repository.</param>
internal sealed class BuildProcess(string sdkFolder) : IDisposable
{
    // MSBUILD_EXE_PATH, MSBuildSDKsPath and others are for the MSBuild of the `dotnet` that started this tool. The SDK's properties are the
    // arms'.
    private static readonly string[] s_removed = ["MSBUILD", "CopyOnWrite", "DisableCopyOnWrite"];

    // A process that outlives the build may have inherited its output; the build's own output is complete by then.
    private static readonly TimeSpan s_outputAfterExit = TimeSpan.FromSeconds(5);

    // PATH may lead to another `dotnet` than the one that started this process.
    private static readonly string s_host = new[] { Environment.ProcessPath, Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") }
        .FirstOrDefault(path => Path.GetFileNameWithoutExtension(path) == "dotnet") ?? "dotnet";

    private readonly string _compilerServer = $"cow-bench-{Environment.ProcessId}";

    internal async Task<BuildOutcome> RunAsync(string folder, IEnumerable<string> arguments, string? packages, CancellationToken cancel)
    {
        using var process = new Process { StartInfo = Start(folder, arguments, packages), EnableRaisingEvents = true };
        var exited = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        process.Exited += (_, _) => exited.TrySetResult();
        var output = new List<string>();
        void Add(object _, DataReceivedEventArgs line)
        {
            lock (output)
            {
                output.Add(line.Data?.TrimEnd() ?? string.Empty);
            }
        }

        process.OutputDataReceived += Add;
        process.ErrorDataReceived += Add;
        var clock = Stopwatch.StartNew();
        process.Start();
        process.StandardInput.Close();
        process.BeginOutputReadLine();
        process.BeginErrorReadLine();
        try
        {
            // Not WaitForExitAsync, which also waits for the end of the output.
            await exited.Task.WaitAsync(cancel);
        }
        catch (OperationCanceledException)
        {
            process.Kill(entireProcessTree: true);
            throw;
        }

        TimeSpan elapsed = clock.Elapsed;
        await Task.WhenAny(process.WaitForExitAsync(CancellationToken.None), Task.Delay(s_outputAfterExit, CancellationToken.None));
        lock (output)
        {
            return new BuildOutcome(process.ExitCode == 0, elapsed, [.. output.Where(line => line.Length > 0)]);
        }
    }

    /// <summary>Ends the compiler server; one that has ended, or was never started, makes no difference.</summary>
    public void Dispose()
    {
        string server = Path.Combine(sdkFolder, "Roslyn", "bincore", "VBCSCompiler.dll");
        using var process = Process.Start(Start(sdkFolder, [server, "-shutdown", $"-pipename:{_compilerServer}"], packages: null));
        process?.WaitForExit(s_outputAfterExit);
    }

    private ProcessStartInfo Start(string folder, IEnumerable<string> arguments, string? packages)
    {
        var start = new ProcessStartInfo(s_host, arguments)
        {
            WorkingDirectory = folder,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            StandardOutputEncoding = Encoding.UTF8,
            StandardErrorEncoding = Encoding.UTF8,
        };
        foreach (string name in start.Environment.Keys
            .Where(name => s_removed.Any(prefix => name.StartsWith(prefix, StringComparison.OrdinalIgnoreCase))).ToList())
        {
            start.Environment.Remove(name);
        }

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

/// <param name="Output">The lines of both streams.</param>
internal sealed record BuildOutcome(bool Succeeded, TimeSpan Elapsed, IReadOnlyList<string> Output)
{
    internal string LastLines => string.Join(Environment.NewLine, Output.TakeLast(8));
}
