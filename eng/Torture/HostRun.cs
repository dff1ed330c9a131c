namespace CopyOnWrite.Torture;

/// <param name="Kind">"error CODE" or "warning CODE".</param>
internal sealed record Logged(string Kind, string Text);

/// <summary>A host's end, and the errors and warnings that were logged until then; a host prints it as one line of JSON.</summary>
/// <param name="State">
/// "succeeded", "failed", "threw ..." as the task has it; "killed", "hung" or "ended N" where it did not come to that.
/// </param>
internal sealed record HostRun(string State, IReadOnlyList<Logged> Complaints)
{
    internal IReadOnlyList<TracedCall> Trace { get; private init; } = [];

    /// <summary>Whether a call was given an error.</summary>
    internal bool Injected { get; private init; }

    /// <summary>The time from the run's start to the end of its process.</summary>
    internal TimeSpan Time { get; private init; }

    internal bool Succeeded => State == "succeeded";

    public override string ToString() => string.Join("; ", Complaints.Select(e => $"{e.Kind}: {e.Text}").Prepend(State));

    /// <param name="scratch">A folder for the job and the trace.</param>
    /// <param name="under">A program that runs the host, and becomes it: setpriv and the like.</param>
    /// <param name="killAfter">Kills it then, if it still runs.</param>
    internal static HostRun Of(
        Job job, string scratch, Tracing? tracing = null, IReadOnlyList<string>? under = null, Action? stopped = null,
        TimeSpan? killAfter = null)
    {
        string name = Path.Combine(scratch, Path.GetRandomFileName());
        string jobFile = name + ".json";
        string traceFile = name + ".trace";
        job.Write(jobFile);
        using Process host = Start(jobFile, under);
        using Process? strace = tracing is null ? null : Attach(host, tracing, traceFile);
        try
        {
            host.StandardInput.WriteLine("go");
            host.StandardInput.Close();
            var clock = Stopwatch.StartNew();
            Task<string> reading = host.StandardOutput.ReadToEndAsync();
            if (killAfter is { } moment && !reading.Wait(moment))
            {
                host.Kill();
            }

            if (stopped is not null && HostWatch.UntilStopped(traceFile, reading))
            {
                stopped();
            }

            bool ended = HostWatch.Ends(reading, host.Id, goesOn: stopped is not null) && host.WaitForExit(HostWatch.Hang);
            if (!ended)
            {
                host.Kill(entireProcessTree: true);
                host.WaitForExit();
            }

            strace?.WaitForExit();
            HostRun run = !ended ? new HostRun("hung", [])
                : host.ExitCode == 0 ? JsonSerializer.Deserialize<HostRun>(reading.Result)!
                : new HostRun(host.ExitCode == 137 ? "killed" : $"ended {host.ExitCode}", []);
            string[] trace = File.Exists(traceFile) ? File.ReadAllLines(traceFile) : [];
            return run with
            {
                Trace = [.. trace.Select(TracedCall.Parse).OfType<TracedCall>()],
                Injected = trace.Any(line => line.Contains("(INJECTED)", StringComparison.Ordinal)),
                Time = clock.Elapsed,
            };
        }
        finally
        {
            File.Delete(jobFile);
            File.Delete(traceFile);
        }
    }

    private static Process Start(string jobFile, IReadOnlyList<string>? under)
    {
        string[] command =
            [.. under ?? [], ChildProcess.DotNetHost, typeof(HostRun).Assembly.Location, HostProgram.Verb, Product.MSBuild, jobFile];
        var start = new ProcessStartInfo(command[0], command[1..]) { RedirectStandardInput = true, RedirectStandardOutput = true };

        // Diagnostics would open pipes in the temporary folder.
        start.Environment["DOTNET_EnableDiagnostics"] = "0";
        start.Environment["DOTNET_TieredCompilation"] = "1";
        Process host = Process.Start(start)!;
        string? first = host.StandardOutput.ReadLine();
        return first == HostProgram.Ready
            ? host
            : throw new InvalidOperationException($"The host says {first ?? "nothing"}: {string.Join(' ', command)}");
    }

    private static Process Attach(Process host, Tracing tracing, string traceFile)
    {
        Process strace = Process.Start(new ProcessStartInfo("strace", [.. tracing.Arguments(traceFile), "-p", $"{host.Id}"])
        {
            RedirectStandardError = true,
        })!;

        // strace reports when it traces all threads; later ones are included (-f).
        string said = string.Empty;
        while (strace.StandardError.ReadLine() is { } line)
        {
            if (line.Contains(" attached", StringComparison.Ordinal))
            {
                // Its messages about later threads must not fill the pipe.
                _ = strace.StandardError.ReadToEndAsync();
                return strace;
            }

            said += $" {line}";
        }

        host.Kill();
        throw new InvalidOperationException($"strace cannot look at a process here:{said}");
    }
}
