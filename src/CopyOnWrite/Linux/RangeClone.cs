using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Linux;

/// <summary>
/// ioctl_ficlonerange(2). The kernel waits for the source's content, grows the destination, and keeps writers out meanwhile
/// (vfs_clone_file_range).
/// </summary>
internal static unsafe class RangeClone
{
    internal static CloneOutcome Run(int source, int destination, FileRange range)
    {
        var argument = new FileCloneRange
        {
            SourceDescriptor = source,
            SourceOffset = (ulong)range.SourceOffset,
            SourceLength = (ulong)range.Length,
            DestinationOffset = (ulong)range.DestinationOffset,
        };
        int error;
        var interruptions = default(Interruptions);
        do
        {
            error = ioctl(destination, (nuint)FICLONERANGE, (nint)(&argument)) == 0 ? 0 : Error;
        }
        while (interruptions.ShouldRetry(error));

        return error == 0 ? CloneOutcome.Cloned(range.Length)
            : CloneOutcome.NotHandled(
                Errno.OfClone(error) switch
                {
                    Errno.CloneRefusal.Volumes => error == EXDEV ? Reason.DifferentVolumes : Reason.VolumeCannotClone,
                    Errno.CloneRefusal.Terminal or Errno.CloneRefusal.Room => Errno.OfFile(error),
                    _ => Reason.FileCannotBeCloned,
                },
                error);
    }
}
