using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text.RegularExpressions;

namespace CopyOnWrite.Measurement;

/// <summary>What the SDK's task says of its calls, a line each (docs/log.md), added up.</summary>
/// <param name="Cloned">From their source itself.</param>
/// <param name="FromCache">Cloned from the clone source cache.</param>
public sealed record TaskLines(long Cloned, long FromCache, long Copied, long Unchanged, long Left)
{
    // No call has so many files, and the sum of many is a number still. Not \d, which stands for the digits of all scripts.
    private const string Number = "[0-9][0-9,]{0,14}";

    private static readonly Regex s_line = new(
        $@"^CopyOnWrite: (?<cloned>{Number}) cloned \([0-9,]+ bytes\), "
        + $@"(?:(?<cached>{Number}) cloned from the cache \([0-9,]+ bytes\), )?(?<copied>{Number}) copied(?: \([^)]*\))?, (?<unchanged>{Number}) unchanged(?:, (?<left>{Number}) left[^.]*)?\.$");

    public static bool Contains(string message) => s_line.IsMatch(message);

    /// <summary>Other messages are passed over.</summary>
    public static TaskLines Of(IEnumerable<string> messages)
    {
        Match[] lines = [.. messages.Select(m => s_line.Match(m)).Where(m => m.Success)];
        return new TaskLines(Sum(lines, "cloned"), Sum(lines, "cached"), Sum(lines, "copied"), Sum(lines, "unchanged"), Sum(lines, "left"));
    }

    private static long Sum(Match[] lines, string group) => lines.Sum(line =>
        line.Groups[group].Success ? long.Parse(line.Groups[group].Value, NumberStyles.AllowThousands, CultureInfo.InvariantCulture) : 0);
}
