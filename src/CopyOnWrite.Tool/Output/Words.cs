namespace CopyOnWrite.Tool.Output;

/// <summary>Numbers for sentences, the same in every culture.</summary>
internal static class Words
{
    private static readonly string[] s_units = ["KB", "MB", "GB", "TB", "PB"];

    /// <summary>"12,345".</summary>
    internal static string Number(long number) => number.ToString("N0", CultureInfo.InvariantCulture);

    internal static string Number(double number, string format) => number.ToString(format, CultureInfo.InvariantCulture);

    /// <summary>"1 file", "2 files".</summary>
    internal static string Count(long number, string one, string? many = null) =>
        $"{Number(number)} {(number == 1 ? one : many ?? one + "s")}";

    /// <summary>"a, b, c and 2 more".</summary>
    internal static string Some(IReadOnlyCollection<string> names, string separator = ", ")
    {
        const int Most = 3;
        return string.Join(separator, names.Take(Most)) + (names.Count > Most ? $" and {Number(names.Count - Most)} more" : string.Empty);
    }

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
        return $"{Number(value, format)} {s_units[unit]}";
    }
}
