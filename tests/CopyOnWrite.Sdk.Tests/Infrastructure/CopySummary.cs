using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text.RegularExpressions;
using CopyOnWrite.Measurement;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Sdk.Tests.Infrastructure;

/// <summary>The task's own lines of a build, added up.</summary>
internal sealed record CopySummary(long Cloned, long Copied, long Unchanged, long Left, IReadOnlyList<string> Lines)
{
    private static readonly Regex s_line = new(
        @"^CopyOnWrite: (?<cloned>[\d,]+) cloned \([\d,]+ bytes\), (?<copied>[\d,]+) copied(?: \([^)]*\))?, (?<unchanged>[\d,]+) unchanged(?:, (?<left>[\d,]+) left[^.]*)?\.$");

    internal static CopySummary Of(BuildLog log)
    {
        string[] lines = [.. log.CopyCalls.SelectMany(call => call.Messages).Where(m => m.StartsWith("CopyOnWrite: ", StringComparison.Ordinal))];
        Match[] matches = [.. lines.Select(l => s_line.Match(l)).Where(m => m.Success)];
        string[] strange = [.. lines.Where(l => !s_line.IsMatch(l) && !l.StartsWith("CopyOnWrite: left to the built-in task: ", StringComparison.Ordinal))];
        Assert.IsEmpty(strange, $"Lines that are not understood:\n{string.Join('\n', strange)}");
        return new CopySummary(Sum(matches, "cloned"), Sum(matches, "copied"), Sum(matches, "unchanged"), Sum(matches, "left"), lines);
    }

    public override string ToString() => $"{Cloned} cloned, {Copied} copied, {Unchanged} unchanged, {Left} left to the built-in";

    private static long Sum(Match[] matches, string group) => matches.Sum(m =>
        m.Groups[group].Success ? long.Parse(m.Groups[group].Value, NumberStyles.AllowThousands, CultureInfo.InvariantCulture) : 0);
}
