using System;
using System.Diagnostics;
using System.IO;
using System.Linq;

namespace CopyOnWrite.Torture.Power;

/// <summary>The programs of the system that make, mount and copy images.</summary>
internal static class Programs
{
    internal static bool IsThere(string program) =>
        (Environment.GetEnvironmentVariable("PATH") ?? string.Empty).Split(':').Any(folder => File.Exists(Path.Combine(folder, program)));

    /// <exception cref="InvalidOperationException">It fails.</exception>
    internal static void Run(string program, params string[] arguments)
    {
        using Process process = Process.Start(new ProcessStartInfo(program, arguments)
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        })!;
        _ = process.StandardOutput.ReadToEndAsync();
        string errors = process.StandardError.ReadToEnd();
        process.WaitForExit();
        if (process.ExitCode != 0)
        {
            throw new InvalidOperationException($"{program} {string.Join(' ', arguments)}: {errors}");
        }
    }
}
