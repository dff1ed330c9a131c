namespace CopyOnWrite.Tasks;

/// <summary>A source that another process writes is retried here. The built-in task retries more errors, with other messages.</summary>
internal static class LockedSource
{
    /// <summary>Whether waiting ends as in the built-in task: there is no other obstacle at the destination.</summary>
    internal static bool IsWaitedFor(Reason reason, string source, string destination)
    {
        // Nothing is asked of a path that may be invalid.
        return reason == Reason.Locked && new FileInfo(destination) is var file
            && (file.Attributes == (FileAttributes)(-1)
                || ((file.Attributes & (FileAttributes.ReparsePoint | FileAttributes.Directory)) == 0 && !file.IsReadOnly))
            && file.Directory!.Exists && WhyLocked(source).Length > 0;
    }

    /// <summary>The message of .NET, which opens the file as File.Copy does; empty when it can be opened.</summary>
    internal static string WhyLocked(string source)
    {
        try
        {
            using var opened = new FileStream(source, FileMode.Open, FileAccess.Read, FileShare.Read);
            return string.Empty;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return e.Message;
        }
    }
}
