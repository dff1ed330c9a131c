using System.Diagnostics;

namespace CopyOnWrite.Measurement;

/// <summary>Runs a program to its end, and not to the end of what it has started.</summary>
public static class ChildProcess
{
    // A process that outlives the program may have inherited its output; the program's own output is complete by then.
    private static readonly TimeSpan s_outputAfterExit = TimeSpan.FromSeconds(5);

    /// <summary>
    /// The `dotnet` that runs this process, or the one that started it: PATH may lead to another.
    /// </summary>
    public static string DotNetHost { get; } =
        new[] { Environment.ProcessPath, Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") }
            .FirstOrDefault(path => Path.GetFileNameWithoutExtension(path) == "dotnet") ?? "dotnet";

    /// <summary>The exit code, and the time from start to exit. The program's input ends at once if it is redirected.</summary>
    /// <param name="read">Gets each line of the standard output, one at a time; null leaves the output to this process's.</param>
    /// <param name="readErrors">Whether it gets those of the other stream as well.</param>
    /// <exception cref="OperationCanceledException">The program and what it has started were killed.</exception>
    public static async Task<(int ExitCode, TimeSpan Elapsed)> RunAsync(
        ProcessStartInfo start, Action<string>? read, bool readErrors, CancellationToken cancel)
    {
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
        var clock = Stopwatch.StartNew();
        process.Start();
        if (start.RedirectStandardInput)
        {
            process.StandardInput.Close();
        }

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
            // Not WaitForExitAsync, which also waits for the end of the output.
            await exited.Task.WaitAsync(cancel).ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            process.Kill(entireProcessTree: true);
            await exited.Task.ConfigureAwait(false);
            throw;
        }

        TimeSpan elapsed = clock.Elapsed;
        await Task.WhenAny(process.WaitForExitAsync(CancellationToken.None), Task.Delay(s_outputAfterExit, CancellationToken.None))
            .ConfigureAwait(false);
        return (process.ExitCode, elapsed);
    }
}
