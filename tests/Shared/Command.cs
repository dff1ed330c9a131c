using System.Collections.Generic;
using System.Diagnostics;
using System.Threading.Tasks;

namespace CopyOnWrite.Testing;

/// <summary>Runs a program to its end.</summary>
internal static class Command
{
    /// <summary>What it prints, errors included.</summary>
    internal static (int ExitCode, string Output) Run(
        string program, IEnumerable<string> arguments, IReadOnlyDictionary<string, string>? environment = null, string? folder = null)
    {
        var start = new ProcessStartInfo(program, arguments) { RedirectStandardOutput = true, RedirectStandardError = true, WorkingDirectory = folder ?? string.Empty };
        foreach ((string name, string value) in environment ?? new Dictionary<string, string>())
        {
            start.Environment[name] = value;
        }

        using Process process = Process.Start(start)!;
        Task<string> errors = process.StandardError.ReadToEndAsync();
        string output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return (process.ExitCode, output + errors.Result);
    }
}
