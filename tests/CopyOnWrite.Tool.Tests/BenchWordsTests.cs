using CopyOnWrite.Tool.Bench;

namespace CopyOnWrite.Tool.Tests;

/// <summary>What the bench is asked for, checked before anything is copied; what it concludes from given seconds, and answers.</summary>
[TestClass]
public sealed class BenchWordsTests : InATemporaryFolder
{
    private static readonly double[] s_two = [2.00, 2.01, 2.02, 2.03, 2.04];
    private static readonly double[] s_one = [1.00, 1.01, 1.02, 1.03, 1.04];

    [TestMethod]
    [DataRow("BuiltIn BuiltInAgain Sdk", false)]
    [DataRow("BuiltIn Sdk", true, "--no-op", "--arm", "sdk", "--arm", "built-in")]
    public void TheArmsAreThoseNamedInTheirUsualOrder(string arms, bool noOp, params string[] given)
    {
        BenchOptions options = Read(given);
        Assert.AreEqual(arms, string.Join(' ', options.Arms));
        Assert.AreEqual(noOp, options.TimesNoOp);
    }

    [TestMethod]
    [DataRow("--project ../other.csproj does not exist in the repository.", "--project", "../other.csproj")]
    [DataRow("--project App.csproj does not exist in the repository.", "--project", "App.csproj")]
    [DataRow("--rounds is 0. ", "--rounds", "0")]
    [DataRow("/nothing-here is not a folder. ", "--volume", "/nothing-here")]
    public void WhatCannotBeMeasuredIsRefused(string message, params string[] given) =>
        Assert.StartsWith(message, Assert.ThrowsExactly<CommandFailedException>(() => Read(given)).Message);

    [TestMethod]
    public void TheProjectIsNamedRelativeToTheRepository()
    {
        File.WriteAllText(_folder.PathOf("App.csproj"), "<Project />");
        Assert.AreEqual("App.csproj -p:A=1", string.Join(' ', Read("--project", _folder.PathOf("App.csproj"), "-p", "A=1").BuildArguments));
        Assert.IsEmpty(Read().BuildArguments);
    }

    [TestMethod]
    public void OutputsDifferInContentModeAndPresenceAndThoseThatDifferBetweenTheBuiltInsAreLeftOut()
    {
        Write("a", "same", "b", "built-in", "time", "1");
        var builtIn = OutputComparison.Read(_folder.Folder, ["a", "b", "time"]);
        Write("time", "2");
        var again = OutputComparison.Read(_folder.Folder, ["a", "b", "time"]);
        Write("b", "by the SDK", "c", "new", "time", "3");
        var sdk = OutputComparison.Read(_folder.Folder, ["a", "b", "c", "time"]);
        (IReadOnlyDictionary<ArmKind, string[]> differences, string[] bySelf) =
            OutputComparison.Of([(ArmKind.BuiltIn, builtIn), (ArmKind.BuiltInAgain, again), (ArmKind.Sdk, sdk)]);
        CollectionAssert.AreEqual(new[] { "time" }, bySelf);
        Assert.IsEmpty(differences[ArmKind.BuiltIn]);
        Assert.IsEmpty(differences[ArmKind.BuiltInAgain]);
        string lines = string.Join('\n', differences[ArmKind.Sdk]);
        Assert.MatchesRegex(@"^b: .*8 bytes, SHA-256 \w+ != .*10 bytes, SHA-256 \w+\nc: missing != .*3 bytes, SHA-256 \w+$", lines);
    }

    [TestMethod]
    [DataRow(@"the package is 1\.98 times as fast as MSBuild's own Copy \(1\.9\d-2\.0\d\)\.", 1.00, 1.01, 1.02, 1.03, 1.04)]
    [DataRow(@"MSBuild's own Copy is 1\.98 times as fast as the package \(1\.9\d-1\.9\d\)\.", 3.98, 3.99, 4.00, 4.01, 4.02)]
    [DataRow(@"the package is 1\.1\d times as fast as MSBuild's own Copy \(1\.0\d-1\.1\d\)\.", 1.86, 1.80, 1.78, 1.76, 1.90)]
    [DataRow(
        @"no difference shown between the package and MSBuild's own Copy \(ratio of times 1\.00-1\.00\); a difference of 1\.0% or more "
            + @"would have shown\.",
        2.00, 2.01, 2.02, 2.03, 2.04)]
    [DataRow("the package took 0.50 of the time of MSBuild's own Copy in 2 rounds, too few to tell a difference from chance.", 1.00, 1.01)]
    public void TheFirstLineSaysWhichIsFaster(string expected, params double[] sdk) =>
        Assert.MatchesRegex($"^xfs: {expected}$", new BenchReport(BenchResults.Of(s_two[..sdk.Length], sdk)).Summary);

