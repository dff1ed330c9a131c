using System.Net;
using System.Text;
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
    public void AtTheTopIsWhatTheLogIsOf()
    {
        string page = ReportPage.Of(CopyReport.Of(ReportLogs.Of(2, 10)), "msbuild.binlog");
        string facts = page[page.IndexOf("<dl", StringComparison.Ordinal)..page.IndexOf("</dl>", StringComparison.Ordinal)];
        foreach (string fact in (string[])["msbuild.binlog", "2026-01-02 03:04 UTC", "83.3 s", "succeeded", ".NET SDK 10.0.100", ">0.1.0<"])
        {
            Assert.Contains(fact, facts);
        }

        BuildLog failed = ReportLogs.Of(2, 10) with { Succeeded = false, Errors = [new BuildDiagnostic("CS1", "Wrong.", "a")] };
        Assert.Contains("failed, 1 error", ReportPage.Of(CopyReport.Of(failed), "msbuild.binlog"));
    }

    [TestMethod]
    public void WhatWouldCloneMoreComesBeforeTheChartsAndNoChartRepeatsATable()
    {
        string page = ReportPage.Of(CopyReport.Of(ReportLogs.Of(3, 40)), "a.binlog");
        string[] order =
        [
            "<dl class=\"facts\">", "What would clone more", "class=\"stack\"", "Files by outcome", "Why files were not cloned",
            "Copy time by project",
        ];
        int[] places = [.. order.Select(part =>
            page.IndexOf($"{part}", page.IndexOf("</style>", StringComparison.Ordinal), StringComparison.Ordinal))];
        CollectionAssert.DoesNotContain(places, -1, string.Join(' ', places));
        Assert.IsLessThan(places[2], places[1]);
        Assert.AreEqual(1, page.Split("<h2>Copy time by project").Length - 1);
        Assert.DoesNotContain("<svg", page, "Times are bars in their table.");
        Assert.Contains("class=\"part time\"", page);
    }

    [TestMethod]
    public void EachMeaningHasItsColourInChartAndTable()
    {
        string page = ReportPage.Of(CopyReport.Of(ReportLogs.Of(3, 40)), "a.binlog");
        foreach ((string colour, string name) in Enum.GetValues<CopyKind>().Take(3)
            .Select(kind => (kind.CssClass(), kind.Words())).Append(("unchanged", "unchanged")))
        {
            Assert.Contains($"<i class=\"{colour}\"", page);
            Assert.MatchesRegex($"<span class=\"k {colour}\"></span>(<a [^>]+>)?{name}<", page);
        }
    }

    [TestMethod]
    public void TheFilesOfTheDataAreThoseOfTheLog()
    {
        CopyReport report = CopyReport.Of(ReportLogs.Of(3, 60));
        var files = FilesJson.Of(report);
        JsonNode data = JsonNode.Parse(files.Json)!;
        int[] rows = [.. data["rows"]!.AsArray().Select(number => (int)number!)];
        string Text(string table, int i) => (string)data[table]![i]!;
        string[] listed = [.. rows.Chunk(7).Select(row =>
        {
            string from = Text("folders", row[3]);
            return $"{Text("projects", row[0])}: {(from[0] == '=' ? from[1..] : from + Text("names", row[1]))} to "
                + $"{Text("folders", row[2])}{Text("names", row[1])}, {Text("kinds", row[4])}, "
                + $"{(row[5] < 0 ? "" : Text("reasons", row[5]))}, {row[6]}";
        })];
        CollectionAssert.AreEquivalent(
            report.Files.Select(file =>
                $"{report.Copies.Named(file.Project)}: {report.Copies.Named(file.From)} to {report.Copies.Named(file.To)}, "
                + $"{file.Kind.Words()}, "
                + $"{file.Why?.Words}, {file.Bytes}").ToArray(),
            listed);
        Assert.AreEqual(0, files.Left);
        Assert.IsTrue(
            report.Files.Any(file => System.IO.Path.GetFileName(file.From) != System.IO.Path.GetFileName(file.To)), "Renamed ones, too.");
    }

    [TestMethod]
    public void APageOf150000FilesIsBelowTenMegabytesAndHasThemAll()
    {
        CopyReport report = CopyReport.Of(ReportLogs.Of(500, 300));
        Assert.AreEqual(150_000, report.Files.Count);
        string page = ReportPage.Of(report, "large.binlog");
        Assert.IsLessThan(MostBytes, Encoding.UTF8.GetByteCount(page));
        Assert.DoesNotContain("are not listed", page);
    }

    [TestMethod]
    public void BeyondTheBoundTheSmallestFilesAreLeftOutAndTheirNumberIsTold()
    {
        CopyReport report = CopyReport.Of(ReportLogs.Of(10, 300));
        var files = FilesJson.Of(report, mostCharacters: 20_000);
        Assert.IsLessThan(40_000, files.Json.Length);
        int listed = JsonNode.Parse(files.Json)!["rows"]!.AsArray().Count / 7;
        Assert.AreEqual(3_000 - files.Left, listed);
        Assert.IsGreaterThan(0, listed);
    }

    [TestMethod]
    public void WhatALogSaysIsNoMarkupOfThePage()
    {
        const string Evil = "</script><script>alert(1)</script><b title=\"x\">'&";
        BuildLog log = ReportLogs.Of(1, 2);
        log = log with { CopyCalls = [log.CopyCalls[0] with { Project = $"/repo/{Evil}/a.csproj", Target = Evil }] };
        string page = ReportPage.Of(CopyReport.Of(log), Evil);
        Assert.AreEqual(2, page.Split("</script>").Length - 1, "The data's and the page's own.");
        Assert.DoesNotContain("<b title", page);
        Assert.Contains(WebUtility.HtmlEncode(Evil), page);
    }

    [TestMethod]
    public void VolumesThatAreComparedAreOneChartWithOneScale()
    {
        BenchResult slow = BenchResults.Of([8, 8, 8, 8, 8], [8, 8, 8, 8, 8], volume: "ext4");
        BenchResult fast = BenchResults.Of([2, 2, 2, 2, 2], [2, 2, 2, 2, 2], volume: "xfs");
        string both = new BenchReport(slow with { Volumes = [.. slow.Volumes, .. fast.Volumes] }).Html();
        Assert.AreEqual(1, both.Split("<div class=\"dots\">").Length - 1);
        Assert.AreEqual(6, both.Split("<div class=\"runs\"").Length - 1);
        Assert.Contains("<span>8.08 s</span>", both);
        Assert.Contains("<span>2.02 s</span>", new BenchReport(fast).Html());
    }
}
