namespace CopyOnWrite.Sdk.Tests.Infrastructure;

/// <summary>The records of the task's calls in a build, added up.</summary>
internal sealed record CopySummary(long Cloned, long FromCache, long Copied, long Unchanged, long Left, IReadOnlyList<string> Lines)
{
    private static readonly Regex s_notUsed = new(
        "^CopyOnWrite: .*(, so the cross-volume cache is not used there|, so nothing is added to the cross-volume cache"
        + "|, so package files from another volume are copied in this call|, so lines are missing from it: )"
        + ".* See .*sdk\\.md#cow10(06|07|10|12)$",
        RegexOptions.Singleline);

    internal static CopySummary Of(BuildLog log)
    {
        LoggedCall[] calls = [.. log.CopyCalls.Where(call => !call.IsStaging)];
        string[] strange = [.. calls.Where(call => call.Record is null).SelectMany(LinesOf).Where(line => !s_notUsed.IsMatch(line))];
        Assert.IsEmpty(strange, $"Lines of calls without a record:\n{string.Join('\n', strange)}");
        CopyRecord[] records = [.. calls.Select(call => call.Record).OfType<CopyRecord>()];
        return new CopySummary(
            records.Sum(record => record.Cloned), records.Sum(record => record.FromCache), records.Sum(record => record.Copied),
            records.Sum(record => record.Unchanged), records.Sum(record => record.Left), [.. calls.SelectMany(LinesOf)]);
    }

    private static IEnumerable<string> LinesOf(LoggedCall call) =>
        call.Messages.Where(message => message.StartsWith("CopyOnWrite: ", StringComparison.Ordinal));

    public override string ToString() =>
        $"{Cloned} cloned, {FromCache} from the cache, {Copied} copied, {Unchanged} unchanged, {Left} left to the built-in";
}
