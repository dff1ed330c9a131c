using CopyOnWrite.Tool.Bench;
using CopyOnWrite.Tool.Output;
using CopyOnWrite.Tool.Tests.Infrastructure;

namespace CopyOnWrite.Tool.Tests;

/// <summary>A bench that is stopped in the middle of a build, with arms that build nothing; and what becomes of earlier results.</summary>
[TestClass]
public sealed class BenchStoppedTests
{
    [TestMethod]
    public async Task EveryBuildThatHasEndedIsKeptAndComparedInTheRoundsThatBothHave()
    {
        using var folder = VolumeUnderTest.InTemporaryFolder();
        FakeArm[] arms =
            [new(folder, ArmKind.BuiltIn, 2), new(folder, ArmKind.BuiltInAgain, 2), new(folder, ArmKind.Sdk, 1) { StopIn = 4 }];
        BenchResult result = await StoppedAsync(arms, rounds: 9);
        ArmResult sdk = result.Volumes[0].Arms.Single(arm => arm.Kind == ArmKind.Sdk);
        CollectionAssert.AreEqual((int[])[1, 2, 3], sdk.Runs.Select(run => run.Round).ToArray());

        var report = new BenchReport(result);
        int builds = result.Volumes[0].Arms.Sum(arm => arm.Runs.Count);
        Assert.StartsWith(
            $"Stopped after 3 of 9 rounds, {builds} finished builds kept. one: the SDK took 0.50 of the time of the built-in in 3 rounds",
            report.Summary);
        Assert.AreEqual(3, report.Verdicts.Single().Rounds);
        string page = report.Markdown();
        Assert.Contains("one, SDK: stopped in the middle of a build, so its outputs were not compared.", page);
        Assert.Contains("The outputs of all other arms of a volume are the same", page);
    }

    [TestMethod]
    [DataRow(0, "Stopped after 0 of 5 rounds, 0 finished builds kept. Nothing was compared.", "stopped before its first build had ended")]
    [DataRow(3, "Stopped after 2 of 5 rounds, ", "stopped in the middle of a build")]
    public async Task AHalfBuiltArmIsNotComparedWithTheOthers(int stopIn, string summary, string note)
    {
        using var folder = VolumeUnderTest.InTemporaryFolder();
        FakeArm[] arms =
            [new(folder, ArmKind.BuiltIn, 2) { StopIn = stopIn }, new(folder, ArmKind.Sdk, 1) { StopIn = stopIn == 0 ? 0 : 9 }];
        BenchResult result = await StoppedAsync(arms, rounds: 5);
        Assert.IsNull(result.Volumes[0].Arms[0].Outputs);
        BenchReport report = new(BenchFiles.Parse(JsonSerializer.Serialize(result, JsonFormat.Options), "stopped.json"));
        Assert.IsTrue(report.OutputsAreTheSame);
        Assert.StartsWith(summary, report.Summary);
        Assert.Contains($"one, built-in: {note}", report.Markdown());
        Assert.DoesNotContain("are the same", report.Markdown());
    }

    [TestMethod]
    [DataRow(".json")]
    [DataRow(".md")]
    [DataRow(".html")]
    public void EarlierResultsStay(string extension)
    {
        using var folder = VolumeUnderTest.InTemporaryFolder();
        string name = folder.PathOf("cow-bench");
        BenchResult result = BenchResults.Of([1, 2, 3, 4, 5], [1, 2, 3, 4, 5]);
        File.WriteAllText(name + extension, "earlier");
        Assert.AreEqual(name + "-2", BenchFiles.Write(name, result));
        Assert.AreEqual(name + "-3", BenchFiles.Write(name, result));
        Assert.AreEqual("earlier", File.ReadAllText(name + extension));
    }

    private static async Task<BenchResult> StoppedAsync(FakeArm[] arms, int rounds)
    {
        await Assert.ThrowsExactlyAsync<OperationCanceledException>(() =>
            BenchRounds.RunAsync(arms, rounds, countFiles: false, new Random(1), CancellationToken.None));
        (IReadOnlyList<ArmResult> results, IReadOnlyList<string> differBySelf) = ArmComparison.Of(arms);
        VolumeResult volume = BenchResults.Volume(rounds, results) with { Interrupted = true, NotTheSame = differBySelf };
        return new BenchResult(BenchResult.CurrentFormat, "repo", [volume]);
    }

    /// <summary>Builds a file, and is stopped in a round when half of it is there.</summary>
    private sealed class FakeArm(VolumeUnderTest folder, ArmKind kind, double seconds) : IBenchArm
    {
        private readonly List<BenchBuild> _runs = [];

        internal int StopIn { get; init; } = int.MaxValue;

        public ArmKind Kind => kind;

        public string Name => $"{kind}";

        public bool HasOutputs { get; private set; }

        private string Place => folder.PathOf($"{kind}");

        public Task<BenchBuild> BuildAsync(int round, CancellationToken cancel)
        {
            HasOutputs = false;
            Directory.CreateDirectory(Place);
            File.WriteAllText(Path.Combine(Place, "a.dll"), "half");
            if (round == StopIn)
            {
                throw new OperationCanceledException();
            }

            File.WriteAllText(Path.Combine(Place, "a.dll"), "half and half");
            HasOutputs = true;
            BenchBuild build = BenchResults.Build(round, seconds + (round * 0.001));
            if (round > 0)
            {
                _runs.Add(build);
            }

            return Task.FromResult(build);
        }

        public Task CountAsync(CancellationToken cancel) => Task.CompletedTask;

        public TreeSnapshot Outputs() => TreeSnapshot.Take(Place);

        public ArmResult Result(IReadOnlyList<string>? differences) =>
            new(kind, [.. _runs], differences is null ? null : new ArmOutputs(13, 13, null, differences));
    }
}
