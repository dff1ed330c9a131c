using System.IO;
using CopyOnWrite.Testing;
using CopyOnWrite.Tool.Bench;
using CopyOnWrite.Tool.Tests.Infrastructure;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Tool.Tests;

/// <summary>The HTML pages in a browser that has no network. The picture is kept when a test fails.</summary>
[TestClass]
public sealed class PageTests
{
    private const string Cloned = "#009E73";
    private const string FromCache = "#56B4E9";
    private const string Copied = "#D55E00";
    private const string Run = "#0072B2";

    public TestContext TestContext { get; set; } = null!;

    [TestMethod]
    public void TheReportsChartsAreDrawn()
    {
        using var volume = VolumeUnderTest.Require("btrfs");
        using var packages = VolumeUnderTest.Require("plain");
        string page = volume.PathOf("report.html");
        Answer answer = LoggedSample.Build(volume, packages.Volume.Path!, withSdk: true).Ask("--html", page);

        // Bars for cloned files and for times, one from the cache, one for copies: 22 pixels high, and as wide as their share.
        AssertDrawn(page, volume, (Cloned, 2_000), (FromCache, 1_000), (Copied, 2_000));
        Assert.Contains(answer.FirstLine, System.Net.WebUtility.HtmlDecode(File.ReadAllText(page)));
    }

    [TestMethod]
    public void TheBenchsChartHasADotForEveryRun()
    {
        using var volume = VolumeUnderTest.Require("btrfs");
        string page = volume.PathOf("bench.html");
        File.WriteAllText(page, new BenchReport(BenchResults.Of([2.0, 2.1, 2.2, 2.0, 2.1], [1.0, 1.1, 1.2, 1.0, 1.1])).Html());

        // 15 dots, which overlap, and a line at each median.
        AssertDrawn(page, volume, (Run, 200), (Copied, 100));
        Assert.AreEqual(15, File.ReadAllText(page).Split("<circle ").Length - 1);
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
