using System.Diagnostics;
using System.Text;

namespace CopyOnWrite.Build;

/// <summary>Runs a program in the repository's root, with its output on this console unless it is asked for.</summary>
internal static class Shell
{
    // What the program itself wrote is there by then.
    private static readonly TimeSpan s_outputAfterExit = TimeSpan.FromSeconds(5);

    /// <param name="read">Gets each line of the standard output, one at a time.</param>
    /// <param name="readErrors">Gets those of the other stream as well.</param>
    internal static async Task<int> RunAsync(
        string program, IEnumerable<string> arguments, CancellationToken cancel, IReadOnlyDictionary<string, string>? environment = null,
        Action<string>? read = null, bool readErrors = false)
    {
        ProcessStartInfo start = Start(program, arguments, environment);
        start.RedirectStandardOutput = read is not null;
        start.RedirectStandardError = readErrors;
        using var process = new Process { StartInfo = start, EnableRaisingEvents = true };
        var exited = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        process.Exited += (_, _) => exited.TrySetResult();
        var reading = new Lock();
        void Read(object _, DataReceivedEventArgs line)
        {
            lock (reading)
            {
                if (line.Data is not null)
                {
                    read!(line.Data);
                }
            }
        }

        process.OutputDataReceived += Read;
        process.ErrorDataReceived += Read;
        process.Start();
        if (read is not null)
        {
            process.BeginOutputReadLine();
        }

        if (readErrors)
        {
            process.BeginErrorReadLine();
        }

        try
        {
            await exited.Task.WaitAsync(cancel);
        }
        catch (OperationCanceledException)
        {
            process.Kill(entireProcessTree: true);
            await exited.Task;
            throw;
        }

        // A process that outlives it and has inherited its streams is not waited for.
        await Task.WhenAny(process.WaitForExitAsync(CancellationToken.None), Task.Delay(s_outputAfterExit, CancellationToken.None));
        return process.ExitCode;
    }

    /// <summary>The program's standard output; its errors go to this console.</summary>
    internal static async Task<(int ExitCode, string Output)> ReadAsync(
        string program, IEnumerable<string> arguments, CancellationToken cancel, IReadOnlyDictionary<string, string>? environment = null)
    {
        var output = new StringBuilder();
        int exitCode = await RunAsync(program, arguments, cancel, environment, line => output.Append(line).Append('\n'));
        return (exitCode, output.ToString());
    }

    /// <param name="what">A project or the solution.</param>
    internal static Task<int> BuildAsync(
        string what, CancellationToken cancel, IReadOnlyDictionary<string, string>? environment = null) => RunAsync(
        "dotnet", ["build", what, "--configuration", "Release", "--nologo", "--verbosity", "quiet"], cancel, environment);

    private static ProcessStartInfo Start(string program, IEnumerable<string> arguments, IReadOnlyDictionary<string, string>? environment)
    {
        var start = new ProcessStartInfo(program, arguments) { WorkingDirectory = Repository.Root };
        foreach ((string name, string value) in environment ?? new Dictionary<string, string>())
        {
            start.Environment[name] = value;
        }

        // `dotnet run` hands these down; a build inside would take them for its own.
        start.Environment.Remove("MSBuildSDKsPath");
        start.Environment.Remove("MSBuildExtensionsPath");
        start.Environment.Remove("MSBUILD_EXE_PATH");
        start.Environment["MSBUILDDISABLENODEREUSE"] = "1";
        start.Environment["DOTNET_CLI_USE_MSBUILD_SERVER"] = "0";
        return start;
    }
}
