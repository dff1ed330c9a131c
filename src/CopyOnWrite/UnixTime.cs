using System;

namespace CopyOnWrite;

/// <summary>Times as Linux and macOS give them: seconds since 1970, and nanoseconds.</summary>
internal static class UnixTime
{
    private static readonly DateTime s_epoch = new(1970, 1, 1, 0, 0, 0, DateTimeKind.Utc);

    /// <summary>To 100 ns. A time that .NET has no date for is the nearest that it has.</summary>
    internal static DateTime Of(long seconds, long nanoseconds)
    {
        long mostSeconds = (DateTime.MaxValue - s_epoch).Ticks / TimeSpan.TicksPerSecond;
        long leastSeconds = (DateTime.MinValue - s_epoch).Ticks / TimeSpan.TicksPerSecond;
        return seconds >= mostSeconds ? DateTime.MaxValue
            : seconds < leastSeconds ? DateTime.MinValue
            : s_epoch.AddTicks((seconds * TimeSpan.TicksPerSecond) + (nanoseconds / 100));
    }

    /// <summary>One number for both, to be compared: beyond the years 1678 to 2262 it is another's as well.</summary>
    internal static long NanosecondsOf(long seconds, long nanoseconds) => unchecked((seconds * 1_000_000_000) + nanoseconds);
}
