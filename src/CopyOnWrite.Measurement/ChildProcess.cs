namespace CopyOnWrite.Measurement;

/// <summary>Runs a program to its end, and not to the end of what it has started.</summary>
public static class ChildProcess
{
    // A process that outlives the program may have inherited its output; the program's own output is complete by then.
    private static readonly TimeSpan s_outputAfterExit = TimeSpan.FromSeconds(5);

    /// <summary>The `dotnet` that runs this process, or the one that started it: PATH may lead to another.</summary>
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
        var reading = new Lock();
        var clock = Stopwatch.StartNew();
        using Process process = Process.Start(start)!;
        if (start.RedirectStandardInput)
        {
            process.StandardInput.Close();
        }

        var output = Task.WhenAll(
            read is null ? Task.CompletedTask : ReadAsync(process.StandardOutput),
            readErrors ? ReadAsync(process.StandardError) : Task.CompletedTask);
        try
        {
            // Waits for the exit alone, as the streams are read here and not by the process's events (Process.WaitForExitAsync).
            await process.WaitForExitAsync(cancel).ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            process.Kill(entireProcessTree: true);
            await process.WaitForExitAsync(CancellationToken.None).ConfigureAwait(false);
            throw;
        }

        TimeSpan elapsed = clock.Elapsed;
        await (await Task.WhenAny(output, Task.Delay(s_outputAfterExit, CancellationToken.None)).ConfigureAwait(false))
            .ConfigureAwait(false);    // With what a reader threw.
        return (process.ExitCode, elapsed);

        async Task ReadAsync(StreamReader from)
        {
            while (await from.ReadLineAsync(CancellationToken.None).ConfigureAwait(false) is { } line)
            {
                lock (reading)
                {
                    read!(line);
                }
            }
        }
    }
}
