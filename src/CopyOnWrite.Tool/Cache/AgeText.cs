using System.Globalization;
using System.Text.RegularExpressions;
using CopyOnWrite.Tasks;

namespace CopyOnWrite.Tool.Cache;

/// <summary>Ages as people write them: what the property takes ("30d", "12h"), and words ("2 weeks", "1 day").</summary>
internal static partial class AgeText
{
    internal static bool TryParse(string text, out TimeSpan age)
    {
        if (InWords().Match(text) is not { Success: true } words)
        {
            return SettingValues.TryParseAge(text, out age);
        }

        int hoursOfUnit = char.ToLowerInvariant(words.Groups[2].ValueSpan[0]) switch { 'h' => 1, 'd' => 24, _ => 7 * 24 };
        double hours = double.Parse(words.Groups[1].ValueSpan, CultureInfo.InvariantCulture) * hoursOfUnit;
        return SettingValues.TryParseAge(hours.ToString(CultureInfo.InvariantCulture) + "h", out age);
    }

    [GeneratedRegex(@"^\s*(\d+(?:\.\d+)?)\s*(hours?|days?|w|weeks?)\s*$", RegexOptions.IgnoreCase)]
    private static partial Regex InWords();
}
