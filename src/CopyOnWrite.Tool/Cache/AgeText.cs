using System;
using System.Globalization;
using CopyOnWrite.Tasks;

namespace CopyOnWrite.Tool.Cache;

/// <summary>Ages as people write them: what the property takes ("30d", "12h"), and words ("2 weeks", "1 day").</summary>
internal static class AgeText
{
    private static readonly (string Unit, double Hours)[] s_units =
    [
        ("hour", 1), ("hours", 1), ("day", 24), ("days", 24), ("w", 7 * 24), ("week", 7 * 24), ("weeks", 7 * 24),
    ];

    internal static bool TryParse(string text, out TimeSpan age)
    {
        string words = text.Trim();
        int unit = words.AsSpan().TrimEnd("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ").Length;
        double hours = Array.Find(s_units, one => one.Unit.Equals(words[unit..], StringComparison.OrdinalIgnoreCase)).Hours;
        if (hours == 0)
        {
            return SettingValues.TryParseAge(text, out age);
        }

        bool understood = double.TryParse(words[..unit], NumberStyles.AllowDecimalPoint | NumberStyles.AllowTrailingWhite,
            CultureInfo.InvariantCulture, out double number);
        return SettingValues.TryParseAge((understood ? number * hours : 0).ToString(CultureInfo.InvariantCulture) + "h", out age);
    }
}
