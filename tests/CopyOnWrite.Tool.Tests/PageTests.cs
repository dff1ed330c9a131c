using System.Text.Json.Nodes;
using CopyOnWrite.Tool.Bench;
using CopyOnWrite.Tool.Report;
using CopyOnWrite.Tool.Tests.Infrastructure;

namespace CopyOnWrite.Tool.Tests;

/// <summary>The HTML pages in a browser that has no network. The picture is kept when a test fails.</summary>
[TestClass]
public sealed class PageTests
{
    private const string Cloned = "#009E73";
    private const string FromCache = "#56B4E9";
    private const string Copied = "#D55E00";
    private const string Run = "#0072B2";
    private const string Light = "#FFFFFF";
    private const string Dark = "#12161C";

    public TestContext TestContext { get; set; } = null!;

    [TestMethod]
    public void TheReportsChartsAreDrawn()
    {
        using var volume = VolumeUnderTest.Require("btrfs");
        using var packages = VolumeUnderTest.Require("plain");
        string page = volume.PathOf("report.html");
        Answer answer = LoggedSample.Build(volume, packages.Volume.Path!, withSdk: true).Ask("--html", page);

        // Parts of two bars, which are 22 pixels high, and as wide as their share.
        AssertDrawn(page, volume, (Cloned, 2_000), (FromCache, 1_000), (Copied, 2_000));
        Assert.Contains(answer.FirstLine, System.Net.WebUtility.HtmlDecode(File.ReadAllText(page)));
    }

    [TestMethod]
    public void TheBenchsChartHasADotForEveryRun()
    {
        using var volume = VolumeUnderTest.Require("btrfs");
        string page = volume.PathOf("bench.html");
        File.WriteAllText(page, new BenchReport(BenchResults.Of([2.0, 2.1, 2.2, 2.0, 2.1], [1.0, 1.1, 1.2, 1.0, 1.1])).Html());

        // 15 dots, which overlap.
        AssertDrawn(page, volume, (Run, 200));
        string html = File.ReadAllText(page);
        Assert.AreEqual(15, html[html.IndexOf("class=\"dots\"", System.StringComparison.Ordinal)..].Split("<circle ").Length - 1);
    }

    /// <summary>COW_SCREENSHOTS names a folder to keep the pictures in, to look at.</summary>
    [TestMethod]
    [DataRow(1280, false)]
    [DataRow(1280, true)]
    [DataRow(400, false)]
    [DataRow(400, true)]
    public void PagesAreLightOrDarkAsTheReadersSystemIs(int width, bool dark)
    {
        using var folder = VolumeUnderTest.InTemporaryFolder();
        foreach ((string name, string html) in new[] { ("report", SampleReport()), ("bench", SampleBench()) })
        {
            string page = folder.PathOf($"{name}.html");
            File.WriteAllText(page, html);
            var picture = Screenshot.Take(page, folder.Folder, width, dark);
            Keep(page);
            Keep(picture.Path, $"{name}-{width}-{(dark ? "dark" : "light")}.png");
            Assert.AreEqual(string.Empty, picture.Console, "what the browser's console said");
            Assert.IsGreaterThan(picture.Pixels / 2, picture.Count(dark ? Dark : Light), "the background");
            Assert.AreEqual(0, picture.Count(dark ? Light : Dark), "of the other");
        }
    }

    [TestMethod]
    public void AtFourHundredPixelsNothingIsCutOffAndTextKeepsItsSize()
    {
        using var folder = VolumeUnderTest.InTemporaryFolder();
        foreach ((string name, string html) in new[] { ("report", SampleReport()), ("bench", SampleBench()) })
        {
            string page = folder.PathOf($"{name}.html");
            File.WriteAllText(page, html);
            JsonNode seen = PageProbe.Ask(page, folder.Folder, 400, """
                const wide = [...doc.querySelectorAll('body *')].filter(one => !one.closest('.scroll, svg') && one.getBoundingClientRect().right > 401);
                const texts = [...doc.querySelectorAll('svg text')].map(one => one.getBoundingClientRect());
                return { width: doc.documentElement.scrollWidth - doc.documentElement.clientWidth, wide: wide.map(one => one.outerHTML.slice(0, 80)),
                         heights: texts.map(one => one.height), scroll: doc.querySelectorAll('.scroll').length };
                """);
            Assert.AreEqual(0, (int)seen["width"]!, $"Beyond the window: {seen.ToJsonString()}");
            Assert.IsEmpty(seen["wide"]!.AsArray(), seen.ToJsonString());
            Assert.IsTrue(seen["heights"]!.AsArray().All(height => (double)height! > 10), seen.ToJsonString());
            Assert.IsGreaterThan(0, (int)seen["scroll"]!);
        }
    }

