using System.Net;
using CopyOnWrite.Tool.Report;
using CopyOnWrite.Tool.Tests.Infrastructure;

namespace CopyOnWrite.Tool.Tests;

/// <summary>The content of HTML reports, and its bounds.</summary>
[TestClass]
public sealed class ReportPageTests
{
    private const int MostBytes = 10_000_000;

    [TestMethod]
    public void WhatWouldCloneMoreComesBeforeWhatWasDone()
    {
        string page = ReportCommand.AsPage(CopyReport.Of(ReportLogs.Of(3, 40)), "a.binlog");
        string[] order =
        [
            "What would clone more", "Files by outcome", "Why files were not cloned", "Copy time by project", "<h2>Files</h2>",
            "Built 2026",
        ];
        int[] places = [.. order.Select(part =>
            page.IndexOf(part, page.IndexOf("</style>", StringComparison.Ordinal), StringComparison.Ordinal))];
        CollectionAssert.DoesNotContain(places, -1, string.Join(' ', places));
        CollectionAssert.AreEqual(places.Order().ToArray(), places);
        Assert.Contains("Built 2026-01-02 03:04 UTC in 83.3 s, CopyOnWrite.Sdk 0.1.0; report by dotnet cow ", page);
    }

    [TestMethod]
    public void AFileIsListedWithItsSourceOutcomeAndSizeTheLargestFirst()
    {
        PageTable table = ReportTables.Files(CopyReport.Of(ReportLogs.Of(1, 4)), 1000);
        Assert.HasCount(4, table.Rows);
        Assert.EndsWith("Name3.dll", table.Rows[0][0]);
        Assert.EndsWith("/12.3.3/lib/net8.0/Company.Some.Package.With.Long.Name3.dll", table.Rows[0][1]);
        CollectionAssert.AreEqual((string[])["copied: not yet flushed to disk", "24.8 KB"], table.Rows[0][2..]);
    }

    [TestMethod]
    public void OfMoreFilesThanAPageListsTheSmallestAreLeftOutAndTheirNumberIsTold()
    {
        CopyReport report = CopyReport.Of(ReportLogs.Of(100, 103));
        Assert.HasCount(10_300, report.Copies.All);
        string page = ReportCommand.AsPage(report, "large.binlog");
        Assert.IsLessThan(MostBytes, Encoding.UTF8.GetByteCount(page));
        Assert.Contains("<p>... and 300 more.</p>", page);
    }

    [TestMethod]
    public void WhatALogSaysIsNoMarkupOfThePage()
    {
        const string Evil = "</script><script>alert(1)</script><b title=\"x\">'&";
        BuildLog log = ReportLogs.Of(1, 2);
        log = log with { CopyCalls = [log.CopyCalls[0] with { Project = $"/repo/{Evil}/a.csproj", Target = Evil }] };
        string page = ReportCommand.AsPage(CopyReport.Of(log), Evil);
        Assert.AreEqual(1, page.Split("</script>").Length - 1, "The page's own.");
        Assert.DoesNotContain("<b title", page);
        Assert.Contains(WebUtility.HtmlEncode(Evil), page);
    }
}
