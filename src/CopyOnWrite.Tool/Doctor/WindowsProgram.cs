using System.ComponentModel;
using System.Diagnostics;
using System.Text;

namespace CopyOnWrite.Tool.Doctor;

/// <summary>Programs of Windows that are asked for what no documented call tells an ordinary user.</summary>
internal static class WindowsProgram
{
    // PowerShell starts in 1 to 5 seconds.
    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(20);

    /// <summary>What the program prints; null where it is missing, fails, or does not end in time: then it is killed.</summary>
    /// <param name="program">Relative to the system's folder, so that PATH does not decide which one runs.</param>
    internal static string? Output(string program, IEnumerable<string> arguments, TimeSpan? limit = null)
    {
        var start = new ProcessStartInfo(Path.Combine(Environment.SystemDirectory, program), arguments)
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            StandardOutputEncoding = Encoding.UTF8,
            CreateNoWindow = true, // With a console of its own, whose code page it may change.
        };
        try
        {
            using Process process = Process.Start(start)!;
            process.BeginErrorReadLine();
            Task<string> output = process.StandardOutput.ReadToEndAsync();

            // The output ends with the last process that can write to it.
            if (output.Wait(limit ?? s_limit) && process.WaitForExit(limit ?? s_limit))
            {
                return process.ExitCode == 0 ? output.Result : null;
            }

            process.Kill(entireProcessTree: true);
            return null;
        }
        catch (Win32Exception)
        {
            return null;
        }
    }
}
