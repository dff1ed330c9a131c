using System.ComponentModel;
using System.Diagnostics;

namespace CopyOnWrite.Tool.Doctor.Checks;

/// <summary>
/// On Windows: what kind of volume the repository is on. fsutil answers in the system's language, so its lines are shown and not
/// interpreted ("fsutil devdrv" at learn.microsoft.com).
/// </summary>
internal static class DevDriveCheck
{
    internal static Finding? Find(DoctorContext context)
    {
        // fsutil takes the folder that a volume is mounted in as well ("fsutil devdrv").
        string folder = context.Repository.Folder;
        return OperatingSystem.IsWindows()
            ? Of(WindowsVolume.MountPointOf(folder).TrimEnd('\\'), Volume.At(folder).FileSystem, Query)
            : null;
    }

    /// <param name="query">
    /// Gives the lines that `fsutil devdrv query X:` prints; null when it fails (Windows 10; no Dev Drive support).
    /// </param>
    internal static Finding Of(string volume, string fileSystem, Func<string, string?> query)
    {
        if (!fileSystem.Equals("ReFS", StringComparison.OrdinalIgnoreCase))
        {
            return Finding.Attention(
                $"The repository's volume {volume} is {fileSystem}, which cannot clone",
                "A Dev Drive is a ReFS volume of 50 GB or more, formatted as such.",
                "Settings, System, Storage, Disks & volumes can create one.");
        }

        string quoted = volume.Contains(' ', StringComparison.Ordinal) ? $"\"{volume}\"" : volume;
        string facts = query(volume)?.ReplaceLineEndings("\n").TrimEnd()
            ?? $"`fsutil devdrv query {quoted}` gave no answer: this is ReFS without Dev Drive support.";
        return Finding.Ok(
            $"The repository's volume {volume} is ReFS, which clones",
            $"{facts}\nTo trust it, so that the virus scanner does not delay the build's file accesses, in an elevated PowerShell: "
                + $"fsutil devdrv trust {quoted}");
    }

    private static string? Query(string volume)
    {
        try
        {
            using Process? process = Process.Start(new ProcessStartInfo("fsutil", ["devdrv", "query", volume])
            {
                RedirectStandardOutput = true,
            });
            string output = process!.StandardOutput.ReadToEnd();
            process.WaitForExit();
            return process.ExitCode == 0 ? output : null;
        }
        catch (Win32Exception)
        {
            return null;
        }
    }
}
