using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Linux;

/// <summary>Opens a source to read.</summary>
internal static class SourceFile
{
    /// <summary>
    /// The descriptor, or -1 with <see cref="Error"/>. Opening a pipe does not wait for a writer (O_NONBLOCK, fifo(7)). For a file with a
    /// lease, as Samba and the kernel's NFS server take, that flag means EAGAIN (open(2)): it is opened once more without the flag, which
    /// waits until the lease is broken, by the descriptor of what was found to be a file.
    /// </summary>
    internal static int Open(byte[] path)
    {
        int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0);
        return file < 0 && Error == EAGAIN ? Wait(path) : file;
    }

    private static int Wait(byte[] path)
    {
        using var found = new Fd(open(path, O_PATH | O_CLOEXEC, 0));
        return found.IsOpen && TryGetStatus(found.Number, out Statx status) && status.IsRegularFile
            ? open(LockedTempFile.DescriptorPath(found.Number), O_RDONLY | O_CLOEXEC, 0)
            : -1;
    }
}
