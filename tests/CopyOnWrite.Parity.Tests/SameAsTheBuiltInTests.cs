namespace CopyOnWrite.Parity.Tests;

/// <summary>
/// The scenarios, through the built-in Copy and through ours in one MSBuild: no difference. As root and as a user whom permissions stop,
/// with the built-in task's threads and without; random ones on each kind of volume. Without root, or off Linux, all play as the
/// user who runs this. COW_FUZZ_INPUTS
/// and COW_FUZZ_SEED give more and others (CONTRIBUTING.md).
/// </summary>
[TestClass]
public sealed class SameAsTheBuiltInTests
{
    private const string Nobody = "65534";

    [TestMethod]
    [DataRow("btrfs", "", "")]
    [DataRow("btrfs", Nobody, "1")]
    [DataRow("xfs", Nobody, "")]
    [DataRow("plain", Nobody, "")]
    [DataRow("ReFS", "", "")]
    [DataRow("Dev Drive", "", "")]
    public void EveryWrittenScenario(string volume, string user, string parallelism) =>
        AssertSame(volume, user, parallelism, TakenAtLeast(parallelism), "written");

    [TestMethod]
    [TestCategory(Fuzzer.Category)]
    [DataRow("btrfs", Nobody, "")]
    [DataRow("xfs", "", "1")]
    [DataRow("plain", Nobody, "1")]
    [DataRow("tmpfs", "", "")]
    [DataRow("ReFS", "", "")]
    [DataRow("Dev Drive", "", "")]
    public void RandomScenarios(string volume, string user, string parallelism)
    {
        int count = Fuzzer.Number("COW_FUZZ_INPUTS", 150);
        string seed = $"{Fuzzer.Number("COW_FUZZ_SEED", 20_261_121)}";
        AssertSame(volume, user, parallelism, TakenAtLeast(parallelism) * count / 400, "fuzz", "--seed", seed, "--count", $"{count}");
    }

    /// <summary>
    /// MSBUILDCOPYTASKPARALLELISM above 1 has meant nothing to the built-in since 17.14, and so it means nothing to ours. A pull request
    /// that makes it the number of threads again is open (dotnet/msbuild#13955, August 2026); this shows the day an SDK has it.
    /// </summary>
    [TestMethod]
    [OSCondition(OperatingSystems.Linux)]
    [DataRow("2")]
    [DataRow("9")]
    public void TheBuiltInHasAsManyThreadsWhateverTheVariableSays(string parallelism)
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require("plain");
        int usual = ThreadsOfTheBuiltIn(volume, null);
        int asked = ThreadsOfTheBuiltIn(volume, parallelism);

        Assert.IsGreaterThan(1, usual, "The built-in's threads were not found: are they called otherwise?");
        Assert.AreEqual(
            usual,
            asked,
            $"MSBUILDCOPYTASKPARALLELISM={parallelism} sets the number of the built-in's threads: this SDK has dotnet/msbuild#13955, or "
            + "something like it. What to do: let Workers start "
            + "that number less one of helpers where the variable is above 1, and say so in docs/reference/properties.md and "
            + "docs/design/decisions.md.");
    }

    /// <summary>If order matters, the built-in task gets each call of several files.</summary>
    private static int TakenAtLeast(string parallelism) => parallelism == "1" || OperatingSystem.IsWindows() ? 60 : 100;

    private static int ThreadsOfTheBuiltIn(VolumeUnderTest volume, string? parallelism) =>
        NumberIn(Run(volume, parallelism, "threads").Output, @"the built-in started (\d+) threads");

    private static void AssertSame(string volumeName, string user, string parallelism, int takenAtLeast, params string[] arguments)
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require(volumeName);
        bool isRoot = OperatingSystem.IsLinux() && Environment.IsPrivilegedProcess;
        string[] asUser = user.Length > 0 && isRoot ? ["--user", user] : [];
        string[] flushing = OperatingSystem.IsWindows() && volume.Volume.Clones ? ["--clone-recent"] : []; // Two minutes old are not.
        DotNetResult result = Run(volume, parallelism.Length > 0 ? parallelism : null, [.. arguments, .. asUser, .. flushing]);

        Assert.AreEqual(0, result.ExitCode, Regex.Replace(result.Output, "^same .*\n", string.Empty, RegexOptions.Multiline));
        Assert.IsGreaterThanOrEqualTo(takenAtLeast, NumberIn(result.Output, @"ours took (\d+) calls whole"), result.Output[^200..]);
    }

    private static DotNetResult Run(VolumeUnderTest volume, string? parallelism, params string[] arguments) => DotNet.Run(
        AppContext.BaseDirectory,
        [Path.Combine(AppContext.BaseDirectory, "CopyOnWrite.Parity.dll"), .. arguments, "--folder", volume.Folder],
        variables: new Dictionary<string, string?> { ["MSBUILDCOPYTASKPARALLELISM"] = parallelism });

    private static int NumberIn(string output, string pattern)
    {
        Match number = Regex.Match(output, pattern);
        Assert.IsTrue(number.Success, output);
        return int.Parse(number.Groups[1].Value, CultureInfo.InvariantCulture);
    }
}
