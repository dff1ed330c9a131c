namespace CopyOnWrite.Tests.OnWindows;

/// <summary>What a test writes a moment ago is an hour old, and calls fail where a test wants it.</summary>
internal sealed unsafe class CallsAnHourLater : Win32Calls
{
    internal long Ahead { get; set; } = TimeSpan.TicksPerHour;

    /// <summary>The error to have for a path; 0 for none.</summary>
    internal Func<string, int>? OnCreate { get; set; }

    /// <inheritdoc cref="OnCreate"/>
    internal Func<int>? OnWrite { get; set; }

    public override long SystemTime() => base.SystemTime() + Ahead;

    public override int CreateFile(string path, uint access, uint share, uint disposition, uint flagsAndAttributes, out nint handle)
    {
        handle = Win32Native.INVALID_HANDLE_VALUE;
        return OnCreate?.Invoke(path) is { } error and not 0
            ? error
            : base.CreateFile(path, access, share, disposition, flagsAndAttributes, out handle);
    }

    public override int WriteFile(nint file, void* buffer, int count, out int written)
    {
        written = 0;
        return OnWrite?.Invoke() is { } error and not 0 ? error : base.WriteFile(file, buffer, count, out written);
    }
}
