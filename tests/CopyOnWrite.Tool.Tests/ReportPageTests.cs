using System.Net;
using System.Text.Json.Nodes;
using CopyOnWrite.Tool.Bench;
using CopyOnWrite.Tool.Report;
using CopyOnWrite.Tool.Tests.Infrastructure;

namespace CopyOnWrite.Tool.Tests;

/// <summary>The content of HTML reports, and its bounds.</summary>
[TestClass]
public sealed class ReportPageTests
{
    private const int MostBytes = 10_000_000;

    [TestMethod]
    public void WhatWouldCloneMoreComesBeforeWhatWasDoneAndAmountsHaveBars()
    {
        string page = ReportCommand.AsPage(CopyReport.Of(ReportLogs.Of(3, 40)), "a.binlog");
        string[] order =
        [
            "What would clone more", "Files by outcome", "Why files were not cloned", "Copy time by project", "id=\"files-data\"",
            "Built 2026",
        ];
        int[] places = [.. order.Select(part =>
            page.IndexOf(part, page.IndexOf("</style>", StringComparison.Ordinal), StringComparison.Ordinal))];
        CollectionAssert.DoesNotContain(places, -1, string.Join(' ', places));
        CollectionAssert.AreEqual(places.Order().ToArray(), places);
        Assert.Contains("Built 2026-01-02 03:04 UTC in 83.3 s, CopyOnWrite.Sdk 0.1.0; report by dotnet cow ", page);
        Assert.Contains("<span class=\"part\" style=\"width:100%\"></span>", page);
    }

    [TestMethod]
    public void TheFilesOfTheDataAreThoseOfTheLog()
    {
        CopyReport report = CopyReport.Of(ReportLogs.Of(3, 60));
        JsonNode data = JsonNode.Parse(FilesJson.Of(report))!;
        string Text(string table, int i) => (string)data[table]![i]!;
        string[] listed = [.. data["rows"]!.AsArray().Select(number => (int)number!).Chunk(7).Select(row =>
        {
            string from = Text("folders", row[3]);
            return $"{Text("projects", row[0])}: {(from[0] == '=' ? from[1..] : from + Text("names", row[1]))} to "
                + $"{Text("folders", row[2])}{Text("names", row[1])}, {Text("kinds", row[4])}, "
                + $"{(row[5] < 0 ? "" : Text("reasons", row[5]))}, {row[6]}";
        })];
        CollectionAssert.AreEquivalent(
            report.Files.Select(file =>
                $"{report.Copies.Named(file.Project)}: {report.Copies.Named(file.From)} to {report.Copies.Named(file.To)}, "
                + $"{file.Kind.Words()}, {file.Why?.Words}, {file.Bytes}").ToArray(),
            listed);
        Assert.IsTrue(report.Files.Any(file => Path.GetFileName(file.From) != Path.GetFileName(file.To)), "Renamed ones, too.");
    }

    [TestMethod]
    public void APageOf150000FilesIsBelowTenMegabytesAndHasThemAll()
    {
        CopyReport report = CopyReport.Of(ReportLogs.Of(500, 300));
        Assert.AreEqual(150_000, report.Files.Count);
        string page = ReportCommand.AsPage(report, "large.binlog");
        Assert.IsLessThan(MostBytes, Encoding.UTF8.GetByteCount(page));
        Assert.DoesNotContain("are not listed", page);
    }

    [TestMethod]
    public void BeyondTheBoundTheSmallestFilesAreLeftOutAndTheirNumberIsTold()
    {
        CopyReport report = CopyReport.Of(ReportLogs.Of(10, 30));
        long[] bytes = [.. JsonNode.Parse(FilesJson.Of(report, mostFiles: 7))!["rows"]!.AsArray().Select(number => (long)number!).Chunk(7)
            .Select(row => row[6])];
        CollectionAssert.AreEqual(report.Files.Select(file => file.Bytes).OrderDescending().Take(7).ToArray(), bytes);
        Assert.Contains("<p>293 files, the smallest, are not listed", Tool.Output.Page.Files("{}", left: 293));
    }

    [TestMethod]
    public void WhatALogSaysIsNoMarkupOfThePage()
    {
        const string Evil = "</script><script>alert(1)</script><b title=\"x\">'&";
        BuildLog log = ReportLogs.Of(1, 2);
        log = log with { CopyCalls = [log.CopyCalls[0] with { Project = $"/repo/{Evil}/a.csproj", Target = Evil }] };
        string page = ReportCommand.AsPage(CopyReport.Of(log), Evil);
        Assert.AreEqual(2, page.Split("</script>").Length - 1, "The data's and the page's own.");
        Assert.DoesNotContain("<b title", page);
        Assert.Contains(WebUtility.HtmlEncode(Evil), page);
    }

    [TestMethod]
    public void TheBenchsMediansAreBarsOfOneScale()
    {
        BenchResult slow = BenchResults.Of([8, 8, 8], [8, 8, 8], volume: "ext4");
        BenchResult fast = BenchResults.Of([2, 2, 2], [4, 4, 4], volume: "xfs");
        string page = new BenchReport(slow with { Volumes = [.. slow.Volumes, .. fast.Volumes] }).Html();
        string[] widths = [.. page.Split("<span class=\"part\" style=\"width:").Skip(1).Select(part => part.Split('%')[0])];
        CollectionAssert.AreEqual(new[] { "99", "100", "99", "24.8", "25", "49.5" }, widths);
    }
}
