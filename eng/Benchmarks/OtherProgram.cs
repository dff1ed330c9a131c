using System.Collections.Generic;
using System.Diagnostics;
using System.Threading;
using System.Threading.Tasks;
using CopyOnWrite.Testing;

namespace CopyOnWrite.Benchmarks;

/// <summary>A program that is run in the repository's root, with its errors on this console.</summary>
internal static class OtherProgram
{
    /// <exception cref="System.ComponentModel.Win32Exception">There is no such program.</exception>
    internal static async Task<(int ExitCode, string Output)> RunAsync(
        string program, IEnumerable<string> arguments, CancellationToken cancel)
    {
        var start = new ProcessStartInfo(program, arguments) { WorkingDirectory = RepositoryRoot.Folder, RedirectStandardOutput = true };
        using Process process = Process.Start(start)!;
        try
        {
            string output = await process.StandardOutput.ReadToEndAsync(cancel);
            await process.WaitForExitAsync(cancel);
            return (process.ExitCode, output.Trim());
        }
        finally
        {
            if (!process.HasExited)
            {
                process.Kill(entireProcessTree: true);
            }
        }
    }
}
