namespace CopyOnWrite.Torture.Power;

/// <summary>The programs of the system that make, mount and copy images.</summary>
internal static class Programs
{
    /// <exception cref="InvalidOperationException">The program fails.</exception>
    internal static void Run(params string[] command)
    {
        if (TryRun(command) is { } output)
        {
            throw new InvalidOperationException($"{string.Join(' ', command)}: {output}");
        }
    }

    /// <exception cref="InvalidOperationException">It takes longer than a minute.</exception>
    internal static void WaitUntil(Func<bool> isSo, string what)
    {
        if (!SpinWait.SpinUntil(isSo, TimeSpan.FromMinutes(1)))
        {
            throw new InvalidOperationException($"{what} takes too long.");
        }
    }

    /// <summary>The program's output; null where it succeeds.</summary>
    internal static string? TryRun(params string[] command)
    {
        var output = new StringBuilder();
        var start = new ProcessStartInfo(command[0], command[1..]);
        int exitCode = ChildProcess.RunAsync(start, line => output.AppendLine(line), readErrors: true, CancellationToken.None)
            .GetAwaiter().GetResult().ExitCode;
        return exitCode == 0 ? null : $"{output}";
    }
}
