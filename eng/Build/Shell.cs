using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;

namespace CopyOnWrite.Build;

/// <summary>Runs a program in the repository's root, with its output on this console unless it is asked for.</summary>
internal static class Shell
{
    // What the program itself wrote is there by then.
    private static readonly TimeSpan s_outputAfterExit = TimeSpan.FromSeconds(5);

    internal static async Task<int> RunAsync(
        string program, IEnumerable<string> arguments, CancellationToken cancel, IReadOnlyDictionary<string, string>? environment = null)
    {
        ProcessStartInfo start = Start(program, arguments, environment);
        using Process process = Process.Start(start)!;
        await WaitAsync(process, cancel);
        return process.ExitCode;
    }

    /// <summary>The program's standard output; its errors go to this console.</summary>
    internal static async Task<(int ExitCode, string Output)> ReadAsync(
        string program, IEnumerable<string> arguments, CancellationToken cancel, IReadOnlyDictionary<string, string>? environment = null)
    {
        ProcessStartInfo start = Start(program, arguments, environment);
        start.RedirectStandardOutput = true;
        using Process process = Process.Start(start)!;
        Task<string> output = process.StandardOutput.ReadToEndAsync(cancel);
        await WaitAsync(process, cancel);
        return (process.ExitCode, await output);
    }

    /// <summary>
    /// Gives each line of both its streams to the caller, one at a time. A process that outlives it and has inherited them is not waited
    /// for.
    /// </summary>
    internal static async Task<int> ReadLinesAsync(
        string program, IEnumerable<string> arguments, Action<string> read, CancellationToken cancel,
        IReadOnlyDictionary<string, string>? environment = null)
    {
        ProcessStartInfo start = Start(program, arguments, environment);
        start.RedirectStandardOutput = true;
        start.RedirectStandardError = true;
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
                    read(line.Data);
                }
            }
        }

        process.OutputDataReceived += Read;
        process.ErrorDataReceived += Read;
        process.Start();
        process.BeginOutputReadLine();
        process.BeginErrorReadLine();
        try
        {
            await exited.Task.WaitAsync(cancel);
        }
        catch (OperationCanceledException)
        {
            process.Kill(entireProcessTree: true);
            throw;
        }

        await Task.WhenAny(process.WaitForExitAsync(CancellationToken.None), Task.Delay(s_outputAfterExit, CancellationToken.None));
        return process.ExitCode;
    }

    /// <summary>What a script's verb "env" prints: NAME=value, a line each.</summary>
    internal static async Task<Dictionary<string, string>> ReadVariablesAsync(string script, CancellationToken cancel)
    {
        (_, string lines) = await ReadAsync("bash", [script, "env"], cancel);
        return lines.Split('\n', StringSplitOptions.RemoveEmptyEntries)
            .Select(line => line.Split('=', 2))
            .ToDictionary(pair => pair[0], pair => pair[1]);
    }

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

    private static async Task WaitAsync(Process process, CancellationToken cancel)
    {
        try
        {
            await process.WaitForExitAsync(cancel);
        }
        catch (OperationCanceledException)
        {
            process.Kill(entireProcessTree: true);
            await process.WaitForExitAsync(CancellationToken.None);
            throw;
        }
    }
}
