namespace CopyOnWrite.Linux;

/// <summary>
/// Limits how often a call that a signal interrupted (EINTR, signal(7)) is repeated without progress: often enough for real
/// signals, but not endlessly, as a filter on system calls or a broken FUSE server may return nothing else.
/// </summary>
internal struct Interruptions
{
    internal const int Most = 1000;

    private int _count;

    /// <summary>Whether the call should be repeated.</summary>
    internal bool ShouldRetry(int error) => error == LinuxNative.EINTR && ++_count < Most;
}
