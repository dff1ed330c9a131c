namespace CopyOnWrite.Tool.Output;

/// <summary>Numbers for sentences, the same in every culture.</summary>
internal static class Words
{
    private static readonly string[] s_units = ["KB", "MB", "GB", "TB", "PB"];

    /// <summary>"12,345".</summary>
    internal static string Number(long number) => number.ToString("N0", CultureInfo.InvariantCulture);

    /// <summary>"1 file", "2 files".</summary>
    internal static string Count(long number, string one, string? many = null) =>
        $"{Number(number)} {(number == 1 ? one : many ?? one + "s")}";

    /// <summary>A size in thousands, with three digits: "512 bytes", "1.23 MB".</summary>
    internal static string Bytes(long bytes)
    {
        if (bytes < 1000)
        {
            return Count(bytes, "byte");
        }

        double value = bytes;
        int unit = -1;
        while (value >= 999.5 && unit < s_units.Length - 1)
        {
            value /= 1000;
            unit++;
        }

        string format = value < 9.995 ? "0.00" : value < 99.95 ? "0.0" : "0";
        return value.ToString(format, CultureInfo.InvariantCulture) + " " + s_units[unit];
    }

    /// <summary>"within the hour", "3 hours ago", "5 days ago", or a date if that is long ago.</summary>
    /// <param name="time">The time in UTC, like <paramref name="now"/>.</param>
    internal static string Ago(DateTime time, DateTime now)
    {
        const int ManyDays = 60;
        TimeSpan ago = now - time;
        return ago.TotalHours < 1 ? "within the hour"
            : ago.TotalDays < 1 ? $"{Count((long)ago.TotalHours, "hour")} ago"
            : ago.TotalDays < ManyDays ? $"{Count((long)ago.TotalDays, "day")} ago"
            : time.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture);
    }
}
