using System.Text.RegularExpressions;

namespace CopyOnWrite.Tool.Bench;

/// <summary>One timed build, in seconds.</summary>
/// <param name="Wall">The whole command, restore apart.</param>
/// <param name="Copy">The sum of all calls of Copy, which may run at the same time.</param>
internal sealed partial record BuildTime(double Wall, double Copy)
{
    /// <summary>
    /// The time of Copy in a summary that MSBuild's file logger writes at the end. The logger adds up exact times and rounds the sum: half
    /// a millisecond is the most that is lost in a build. A build that copies nothing has no line for Copy.
    /// </summary>
    internal static double CopyIn(string summary) => CopyLine().Match(summary) is { Success: true } line
        ? double.Parse(line.Groups["ms"].Value, CultureInfo.InvariantCulture) / 1000
        : 0;

    [GeneratedRegex(@"^\s*(?<ms>\d+) ms\s+Copy\s+\d+ calls", RegexOptions.Multiline)]
    private static partial Regex CopyLine();
}
