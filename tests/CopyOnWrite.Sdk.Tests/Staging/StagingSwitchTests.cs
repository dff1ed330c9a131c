namespace CopyOnWrite.Sdk.Tests.Staging;

/// <summary>What turns staging on and off, and how often it tries; and that it is not there for those who do not use it.</summary>
[TestClass]
public sealed class StagingSwitchTests : OnBtrfs
{
    private const string BothItems = """
        <ItemGroup>
          <Artifact Include="files" DestinationFolder="staged" />
          <Robocopy Include="files" DestinationFolder="copied" IsRecursive="false" />
        </ItemGroup>
        """;

    private const string Locked = """
        <ItemGroup>
          <Artifact Include="files/locked.txt;files/a.txt" DestinationFolder="staged" />
          <Robocopy Include="files/locked.txt;files/a.txt" DestinationFolder="copied" />
        </ItemGroup>
        """;

    [TestMethod]
    public void ItemsAreStagedAfterTheBuildAndAgainOnlyWhatHasChanged()
    {
        Repo repo = StagingRepo.New(_volume, BothItems);

        RepoBuild first = repo.BuildWithoutRestore().Succeeded().WithoutWarnings();
        repo.AssertSame("files", "staged");
        repo.AssertNames("copied", first, "a.txt");
        CollectionAssert.AreEquivalent(new[] { "CopyArtifacts", "RobocopyFiles" }, first.StagingCalls().Select(c => c.Target).ToArray());

        repo.Write("files/a.txt", "longer than before");
        RepoBuild second = repo.BuildWithoutRestore().Succeeded().WithoutWarnings();
        repo.AssertSame("files", "staged");
        CopyRecord record = second.StagingCalls().Single(c => c.Target == "CopyArtifacts").Record!;
        CollectionAssert.AreEqual(new[] { repo.PathOf("staged/a.txt") }, record.Files!.Select(f => f.To).ToArray());
        Assert.AreEqual(1, record.Unchanged);
    }

    [TestMethod]
    [DataRow("", "", "", DisplayName = "nothing without items and ArtifactsPath")]
    [DataRow(BothItems, "-p:EnableArtifacts=false", "")]
    [DataRow(BothItems, "-p:UseArtifactsOutput=true", "a.txt inner/b.txt", DisplayName = "items with the .NET SDK's own layout")]
    public void IsStaged(string items, string argument, string staged)
    {
        string[] expected = staged.Split(' ', StringSplitOptions.RemoveEmptyEntries);
        Repo repo = StagingRepo.New(_volume, items);

        RepoBuild build = repo.BuildWithoutRestore(argument.Length > 0 ? [argument] : []).Succeeded().WithoutWarnings();

        Assert.HasCount(expected.Length, build.StagingCalls(), build.Result.Output);
        repo.AssertNames("staged", build, expected);
        repo.AssertNames("copied", build, expected.Length > 0 ? ["a.txt"] : []);
    }

    [TestMethod]
    [DataRow("true", "copied")]
    [DataRow("1", "copied")]
    [DataRow("false", "cloned")]
    public void DisableCopyOnWriteCountsForStagingToo(string value, string outcome)
    {
        Repo repo = StagingRepo.New(_volume, StagingRepo.FilesToStaged);
        repo.Write("files/a.txt", new string('a', 200_000));

        RepoBuild build = repo.BuildWithoutRestore($"-p:DisableCopyOnWrite={value}").Succeeded().WithoutWarnings();

        CopyRecordFile file = build.OnlyStagingCall().Record!.Files!.Single(f => f.To == repo.PathOf("staged/a.txt"));
        Assert.AreEqual(outcome, file.Outcome, file.ToString());
        repo.AssertSame("files", "staged");
    }

    /// <summary>Staging's own properties count, else those of Copy.</summary>
    [TestMethod]
    [DataRow("", "CopyArtifacts", "of 2 in 3 ms.", 2, DisplayName = "without properties of its own those of Copy count")]
    [DataRow("-p:ArtifactsCopyRetryCount=1 -p:ArtifactsCopyRetryDelayMilliseconds=4", "CopyArtifacts", "of 1 in 4 ms.", 1)]
    [DataRow("-p:RobocopyRetryCount=1 -p:RobocopyRetryWait=4", "RobocopyFiles", "of 1 in 4 ms.", 1)]
    public void ALockedFileIsTriedAgainAsOftenAsThePropertiesSay(string own, string target, string saying, int times)
    {
        Repo repo = StagingRepo.New(_volume, Locked);
        using var writer = new FileStream(repo.Write("files/locked.txt", "locked"), FileMode.Open, FileAccess.Write, FileShare.None);

        string[] arguments = [.. own.Split(' ', System.StringSplitOptions.RemoveEmptyEntries), $"-t:{target}"];
        RepoBuild build = repo.BuildWithoutRestore(["-p:CopyRetryCount=2", "-p:CopyRetryDelayMilliseconds=3", .. arguments])
            .Failed("COW1027");

        LoggedCall call = build.OnlyStagingCall();
        string[] retries = [.. call.Messages.Where(m => m.Contains(" Retry ", System.StringComparison.Ordinal))];
        Assert.HasCount(times, retries, string.Join('\n', call.Messages));
        Assert.IsTrue(retries.All(m => m.EndsWith(saying, System.StringComparison.Ordinal)), string.Join('\n', retries));
        repo.AssertNames(target == "CopyArtifacts" ? "staged" : "copied", build, "a.txt");
    }
}
