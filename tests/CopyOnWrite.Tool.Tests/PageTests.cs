using System.Net;
using System.Text.Json.Nodes;
using CopyOnWrite.Tool.Report;

namespace CopyOnWrite.Tool.Tests;

/// <summary>The HTML pages: their content and its bounds, and what a browser that has no network makes of them.</summary>
[TestClass]
public sealed class PageTests
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

    [TestMethod]
    [DataRow(1280, false)]
    [DataRow(400, true)]
    public void PagesAreLightOrDarkAsTheReadersSystemIsAndNothingIsCutOff(int width, bool dark)
    {
        string page = SampleReport();
        Assert.DoesNotContain("http://", page);
        Assert.DoesNotContain("https://", page);
        JsonNode seen = PageProbe.Ask(page, """
            const wide = [...doc.querySelectorAll('body *')]
              .filter(one => !one.closest('.scroll') && one.getBoundingClientRect().right > win.innerWidth + 1);
            return { background: colour(doc.body), width: doc.documentElement.scrollWidth - doc.documentElement.clientWidth,
                     wide: wide.map(one => one.outerHTML.slice(0, 80)), scroll: doc.querySelectorAll('.scroll').length };
            """, width, dark);
        Assert.AreEqual(dark ? "rgb(18, 22, 28)" : "rgb(255, 255, 255)", (string)seen["background"]!);
        Assert.AreEqual(0, (int)seen["width"]!, $"Beyond the window: {seen.ToJsonString()}");
        Assert.IsEmpty(seen["wide"]!.AsArray(), seen.ToJsonString());
        Assert.IsGreaterThan(0, (int)seen["scroll"]!);
    }

    [TestMethod]
    public void TablesSortAndFilter()
    {
        JsonNode seen = PageProbe.Ask(SampleReport(), """
            const table = [...doc.querySelectorAll('h2')].find(one => one.textContent === 'Copy time by project').parentElement
              .querySelector('[aria-label="Copy time by project"] table');
            const column = i => [...table.tBodies[0].rows].filter(row => !row.hidden).map(row => row.cells[i].textContent);
            const click = i => table.tHead.rows[0].cells[i].querySelector('button').click();
            click(1); const down = column(1);
            click(1); const up = column(1);
            click(0); const names = column(0);
            const filter = doc.querySelector('[aria-label="Copy time by project"]').previousElementSibling.querySelector('input');
            filter.value = 'Component3.'; filter.dispatchEvent(new win.Event('input'));
            const filtered = column(0);
            return { down, up, names, filtered };
            """);
        string[] Texts(string name) => [.. seen[name]!.AsArray().Select(one => (string)one!)];
        string all = seen.ToJsonString();
        Assert.AreEqual(("0.087", "0.010"), (Texts("down")[0], Texts("up")[0]), all);
        CollectionAssert.AreEqual(Texts("down").Reverse().ToArray(), Texts("up"), all);
        Assert.HasCount(12, Texts("names"), all);
        Assert.StartsWith("Company.Product.Area0.", Texts("names")[0], all);
        Assert.AreEqual("Company.Product.Area3.Component3/Company.Product.Area3.Component3.csproj", Texts("filtered").Single(), all);
    }

    private static string SampleReport() => ReportCommand.AsPage(CopyReport.Of(ReportLogs.Of(12, 30)), "msbuild.binlog");
}
