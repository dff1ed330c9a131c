using System.Collections.Generic;
using System.Globalization;
using System.Text.RegularExpressions;
using CopyOnWrite.Windows.Tests.Infrastructure;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Windows.Tests;

/// <summary>
/// The scenarios of tests/CopyOnWrite.Parity through the built-in Copy and through ours, in one MSBuild on Windows' API: no difference.
/// Which scenarios cannot play there is in NotOnWindows.cs.
/// </summary>
[TestClass]
public sealed class SameAsTheBuiltInOnWindowsTests
{
    [TestMethod]
    [DataRow("", 100, 60)]
    [DataRow("1", 100, 60)]
    public void EveryWrittenScenario(string parallelism, int same, int takenWhole) => AssertSame(parallelism, same, takenWhole, "written");

    [TestMethod]
    public void RandomScenarios() => AssertSame(string.Empty, 60, 30, "fuzz", "--seed", "20261121", "--count", "150");

    private static void AssertSame(string parallelism, int sameAtLeast, int takenAtLeast, params string[] arguments)
    {
        Wine.Require();
        Wine.Be(19045);
        WineResult result = Wine.Run(
            WindowsPrograms.Publish("CopyOnWrite.Parity"),
            Wine.DriveC,
            [.. arguments, "--folder", @"C:\play", "--msbuild", Wine.PathOf(WindowsSdk.Folder)],
            parallelism.Length > 0 ? new Dictionary<string, string> { ["MSBUILDCOPYTASKPARALLELISM"] = parallelism } : null);

        Assert.AreEqual(0, result.ExitCode, Regex.Replace(result.Output, "^(same|excluded) .*\n", string.Empty, RegexOptions.Multiline));
        Match counts = Regex.Match(result.Output, @"(\d+) same, 0 differ; ours took (\d+) calls whole");
        Assert.IsGreaterThanOrEqualTo(sameAtLeast, Number(counts, 1), result.Output);
        Assert.IsGreaterThanOrEqualTo(takenAtLeast, Number(counts, 2), result.Output);
    }

    private static int Number(Match match, int group) => int.Parse(match.Groups[group].Value, CultureInfo.InvariantCulture);
}
