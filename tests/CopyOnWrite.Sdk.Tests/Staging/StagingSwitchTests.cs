namespace CopyOnWrite.Sdk.Tests.Staging;

/// <summary>What turns staging on and off, and that it is not there for those who do not use it.</summary>
[TestClass]
public sealed class StagingSwitchTests : OnBtrfs
{
    private const string BothItems = """
        <ItemGroup>
          <Artifact Include="files" DestinationFolder="staged" />
          <Robocopy Include="files" DestinationFolder="copied" IsRecursive="false" />
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
}
