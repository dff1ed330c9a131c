namespace CopyOnWrite.Sdk.Tests.Staging;

/// <summary>How often a file that another process has open is tried again: staging's own properties, else those of Copy.</summary>
[TestClass]
public sealed class StagingRetriesTests : OnBtrfs
{
    private const string BothItems = """
        <ItemGroup>
          <Artifact Include="files/locked.txt;files/a.txt" DestinationFolder="staged" />
          <Robocopy Include="files/locked.txt;files/a.txt" DestinationFolder="copied" />
        </ItemGroup>
        """;

    [TestMethod]
    [DataRow("", "CopyArtifacts", "of 2 in 3 ms.", 2, DisplayName = "without properties of its own those of Copy count")]
    [DataRow("-p:ArtifactsCopyRetryCount=1 -p:ArtifactsCopyRetryDelayMilliseconds=4", "CopyArtifacts", "of 1 in 4 ms.", 1)]
    [DataRow("-p:RobocopyRetryCount=1 -p:RobocopyRetryWait=4", "RobocopyFiles", "of 1 in 4 ms.", 1)]
    public void ALockedFileIsTriedAgainAsOftenAsThePropertiesSay(string own, string target, string saying, int times)
    {
        Repo repo = StagingRepo.New(_volume, BothItems);
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
