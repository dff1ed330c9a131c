namespace CopyOnWrite.Linux;

/// <summary>An open descriptor, or -1 of a call that failed, for <c>using</c>.</summary>
internal readonly ref struct Fd(int number)
{
    internal readonly int Number = number;

    internal bool IsOpen => Number >= 0;

    public void Dispose() => _ = IsOpen ? LinuxNative.close(Number) : 0;
}
