namespace CopyOnWrite.Tests;

/// <summary>What this process has open: only Linux tells (proc_pid_fd(5)), where the models' files are real ones, too.</summary>
internal static class OpenFiles
{
    internal static string[] In(string folder) => !OperatingSystem.IsLinux() ? [] :
    [
        .. Directory.EnumerateFileSystemEntries("/proc/self/fd").Select(Target).OfType<string>()
            .Where(path => path.StartsWith(folder + "/", StringComparison.Ordinal)),
    ];

    /// <summary>Null where another thread has closed it meanwhile.</summary>
    private static string? Target(string descriptor)
    {
        try
        {
            return new FileInfo(descriptor).LinkTarget;
        }
        catch (IOException)
        {
            return null;
        }
    }
}
