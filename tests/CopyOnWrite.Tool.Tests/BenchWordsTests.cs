using System.Text.Json;
using CopyOnWrite.Tool.Bench;
using CopyOnWrite.Tool.Output;
using CopyOnWrite.Tool.Tests.Infrastructure;

namespace CopyOnWrite.Tool.Tests;

/// <summary>What the bench concludes from given seconds, and what it does with files of results.</summary>
[TestClass]
public sealed class BenchWordsTests
{
    private static readonly double[] s_two = [2.00, 2.01, 2.02, 2.03, 2.04];
    private static readonly double[] s_one = [1.00, 1.01, 1.02, 1.03, 1.04];

    private readonly VolumeUnderTest _folder = VolumeUnderTest.InTemporaryFolder();

    [TestCleanup]
    public void Delete() => _folder.Dispose();

    [TestMethod]
    [DataRow(@"the SDK is 1\.98 times as fast as the built-in \(1\.9\d-2\.0\d\)\.", 1.00, 1.01, 1.02, 1.03, 1.04)]
    [DataRow(@"the built-in is 1\.98 times as fast as the SDK \(1\.9\d-1\.9\d\)\.", 3.98, 3.99, 4.00, 4.01, 4.02)]
    [DataRow(@"the SDK is 1\.1\d times as fast as the built-in \(1\.0\d-1\.1\d\)\.", 1.86, 1.80, 1.78, 1.76, 1.90)]
    [DataRow("no difference between the SDK and the built-in; one of 1.0% or more would have shown.", 2.00, 2.01, 2.02, 2.03, 2.04)]
    public void TheFirstLineSaysWhichIsFaster(string expected, params double[] sdk) =>
        Assert.MatchesRegex($"^xfs: {expected}$", Summary(s_two, sdk));

    [TestMethod]
    public void ADifferenceSmallerThanThatOfTwoEqualArmsIsNone() =>
        Assert.AreEqual(
            "xfs: no difference between the SDK and the built-in; one of 20% or more would have shown.",
            Summary(s_two, [.. s_two.Select(s => s * 0.9)], [.. s_two.Select(s => s * 1.2)]));

    [TestMethod]
    public void OfTwoRoundsThereIsNoIntervalAndNoFinding()
    {
        BenchResult result = BenchResults.Of([2.0, 2.1], [1.0, 1.1]);
        Assert.AreEqual(
            "xfs: the SDK took 0.51 of the time of the built-in in 2 rounds, too few to tell a difference from chance.",
            new BenchReport(result).Summary);
        Assert.Contains("| SDK | 1.05 | 0.512 | ", new BenchReport(result).Markdown());
    }

    [TestMethod]
    public void ARunFarFromTheOthersIsFlaggedAndCounts()
    {
        BenchResult result = BenchResults.Of(s_two, [1.00, 1.01, 1.02, 1.03, 9.00]);
        Assert.Contains("xfs, SDK: round 5 is an outlier (9.00 s), kept in the median.", new BenchReport(result).Markdown());
        Assert.AreEqual(5, result.Volumes[0].Arms[2].Runs.Count);
    }

    [TestMethod]
    public void DifferentOutputsAreTheFirstThingSaidAndAFailure()
    {
        Answer answer = Merge([BenchResults.Of(s_two, s_one, difference: "bin/a.dll: mode 644 != 600")]).Ended(1);
        Assert.StartsWith("THE OUTPUTS DIFFER between arms. ", answer.FirstLine);
        Assert.Contains("bin/a.dll: mode 644 != 600", answer.Text);
    }

    [TestMethod]
    [DataRow(1.02, "3%", 0)]
    [DataRow(1.05, "3%", 1)]
    [DataRow(1.05, "6", 0)]
    [DataRow(0.50, "3%", 0)]
    public void FailAboveIsForBuildsThatAreSlowerByMore(double factor, string percent, int exitCode)
    {
        BenchResult result = BenchResults.Of(s_two, [.. s_two.Select(s => s * factor)], again: s_two.Reverse().ToArray());
        Answer answer = Merge([result], "--fail-above", percent).Ended(exitCode);
        Assert.AreEqual(exitCode == 1, answer.Text.Contains("more than --fail-above allows", System.StringComparison.Ordinal), answer.Text);
    }

    [TestMethod]
    public void FailAboveIsNotForAVolumeThatIsSlower()
    {
        Answer answer = Merge([BenchResults.Of(s_one, s_one), BenchResults.Of(s_two, s_two, volume: "btrfs")], "--fail-above", "3%").Ended(0);
        Assert.Contains("btrfs: the built-in on xfs is 1.98 times as fast as the SDK", answer.Text);
    }

