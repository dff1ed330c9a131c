namespace CopyOnWrite.Torture.Power;

/// <summary>The programs of the system that make, mount and copy images.</summary>
internal static class Programs
{
    /// <exception cref="InvalidOperationException">The program fails.</exception>
    internal static void Run(params string[] command)
    {
        if (TryRun(command) is { } errors)
        {
            throw new InvalidOperationException($"{string.Join(' ', command)}: {errors}");
        }
    }

    /// <summary>The program's errors; null where it succeeds.</summary>
    internal static string? TryRun(params string[] command)
    {
        using Process process = Process.Start(new ProcessStartInfo(command[0], command[1..])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        })!;
        _ = process.StandardOutput.ReadToEndAsync();
        string errors = process.StandardError.ReadToEnd();
        process.WaitForExit();
        return process.ExitCode == 0 ? null : errors;
    }
}
