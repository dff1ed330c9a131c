namespace CopyOnWrite.Sdk.Tests.Staging;

/// <summary>What a build can learn of what was staged: an item, the record in the log.</summary>
[TestClass]
public sealed class StagedListsTests : OnBtrfs
{
    [TestMethod]
    [DataRow("ArtifactsCopiedFilesItemName", "CopyArtifacts", "Artifact")]
    [DataRow("ArtifactsCopiedFiles", "CopyArtifacts", "Artifact")]
    [DataRow("ArtifactsCopiedFilesItemName", "RobocopyFiles", "Robocopy")]
    public void TheItemThatThePropertyNamesGetsWhatWasStagedWithItsSource(string property, string target, string item)
    {
        Repo repo = StagingRepo.New(_volume, $"""
              <PropertyGroup><{property}>Staged</{property}></PropertyGroup>
              <ItemGroup><{item} Include="files" DestinationFolder="staged" /></ItemGroup>
              <Target Name="List" AfterTargets="{target}">
                <WriteLinesToFile File="list.txt" Lines="@(Staged->'%(SourceFile) > %(FullPath)')" Overwrite="true" />
              </Target>
            """);
        string[] AfterABuild()
        {
            repo.BuildWithoutRestore().Succeeded().WithoutWarnings();
            return [.. File.ReadAllLines(repo.PathOf("list.txt")).Where(line => line.Length > 0).Order(StringComparer.Ordinal)];
        }

        string[] first = AfterABuild();
        string[] expected = [.. new[] { "a.txt", "inner/b.txt" }.Select(name =>
            $"{repo.PathOf("files/" + name)} > {repo.PathOf("staged/" + name)}")];
        CollectionAssert.AreEqual(expected, first, string.Join('\n', first));

        string[] second = AfterABuild();
        Assert.IsEmpty(second, $"Nothing was staged, so nothing is listed:\n{string.Join('\n', second)}");
    }

    [TestMethod]
    public void TheLogHasARecordOfStaging()
    {
        Repo repo = StagingRepo.New(_volume, StagingRepo.FilesToStaged);

        RepoBuild build = repo.BuildWithoutRestore().Succeeded().WithoutWarnings();

        CopyRecord record = build.Log.CopyCalls.Single(call => call.IsStaging).Record!;
        CollectionAssert.AreEqual(
            new[] { repo.PathOf("staged/a.txt"), repo.PathOf("staged/inner/b.txt") },
            record.Files!.Select(f => f.To).Order(StringComparer.Ordinal).ToArray());
    }
}
