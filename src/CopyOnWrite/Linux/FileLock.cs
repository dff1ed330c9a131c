using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Linux;

/// <summary>
/// The advisory lock that .NET takes when it opens a file (SafeFileHandle.Unix.cs), so that builds and writers exclude each other as
/// before.
/// </summary>
internal static class FileLock
{
    /// <summary>False when another process has a lock that conflicts with this one. Ends when the file is closed.</summary>
    /// <param name="kind">LOCK_SH or LOCK_EX.</param>
    internal static bool TryTake(int file, int kind)
    {
        // Other errors are no reason to stop, to .NET neither: file systems without locks.
        return FileLocking.IsOff || flock(file, kind | LOCK_NB) == 0 || Error != EAGAIN;
    }
}
