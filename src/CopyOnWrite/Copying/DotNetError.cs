namespace CopyOnWrite;

/// <summary>The meaning of an exception of .NET's file calls. On Unix, IOException.HResult is the errno (Interop.IOErrors.cs).</summary>
internal static class DotNetError
{
    /// <summary>EEXIST of Linux and macOS.</summary>
    internal const int Exists = 17;

    /// <summary>Whether File, Directory and their like throw it: the file or the path, and not this code.</summary>
    internal static bool IsOfFiles(Exception error) =>
        error is IOException or UnauthorizedAccessException or ArgumentException or NotSupportedException;

    /// <summary>0 where the exception has no number of the system's.</summary>
    internal static int NumberOf(Exception error) => error is IOException { HResult: > 0 } ? error.HResult : 0;

    /// <summary>ENOSPC and EDQUOT; ERROR_HANDLE_DISK_FULL and ERROR_DISK_FULL of Windows.</summary>
    internal static bool IsOfFullVolume(Exception error) =>
        error is IOException && (NumberOf(error) != 0 ? ReasonOf(error) == Reason.VolumeFull : (error.HResult & 0xFFFF) is 39 or 112);

    internal static Reason ReasonOf(Exception error) => error switch
    {
        UnauthorizedAccessException => Reason.AccessDenied,
        PathTooLongException => Reason.UnsupportedPath,
        IOException => error.HResult switch // The numbers of Linux and macOS; a comment names those that differ.
        {
            5 => Reason.InputOutputError, // EIO
            11 or 35 => Reason.Locked, // EAGAIN: Linux, macOS
            18 => Reason.DifferentVolumes, // EXDEV: only of a clone, as .NET's rename copies then
            28 or 122 or 69 => Reason.VolumeFull, // ENOSPC, EDQUOT: Linux, macOS
            30 => Reason.AccessDenied, // EROFS
            45 or 102 => Reason.VolumeCannotClone, // ENOTSUP, EOPNOTSUPP: macOS, only of a clone
            _ => Reason.OtherError,
        },
        ArgumentOutOfRangeException => Reason.OtherError, // EFBIG
        _ => Reason.UnsupportedPath,
    };
}
