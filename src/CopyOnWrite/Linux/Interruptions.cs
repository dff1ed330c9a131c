namespace CopyOnWrite.Linux;

/// <summary>
/// How often a call that a signal interrupted (EINTR, signal(7)) is made again with nothing done in between: often enough for any real
/// signals, and not endlessly, as if a filter on system calls or a broken FUSE server returns nothing else.
/// </summary>
internal struct Interruptions
{
    internal const int Most = 1000;

    private int _count;

    /// <summary>Whether the call is to be made again.</summary>
    internal bool ShouldRetry(int error) => error == LinuxNative.EINTR && ++_count < Most;
}
