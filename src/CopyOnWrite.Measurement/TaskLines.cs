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
    private static readonly Regex s_line = new(
        @"^CopyOnWrite: (?<cloned>[\d,]+) cloned \([\d,]+ bytes\), "
        + @"(?:(?<cached>[\d,]+) cloned from the cache \([\d,]+ bytes\), )?(?<copied>[\d,]+) copied(?: \([^)]*\))?, (?<unchanged>[\d,]+) unchanged(?:, (?<left>[\d,]+) left[^.]*)?\.$");

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