    [TestMethod]
    public void ResultsOfSeveralMachinesBecomeOneReport()
    {
        Answer answer = Merge([
                BenchResults.Of(s_two, s_one, machine: "one"),
                BenchResults.Of(s_one, s_two, machine: "two", volume: "btrfs"),
            ]).Ended(0);
        Assert.Contains("xfs: the SDK is 1.98 times as fast", answer.Text);
        Assert.Contains("btrfs: the built-in is 1.98 times as fast as the SDK", answer.Text);
        Assert.DoesNotContain("the built-in on", answer.Text, "Machines are not compared.");
        BenchResult merged = JsonSerializer.Deserialize<BenchResult>(File.ReadAllText(_folder.PathOf("merged.json")), JsonFormat.Options)!;
        CollectionAssert.AreEqual(new[] { "one", "two" }, merged.Volumes.Select(v => v.MachineName).ToArray());
        Assert.IsTrue(File.Exists(_folder.PathOf("merged.md")) && File.Exists(_folder.PathOf("merged.html")));
    }

    [TestMethod]
    public void BuildsWithNothingToDoHaveAVerdictAndATable()
    {
        string page = new BenchReport(BenchResults.Of(s_two, s_two).WithNoOp(sdk: 0.25)).Markdown();
        Assert.Contains("xfs, nothing to do: the SDK is 2.00 times as fast as the built-in (2.00-2.00).", page);
        Assert.Contains("## repo on xfs, nothing to do", page);
        Assert.DoesNotContain("nothing to do", new BenchReport(BenchResults.Of(s_two, s_two)).Markdown());
    }

    [TestMethod]
    public void SlowerBuildsWithNothingToDoAreAFailureToo()
    {
        Answer answer = Merge([BenchResults.Of(s_two, s_two).WithNoOp(sdk: 0.6)], "--fail-above", "3%").Ended(1);
        Assert.Contains("xfs, nothing to do: the built-in is 1.20 times as fast as the SDK", answer.Text);
    }

    [TestMethod]
    public void ResultsOfSeveralRepositoriesAreNamedAndHaveAMean()
    {
        Answer answer = Merge([BenchResults.Of(s_two, s_one), BenchResults.Of(s_one, s_two, repository: "other")]).Ended(0);
        Assert.Contains("repo on xfs: the SDK is 1.98 times as fast", answer.Text);
        Assert.Contains("other on xfs: the built-in is 1.98 times as fast", answer.Text);

        // Half the time in one and twice in the other.
        Assert.MatchesRegex(@"All 2: no difference between the SDK and the built-in \(0\.9\d-1\.0\d of its time\)\.", answer.Text);
    }

    [TestMethod]
    public void ResultsOfOneVolumeAreSetApartByTheirPackages()
    {
        Answer answer = Merge([BenchResults.Of(s_two, s_one, packages: "packages on ext4"), BenchResults.Of(s_two, s_two)]).Ended(0);
        Assert.Contains("xfs, packages on ext4: the SDK is 1.98 times as fast", answer.Text);
        Assert.Contains("xfs, packages on the same volume: no difference", answer.Text);
    }

    [TestMethod]
    [DataRow("{}")]
    [DataRow("[1, 2")]
    [DataRow("null")]
    public void AFileThatIsNoResultIsNamed(string content)
    {
        File.WriteAllText(_folder.PathOf("other.json"), content);
        Assert.Contains("other.json is not a result", Cow.Run(_folder.Folder, ["bench", "merge", "other.json"]).Ended(2).FirstLine);
    }

    [TestMethod]
    [DataRow("bench", "nothing-here", "is not a folder")]
    [DataRow("bench", ".", "--rounds", "2", "too few to tell")]
    [DataRow("bench", ".", "--arm", "fast", "'fast' not recognized")]
    [DataRow("bench", ".", "--fail-above", "much", "which is not a percentage")]
    [DataRow("bench", ".", "--volume", "/nothing-here", "is not a folder")]
    [DataRow("bench", ".", "has no solution and no project")]
    [DataRow("bench", ".", "--project", "App.csproj", "--project App.csproj does not exist in the repository.")]
    [DataRow("bench", ".", "--scenario", "clean,warm", "Unknown scenario warm.")]
    [DataRow("bench", ".", "--command", "make", "--count-files", "--count-files is for `dotnet build`")]
    [DataRow("bench", "merge", "nothing.json", "does not exist")]
    public void BadInputIsASentence(params string[] given)
    {
        Answer answer = Cow.Run(_folder.Folder, given[..^1]).Ended(2);
        Assert.Contains(given[^1], answer.FirstLine);
    }

    private static string Summary(double[] builtIn, double[] sdk, double[]? again = null) =>
        new BenchReport(BenchResults.Of(builtIn, sdk, again)).Summary;

    private Answer Merge(BenchResult[] results, params string[] arguments)
    {
        string[] files = [.. results.Select((result, i) =>
        {
            string file = _folder.PathOf($"result-{i}.json");
            File.WriteAllText(file, JsonSerializer.Serialize(result, JsonFormat.Options));
            return file;
        })];
        return Cow.Run(_folder.Folder, ["bench", "merge", .. files, "--output", _folder.PathOf("merged"), .. arguments]);
    }
}
