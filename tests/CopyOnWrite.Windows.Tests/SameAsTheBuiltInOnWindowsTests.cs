namespace CopyOnWrite.Windows.Tests;

/// <summary>The scenarios of tests/CopyOnWrite.Parity on Windows' API: no difference. NotOnWindows.cs has what cannot play.</summary>
[TestClass]
public sealed class SameAsTheBuiltInOnWindowsTests
{
    [TestMethod]
    public void EveryWrittenScenario()
    {
        Wine.Require();
        AssertSame(@"C:\play", 100, 60, clones: 0, "written");
    }

    [TestMethod]
    public void RandomScenarios()
    {
        Wine.Require();
        AssertSame(@"C:\play", 60, 30, clones: 0, "fuzz", "--seed", "20261121", "--count", "150");
    }

    [TestMethod]
    public void ScenariosOnADriveThatClones()
    {
        const string Folder = @"D:\play";
        Wine.RequireClones();
        AssertSame(Folder, 100, 60, clones: 20, "written", "--clone-recent");
        AssertSame(Folder, 30, 15, clones: 5, "fuzz", "--seed", "20261122", "--count", "75", "--clone-recent");
    }

    private static void AssertSame(string folder, int sameAtLeast, int takenAtLeast, int clones, params string[] arguments)
    {
        Wine.Be(19045);
        WineResult result = Wine.Run(
            WindowsPrograms.Publish("CopyOnWrite.Parity"),
            Wine.DriveC,
            [.. arguments, "--folder", folder, "--msbuild", Wine.PathOf(WindowsSdk.Folder)]);

        Assert.AreEqual(0, result.ExitCode, Regex.Replace(result.Output, "^(same|excluded) .*\n", string.Empty, RegexOptions.Multiline));
        Match counts = Regex.Match(result.Output, @"(\d+) same, 0 differ; ours took (\d+) calls whole.*; (\d+) cloned");
        Assert.IsGreaterThanOrEqualTo(sameAtLeast, Number(counts, 1), result.Output);
        Assert.IsGreaterThanOrEqualTo(takenAtLeast, Number(counts, 2), result.Output);
        Assert.IsGreaterThanOrEqualTo(clones, Number(counts, 3), result.Output);
    }

    private static int Number(Match match, int group) => int.Parse(match.Groups[group].Value, CultureInfo.InvariantCulture);
}
