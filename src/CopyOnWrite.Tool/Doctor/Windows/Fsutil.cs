using System;
using System.ComponentModel;
using System.Diagnostics;

namespace CopyOnWrite.Tool.Doctor.Windows;

/// <summary>Asks fsutil (learn.microsoft.com, "fsutil devdrv").</summary>
internal sealed class Fsutil : IDevDriveQuery
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(10);

    public string? Query(string volume)
    {
        try
        {
            using Process? process = Process.Start(new ProcessStartInfo("fsutil", ["devdrv", "query", volume]) { RedirectStandardOutput = true });
            string output = process!.StandardOutput.ReadToEnd();
            return process.WaitForExit(s_patience) && process.ExitCode == 0 ? output : null;
        }
        catch (Win32Exception)
        {
            return null;
        }
    }
}