    [TestMethod]
    public void ADifferenceSmallerThanThatOfTwoEqualArmsIsNone() => Assert.AreEqual(
        "xfs: no difference shown between the package and MSBuild's own Copy (ratio of times 0.90-0.90); a difference of 20% or more "
            + "would have shown.",
        new BenchReport(BenchResults.Of(s_two, Times(s_two, 0.9), Times(s_two, 1.2))).Summary);

    [TestMethod]
    public void OfTwoRoundsThereIsNoInterval() =>
        Assert.Contains("| package | 1.05 | 0.512 | ", new BenchReport(BenchResults.Of([2.0, 2.1], [1.0, 1.1])).Markdown());

    [TestMethod]
    public void AnotherVolumeIsComparedWithTheFirst()
    {
        BenchResult one = BenchResults.Of(s_one, s_one);
        BenchResult both = one with { Volumes = [.. one.Volumes, .. BenchResults.Of(s_two, s_two, volume: "btrfs").Volumes] };
        Assert.Contains("btrfs: MSBuild's own Copy on xfs is 1.98 times as fast as the package", Answer(0, both));
    }

    [TestMethod]
    public void BuildsWithNothingToDoHaveAVerdictAndATableOfTheirOwn()
    {
        string page = new BenchReport(BenchResults.Of(s_two, s_two).WithNoOp(sdk: 0.25)).Markdown();
        Assert.Contains("xfs, nothing to do: the package is 2.00 times as fast as MSBuild's own Copy (2.00-2.00).", page);
        Assert.Contains("## repo on xfs, nothing to do", page);
        Assert.DoesNotContain("xfs, nothing to do", new BenchReport(BenchResults.Of(s_two, s_two)).Markdown());
    }

    [TestMethod]
    public void EarlierResultsStay()
    {
        string name = _folder.PathOf("cow-bench");
        BenchResult result = BenchResults.Of(s_two, s_two);
        File.WriteAllText(name + ".md", "earlier");
        Assert.AreEqual(name + "-2", new BenchReport(result).WriteFiles(name));
        Assert.AreEqual(name + "-3", new BenchReport(result).WriteFiles(name));
        Assert.AreEqual("earlier", File.ReadAllText(name + ".md"));
    }

    [TestMethod]
    public void DifferentOutputsAreTheFirstThingSaidAndAFailure()
    {
        string answer = Answer(1, BenchResults.Of(s_two, s_one, difference: "bin/a.dll: mode 644 != 600"));
        Assert.StartsWith("Warning: the arms produced different outputs. ", answer);
        Assert.Contains("bin/a.dll: mode 644 != 600", answer);
    }

    [TestMethod]
    public void TheMeanOfRatiosIsTheGeometricOne()
    {
        double[] ones = [1, 1, 1, 1, 1];
        Estimate mean = Estimates.MeanRatio([(Times(ones, 2), ones), (Times(ones, 8), ones)]);
        Assert.IsTrue(new[] { mean.Low, mean.Value, mean.High }.All(value => Math.Abs(value - 4) < 1e-9), $"{mean}");
    }

    private static double[] Times(double[] seconds, double factor) => [.. seconds.Select(one => one * factor)];

    private string Answer(int exitCode, BenchResult result)
    {
        using var text = new StringWriter();
        int ended = BenchCommand.Answer(new Screen(json: false, text), result, _folder.PathOf("answer"));
        Assert.AreEqual(exitCode, ended, $"{text}");
        return text.ToString();
    }

    private BenchOptions Read(params string[] more) => BenchOptions.Of(BenchCommand.New().Parse([_folder.Folder, .. more]));

    private void Write(params string[] namesAndTexts) =>
        namesAndTexts.Chunk(2).ToList().ForEach(file => File.WriteAllText(_folder.PathOf(file[0]), file[1]));
}
