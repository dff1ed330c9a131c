namespace CopyOnWrite.Tool.Report;

/// <summary>The report's tables, in text and Markdown alike: files with several writers, compilations, recommendations, outcomes.</summary>
internal static class ReportTables
{
    /// <param name="most">The most rows of a table: JSON has them all.</param>
    internal static IReadOnlyList<PageTable> Of(CopyReport report, int most)
    {
        PageTable[] tables =
        [
            .. ConflictTables.Of(report.Conflicts, report.Copies.Named),
            .. report.IsAboutConflicts ? (PageTable[])[]
                : [Compiled.Table(report.Compiled, report.Copies.Named), .. report.HasCopies ? OfCopies(report) : []],
        ];
        return [.. tables.Where(table => table.Rows.Count > 0).Select(table => table.First(most))];
    }

    private static PageTable[] OfCopies(CopyReport report) =>
    [
        Amounts(
            "Changes that would clone more files",
            ["change", "files", "bytes"],
            report.Recommendations.Select(one => (one.What, new Amount(one.Files, one.Bytes)))),
        Outcomes(report),
        Amounts(
            "Why files were not cloned",
            ["reason", "files", "bytes"],
            report.Reasons.Select(reason => (reason.Why.Words, new Amount(reason.Files, reason.Bytes)))),
        Times("project", report.Projects),
        Times("target", report.Targets),
    ];

    private static PageTable Outcomes(CopyReport report)
    {
        IEnumerable<string[]> kinds = Enum.GetValues<CopyKind>().Select(kind => (Kind: kind, Amount: report.Copies.AmountOf(kind)))
            .Where(one => one.Kind == CopyKind.Cloned || one.Amount.Files > 0)
            .Select(one => Row(FileCopy.WordsOf(one.Kind), one.Amount));
        return new PageTable(
            "Files by outcome", ["", "files", "bytes"],
            [.. kinds, ["unchanged", Words.Number(report.Unchanged), "-"]]);
    }

    private static PageTable Times(string what, IReadOnlyList<CopyTime> times) => new(
        $"Copy time by {what}",
        [what, "seconds", "calls", "files", "bytes"],
        [
            .. times.Select(time => new[]
            {
                time.Name, Words.Number(time.Seconds, "0.000"), Words.Number(time.Calls), Words.Number(time.Files),
                BytesOf(time.Files, time.Bytes),
            }),
        ]);

    private static PageTable Amounts(string title, string[] headings, IEnumerable<(string Name, Amount Amount)> rows) =>
        new(title, headings, [.. rows.Select(row => Row(row.Name, row.Amount))]);

    private static string[] Row(string name, Amount amount) => [name, Words.Number(amount.Files), BytesOf(amount.Files, amount.Bytes)];

    // MSBuild's own Copy logs no sizes.
    private static string BytesOf(long files, long bytes) => files > 0 && bytes == 0 ? "-" : Words.Bytes(bytes);
}
