namespace CopyOnWrite;

/// <summary>Times of Linux and macOS: seconds since 1970, and nanoseconds.</summary>
internal static class UnixTime
{
    private static readonly DateTime s_epoch = new(1970, 1, 1, 0, 0, 0, DateTimeKind.Utc);

    /// <summary>To 100 ns. A time beyond .NET's dates becomes the nearest one.</summary>
    internal static DateTime Of(long seconds, long nanoseconds)
    {
        long mostSeconds = (DateTime.MaxValue - s_epoch).Ticks / TimeSpan.TicksPerSecond;
        long leastSeconds = (DateTime.MinValue - s_epoch).Ticks / TimeSpan.TicksPerSecond;
        return seconds >= mostSeconds ? DateTime.MaxValue
            : seconds < leastSeconds ? DateTime.MinValue
            : s_epoch.AddTicks((seconds * TimeSpan.TicksPerSecond) + (nanoseconds / 100));
    }

    /// <summary>Whether <see cref="NanosecondsOf"/> is: for the years 1678 to 2262.</summary>
    internal static bool IsUnique(long seconds) => seconds is > long.MinValue / 1_000_000_000 and < long.MaxValue / 1_000_000_000;

    /// <summary>Both as one number, to compare.</summary>
    internal static long NanosecondsOf(long seconds, long nanoseconds) => unchecked((seconds * 1_000_000_000) + nanoseconds);
}