    [TestMethod]
    public void TablesSortAndFilterAndAProjectLeadsToItsFiles()
    {
        using var folder = VolumeUnderTest.InTemporaryFolder();
        string page = folder.PathOf("report.html");
        File.WriteAllText(page, SampleReport());
        JsonNode seen = PageProbe.Ask(page, folder.Folder, 1280, """
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
            const files = () => [...doc.querySelectorAll('.files tbody tr')].map(row => row.textContent);
            const all = { shown: files().length, count: doc.querySelector('.count').textContent };
            doc.querySelector('.more').click();
            const more = files().length;
            win.location.hash = table.tBodies[0].querySelector('tr:not([hidden]) a').getAttribute('href');
            await new Promise(done => setTimeout(done, 100));
            const ofProject = { shown: files(), count: doc.querySelector('.count').textContent };
            return { down, up, names, filtered, all, more, ofProject };
            """);
        string[] Texts(string name) => [.. seen[name]!.AsArray().Select(one => (string)one!)];
        string all = seen.ToJsonString();
        Assert.AreEqual(("0.087", "0.010"), (Texts("down")[0], Texts("up")[0]), all);
        CollectionAssert.AreEqual(Texts("down").Reverse().ToArray(), Texts("up"), all);
        Assert.HasCount(12, Texts("names"), all);
        Assert.StartsWith("Company.Product.Area0.", Texts("names")[0], all);
        Assert.AreEqual("Company.Product.Area3.Component3/Company.Product.Area3.Component3.csproj", Texts("filtered").Single(), all);
        Assert.AreEqual((100, 200), ((int)seen["all"]!["shown"]!, (int)seen["more"]!), all);
        Assert.StartsWith("360 files, ", (string)seen["all"]!["count"]!, all);
        Assert.StartsWith("30 files, ", (string)seen["ofProject"]!["count"]!, all);
        Assert.IsTrue(
            seen["ofProject"]!["shown"]!.AsArray().All(row => ((string)row!).Contains("Component3/bin/", System.StringComparison.Ordinal)),
            all);
    }

    [TestMethod]
    public void APageOf150000FilesListsThemAllAndFindsOne()
    {
        using var folder = VolumeUnderTest.InTemporaryFolder();
        string page = folder.PathOf("large.html");
        File.WriteAllText(page, ReportPage.Of(ReportMaker.Of(ReportLogs.Of(500, 300)), "large.binlog"));
        Keep(page);
        JsonNode seen = PageProbe.Ask(page, folder.Folder, 1280, """
            const count = () => doc.querySelector('.count').textContent;
            const all = count();
            win.location.hash = '#files&project=7&text=Long.Name123.dll';
            await new Promise(done => setTimeout(done, 500));
            return { all, one: count(), rows: doc.querySelectorAll('.files tbody tr').length };
            """);
        Assert.StartsWith("150,000 files, ", (string)seen["all"]!, seen.ToJsonString());
        Assert.StartsWith("1 file", (string)seen["one"]!, seen.ToJsonString());
        Assert.AreEqual(1, (int)seen["rows"]!);
    }

    /// <summary>For who wants to look at it.</summary>
    private static void Keep(string file, string? name = null)
    {
        if (System.Environment.GetEnvironmentVariable("COW_SCREENSHOTS") is { Length: > 0 } kept)
        {
            File.Copy(file, Path.Combine(kept, name ?? Path.GetFileName(file)), overwrite: true);
        }
    }

    private static string SampleReport() => ReportPage.Of(ReportMaker.Of(ReportLogs.Of(12, 30)), "msbuild.binlog");

    private static string SampleBench()
    {
        BenchResult one = BenchResults.Of([8.1, 8.0, 8.3, 8.2, 9.9, 8.1], [5.2, 5.1, 5.4, 5.0, 5.2, 5.3], volume: "btrfs")
            .WithNoOp(sdk: 0.52);
        BenchResult other = BenchResults.Of([4.1, 4.0, 4.3, 4.2, 4.1, 4.2], [4.2, 4.1, 4.4, 4.0, 4.2, 4.3], volume: "xfs")
            .WithNoOp(sdk: 0.5);
        return new BenchReport(one with { Volumes = [.. one.Volumes, .. other.Volumes] }).Html();
    }

    private void AssertDrawn(string page, VolumeUnderTest volume, params (string Colour, int AtLeast)[] expected)
    {
        string html = File.ReadAllText(page);
        Assert.DoesNotContain("http://", html);
        Assert.DoesNotContain("https://", html);
        var picture = Screenshot.Take(page, volume.Folder);
        try
        {
            Assert.AreEqual(string.Empty, picture.Console, "what the browser's console said");
            foreach ((string colour, int atLeast) in expected)
            {
                Assert.IsGreaterThan(atLeast, picture.Count(colour), $"pixels of {colour}");
            }
        }
        catch (AssertFailedException)
        {
            string kept = Path.Combine(TestContext.TestRunResultsDirectory ?? Path.GetTempPath(), $"{TestContext.TestName}.png");
            Directory.CreateDirectory(Path.GetDirectoryName(kept)!);
            File.Copy(picture.Path, kept, overwrite: true);
            TestContext.AddResultFile(kept);
            throw;
        }
    }
}
