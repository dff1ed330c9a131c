using static CopyOnWrite.MacOS.MacNative;

namespace CopyOnWrite.MacOS;

/// <summary>What an errno means here. Source: clonefile(2), open(2) of macOS.</summary>
internal static class MacErrno
{
    /// <summary>Whether a refused clone means that this pair of volumes never clones.</summary>
    internal static bool IsOfVolumes(int errno) => errno is ENOTSUP or EOPNOTSUPP or ENOSYS or EXDEV;

    /// <summary>
    /// The reason for not handling a file. <see cref="Reason.None"/> for errors of only this file or this moment, such as EINVAL
    /// (a flag that the system does not know), EDEADLK (a file whose content is in the cloud).
    /// </summary>
    internal static Reason OfClone(int errno) => errno switch
    {
        EACCES or EPERM or EROFS => Reason.AccessDenied,
        ENOSPC or EDQUOT => Reason.VolumeFull,
        EIO => Reason.InputOutputError,
        ENAMETOOLONG or ELOOP => Reason.UnsupportedPath,
        EEXIST or ENOMEM or EFBIG => Reason.OtherError,
        _ => Reason.None,
    };

    /// <summary>The reason for not handling a file whose open, status, mode or rename failed.</summary>
    internal static Reason OfFile(int errno) =>
        errno == EINVAL ? Reason.UnsupportedPath
        : errno == EAGAIN ? Reason.Locked
        : OfClone(errno) is var reason and not Reason.None ? reason
        : Reason.OtherError;
}
