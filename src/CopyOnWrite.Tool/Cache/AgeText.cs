using System.Text.RegularExpressions;
using CopyOnWrite.Tasks;

namespace CopyOnWrite.Tool.Cache;

/// <summary>Ages as people write them: what the property takes ("30d", "12h"), and words ("2 weeks", "1 day").</summary>
internal static partial class AgeText
{
    private const int DaysOfAWeek = 7;

    internal static bool TryParse(string text, out TimeSpan age)
    {
        string letter = Words().Replace(text.Trim(), word => word.Value[..1]);
        bool inWeeks = letter.EndsWith("w", StringComparison.OrdinalIgnoreCase);
        bool isAge = SettingValues.TryParseAge(inWeeks ? letter[..^1] + "d" : letter, out age);
        age *= inWeeks ? DaysOfAWeek : 1;
        return isAge;
    }

    [GeneratedRegex(@"(?<![a-z])(hours?|days?|weeks?)$", RegexOptions.IgnoreCase)]
    private static partial Regex Words();
}
