namespace CopyOnWrite.Torture.Tests;

/// <summary>Some points of each campaign, the same in each run. All of them: <c>./build.sh torture</c>.</summary>
[TestClass]
[OSCondition(OperatingSystems.Linux)]
public sealed class CampaignTests(TestContext context)
{
    // A point that is not met is one of several threads' that came in another order.
    private const int MostMissed = 2;

    [TestMethod]
    [DataRow("crash", 16)]
    [DataRow("errors", 24)]
    [DataRow("users", 16)]
    public void NothingIsWrongAtThesePoints(string campaign, int points)
    {
        Tools.Require("strace");
        foreach (string volume in new[] { "btrfs", "xfs", "plain" })
        {
            using VolumeUnderTest required = VolumeUnderTest.Require(volume);
        }

        Tools.SkipUnless(campaign != "users" || Environment.IsPrivilegedProcess, "Only root can be two users.");
        AssertNothingIsWrong(campaign, points, TestVolumes.All);
    }

    /// <summary>Run on ext4, where copies were zeros after it.</summary>
    [TestMethod]
    public void NothingIsWrongAfterAPowerFailure()
    {
        Tools.Require("qemu-storage-daemon");
        Tools.SkipUnless(Environment.IsPrivilegedProcess, "Only root mounts volumes.");
        using VolumeUnderTest required = VolumeUnderTest.Require("plain");
        AssertNothingIsWrong("power", 16, [TestVolumes.Plain]);
    }

    private void AssertNothingIsWrong(string campaign, int points, IEnumerable<TestVolume> volumes)
    {
        string program = Path.Combine(AppContext.BaseDirectory, "CopyOnWrite.Torture.dll");
        DotNetResult result = DotNet.Run(
            AppContext.BaseDirectory,
            [program, "--only", campaign, "--points", $"{points}", "--seed", "20261122"],
            variables: volumes.ToDictionary(volume => volume.EnvironmentVariable, volume => volume.Path));
        context.WriteLine(result.Output);
        Assert.AreEqual(0, result.ExitCode, result.Output);

        int done = 0;
        int missed = 0;
        foreach (Match row in Regex.Matches(
            result.Output, @"^\| (?:Copy|staging|library) \| [^|]+ \| (\d+) \| \d+ \| \d+ \| \d+ \| (\d+) \|", RegexOptions.Multiline))
        {
            done += int.Parse(row.Groups[1].Value, CultureInfo.InvariantCulture);
            missed += int.Parse(row.Groups[2].Value, CultureInfo.InvariantCulture);
        }

        Assert.IsGreaterThanOrEqualTo(points / 2, done, $"Too few points:\n{result.Output}");
        Assert.IsLessThanOrEqualTo(MostMissed, missed, $"Points were not met:\n{result.Output}");
    }
}
