using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.RegularExpressions;
using CopyOnWrite.Measurement;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Sdk.Tests.Infrastructure;

/// <summary>The task's own lines of a build, added up.</summary>
internal sealed record CopySummary(long Cloned, long FromCache, long Copied, long Unchanged, long Left, IReadOnlyList<string> Lines)
{
    private static readonly Regex s_notUsed = new(
        "^CopyOnWrite: .*(, so the clone source cache is not used there|, so lines are missing there: ).* See .*COW10(06|07|10|12)\\.md$", RegexOptions.Singleline);

    internal static CopySummary Of(BuildLog log)
    {
        string[] lines = [.. log.CopyCalls.Where(call => !call.IsStaging).SelectMany(call => call.Messages).Where(m => m.StartsWith("CopyOnWrite: ", StringComparison.Ordinal))];
        string[] others = [.. lines.Where(l => !l.StartsWith("CopyOnWrite: left to the built-in task: ", StringComparison.Ordinal))];
        string[] strange = [.. others.Where(l => !TaskLines.Contains(l) && !s_notUsed.IsMatch(l))];
        Assert.IsEmpty(strange, $"Lines that are not understood:\n{string.Join('\n', strange)}");
        var sums = TaskLines.Of(lines);
        return new CopySummary(sums.Cloned, sums.FromCache, sums.Copied, sums.Unchanged, sums.Left, lines);
    }

    public override string ToString() => $"{Cloned} cloned, {FromCache} from the cache, {Copied} copied, {Unchanged} unchanged, {Left} left to the built-in";
}
