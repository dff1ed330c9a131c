using System.Collections.Concurrent;

namespace CopyOnWrite.Testing;

/// <summary>Runs `dotnet` in the environment of a measured build.</summary>
public static class DotNet
{
    private static readonly TimeSpan s_timeout = TimeSpan.FromMinutes(10);

    /// <param name="folder">The working folder.</param>
    /// <param name="under">A program that runs `dotnet`, with its own arguments: strace and the like.</param>
    /// <param name="packages">NUGET_PACKAGES; null for the user's own folder.</param>
    /// <param name="variables">Added to, or replacing, the environment's; a null value removes one.</param>
    /// <exception cref="TimeoutException">The time is over: the process tree was killed; the message has the output so far.</exception>
    public static async Task<DotNetResult> RunAsync(
        string folder, IEnumerable<string> arguments, string? packages = null, IReadOnlyDictionary<string, string?>? variables = null,
        IReadOnlyList<string>? under = null, CancellationToken cancellation = default)
    {
        string[] command = [.. under ?? [], ChildProcess.DotNetHost, .. arguments];
        ProcessStartInfo start = New(folder, command, packages, variables);
        start.StandardErrorEncoding = Encoding.UTF8;
        string commandLine = string.Join(' ', command);
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        stop.CancelAfter(s_timeout);

        // After its exit a process that has inherited its output may still write.
        var output = new ConcurrentQueue<string>();
        try
        {
            (int exitCode, _) = await ChildProcess.RunAsync(start, output.Enqueue, readErrors: true, stop.Token)
                .ConfigureAwait(false);
            return new DotNetResult(exitCode, Text(output), commandLine);
        }
        catch (OperationCanceledException) when (!cancellation.IsCancellationRequested)
        {
            throw new TimeoutException($"{commandLine} took too long; its output so far:{Environment.NewLine}{Text(output)}");
        }
    }

    /// <summary>Starts an interactive `dotnet`: the caller has its input and output; its errors go to this console.</summary>
    public static Process Start(string folder, IEnumerable<string> arguments)
    {
        ProcessStartInfo start = New(folder, [ChildProcess.DotNetHost, .. arguments], packages: null, variables: null);
        start.RedirectStandardOutput = true;
        return Process.Start(start)!;
    }

    /// <inheritdoc cref="RunAsync"/>
    public static DotNetResult Run(
        string folder, IEnumerable<string> arguments, string? packages = null, IReadOnlyDictionary<string, string?>? variables = null,
        IReadOnlyList<string>? under = null, CancellationToken cancellation = default) =>
        RunAsync(folder, arguments, packages, variables, under, cancellation).GetAwaiter().GetResult();

    private static ProcessStartInfo New(
        string folder, string[] command, string? packages, IReadOnlyDictionary<string, string?>? variables)
    {
        var start = new ProcessStartInfo(command[0], command[1..])
        {
            WorkingDirectory = folder,
            RedirectStandardInput = true,
            StandardOutputEncoding = Encoding.UTF8,
        };
        DotNetEnvironment.Apply(start, packages, variables);
        return start;
    }

    private static string Text(IEnumerable<string> output) => string.Concat(output.Select(line => line + Environment.NewLine));
}

/// <param name="Output">Both streams, lines in the order in which they came.</param>
public sealed record DotNetResult(int ExitCode, string Output, string CommandLine)
{
    public bool Succeeded => ExitCode == 0;

    /// <summary>Calls of a compiler, where the build has -clp:PerformanceSummary.</summary>
    public int Compilations => Regex.Matches(Output, @" ms +(?:Csc|Vbc|Fsc) +(\d+) calls")
        .Sum(found => int.Parse(found.Groups[1].Value, CultureInfo.InvariantCulture));

    /// <exception cref="InvalidOperationException">The build failed; the message has its output.</exception>
    public DotNetResult ThrowIfFailed() =>
        Succeeded ? this : throw new InvalidOperationException($"{CommandLine} failed:{Environment.NewLine}{Output}");
}
