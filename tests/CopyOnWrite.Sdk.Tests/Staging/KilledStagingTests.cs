namespace CopyOnWrite.Sdk.Tests.Staging;

/// <summary>
/// Real builds that are killed while they stage, each at one moment. The next one stages what is missing and what is half-written, and
/// leaves nothing over. Every moment there is: <c>./build.sh torture --only crash</c>.
/// </summary>
[TestClass]
public sealed class KilledStagingTests
{
    private const int Files = 6;

    private const string Project = """
        <Project DefaultTargets="Build">
          <Import Project="Directory.Build.props" />
          <ItemGroup>
            <Artifact Include="source" DestinationFolder="staged" />
            <Artifact Include="source" DestinationFolder="newer" OnlyNewer="true" />
          </ItemGroup>
          <Target Name="Build" />
        </Project>
        """;

    [TestMethod]
    [DataRow("btrfs", "utimensat", 3)]
    [DataRow("xfs", "linkat", 1)]
    public void WhatAKilledBuildHasStagedTheNextOneMakesGood(string volumeName, string call, int number)
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require(volumeName);
        Repo repo = Repo.WithArtifacts(volume);
        repo.Write("stage.proj", Project);
        for (int i = 0; i < Files; i++)
        {
            repo.Write($"source/{i}.txt", new string((char)('a' + i), 100_000));
        }

        KilledBuild.Run(repo, "stage.proj", call, path: null, number);

        string before = string.Join(", ", CacheRepo.Leftovers(repo.Folder));
        repo.Build("build", "stage.proj").Succeeded().WithoutWarnings();
        string[] left = CacheRepo.Leftovers(repo.Folder);
        Assert.IsEmpty(left, $"It left {before}; the next leaves {string.Join(", ", left)}");
        TreeSnapshot source = TreeSnapshot.Take(repo.PathOf("source"));
        foreach (string folder in new[] { "staged", "newer" })
        {
            IReadOnlyList<string> differences = source.Differences(TreeSnapshot.Take(repo.PathOf(folder)), MtimeComparison.Exact);
            Assert.IsEmpty(differences, $"source (here) and {folder} (there):\n{string.Join('\n', differences.Take(40))}");
        }
    }
}
