namespace CopyOnWrite.Torture.Strace;

/// <param name="Calls">The calls to trace; null for all that concern files.</param>
/// <param name="Inject">As in <c>--inject=</c>; null for none.</param>
/// <param name="Paths">Only calls on these paths are traced and counted; null for all.</param>
internal sealed record Tracing(string? Calls = null, string? Inject = null, IReadOnlyList<string>? Paths = null)
{
    // With "?" strace goes on where it does not know a call.
    internal const string FileCalls =
        "open,openat,read,pread64,write,pwrite64,writev,close,statx,newfstatat,fstat,stat,lstat,lseek,access,faccessat,?faccessat2,"
        + "readlink,readlinkat,flock,fcntl,ioctl,sendfile,copy_file_range,ftruncate,truncate,fallocate,fchmod,chmod,fchmodat,"
        + "?fchmodat2,utimensat,rename,renameat,renameat2,link,linkat,symlink,symlinkat,unlink,unlinkat,rmdir,mkdir,mkdirat,chown,"
        + "fchown,lchown,fchownat,setxattr,fsetxattr,getdents64,statfs,fstatfs,mknod,mknodat,fsync,fdatasync,sync_file_range,fadvise64,"
        + "mmap";

    /// <summary>What strace writes when a process has stopped.</summary>
    internal const string Stopped = "--- stopped by SIGSTOP ---";

    internal static Tracing KillAt(Point point) => Signal("KILL", point);

    /// <summary>
    /// The whole process stops after the call, until it is sent SIGCONT: except SIGKILL, signals wait for the call's end.
    /// </summary>
    internal static Tracing StopAt(Point point) => Signal("STOP", point);

    internal IEnumerable<string> Arguments(string output) =>
    [
        "-f", "-y", "-o", output, "-e", "signal=STOP", "-e", $"trace={Calls ?? FileCalls}",
        .. (Paths ?? []).SelectMany(path => new[] { "-P", path }),
        .. Inject is null ? Array.Empty<string>() : ["-e", $"inject={Inject}"],
    ];

    private static Tracing Signal(string signal, Point point) =>
        new(point.Call, $"{point.Call}:signal={signal}:when={point.Number}", point.Path is null ? null : [point.Path]);

    /// <summary>The command line as typed in a shell.</summary>
    public override string ToString() => $"strace {string.Join(' ', Arguments("trace"))}";

    /// <summary>The text for people: of many paths only the number.</summary>
    internal string Short => Paths is { Count: > 2 } ? $"{this with { Paths = null }} -P ... ({Paths.Count} paths)" : ToString();
}
