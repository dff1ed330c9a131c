namespace CopyOnWrite.Torture.Campaigns;

/// <summary>Which errors a call can give, by its manual page. Errors of the caller (EFAULT, EBADF) are left out.</summary>
internal static class ErrorsOfCalls
{
    // A signal comes now and then, not endlessly: .NET's own loops would not end.
    private const int ManyInterruptions = 300;

    private static readonly (string Calls, string Errors)[] s_errors =
    [
        ("open openat", "EACCES EPERM EIO EMFILE ENFILE ENOMEM EROFS ENOSPC EDQUOT EINTR ETXTBSY EBUSY"),
        ("read pread64", "EIO EINTR EAGAIN EINVAL"),
        ("write pwrite64 writev", "ENOSPC EDQUOT EIO EINTR EFBIG EPERM"),
        ("close", "EIO EINTR ENOSPC EDQUOT"),
        ("statx newfstatat fstat stat lstat", "EACCES EIO ENOMEM"),
        ("access faccessat readlink readlinkat", "EACCES EIO ENOMEM"),
        ("lseek", "EINVAL"),
        ("flock", "EAGAIN EINTR ENOLCK EOPNOTSUPP"),
        ("fcntl", "EAGAIN EACCES ENOLCK EINTR EINVAL"),
        ("ioctl", "EOPNOTSUPP EXDEV EINVAL ENOSPC EDQUOT EPERM EACCES EIO ETXTBSY EINTR ENOMEM EROFS"),
        ("sendfile", "EINVAL EIO ENOMEM EAGAIN EINTR"),
        ("ftruncate fallocate", "EIO EINVAL EPERM EINTR ENOSPC EOPNOTSUPP"),
        ("fchmod chmod fchmodat", "EPERM EIO EROFS EACCES"),
        ("utimensat", "EPERM EACCES EROFS EIO"),
        ("rename renameat renameat2", "EACCES EPERM EBUSY EIO ENOSPC EDQUOT EROFS EXDEV EINVAL ENOMEM"),
        ("link linkat symlink symlinkat", "EACCES EPERM EIO ENOSPC EDQUOT EROFS EXDEV EMLINK"),
        ("unlink unlinkat rmdir", "EACCES EPERM EBUSY EIO EROFS"),
        ("mkdir mkdirat", "EACCES EPERM EIO ENOSPC EDQUOT EROFS"),
        ("getdents64", "EIO"),
        ("statfs fstatfs", "EIO EACCES ENOMEM EINTR"),
        ("fsync fdatasync sync_file_range", "EIO ENOSPC"),
    ];

    internal static IReadOnlyList<string> Of(string call) =>
        s_errors.FirstOrDefault(entry => entry.Calls.Split(' ').Contains(call, StringComparer.Ordinal)).Errors?.Split(' ') ?? [];

    /// <summary>Equivalent calls of the two tasks, so that an error in one corresponds to an error in the other.</summary>
    internal static IEnumerable<string> Like(string call) => call is "ioctl" or "sendfile"
        ? ["ioctl", "sendfile", "read", "write"]
        : s_errors.First(entry => entry.Calls.Split(' ').Contains(call, StringComparer.Ordinal)).Calls.Split(' ');

    /// <summary>The argument of strace that selects the failing calls.</summary>
    internal static string When(string error, int number, bool onwards) =>
        !onwards ? $"{number}" : error == "EINTR" ? $"{number}..{number + ManyInterruptions}" : $"{number}+";
}
