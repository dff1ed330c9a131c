namespace CopyOnWrite.Sdk.Tests.Staging;

/// <summary>What a build can learn of what was staged, or would be: an item, the manifest, a dry run.</summary>
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
    public void TheManifestListsAllThatIsStagedWithItsHashAndStaysTheSameBytes()
    {
        Repo repo = StagingRepo.New(_volume, $"""
              <PropertyGroup><ArtifactsManifest>lists/manifest.json</ArtifactsManifest></PropertyGroup>
              {StagingRepo.FilesToStaged}
            """);

        repo.BuildWithoutRestore().Succeeded().WithoutWarnings();
        byte[] first = File.ReadAllBytes(repo.PathOf("lists/manifest.json"));
        repo.BuildWithoutRestore().Succeeded().WithoutWarnings();
        CollectionAssert.AreEqual(
            first,
            File.ReadAllBytes(repo.PathOf("lists/manifest.json")),
            "The second build staged nothing, and its list is of the same files.");

        using var manifest = JsonDocument.Parse(first);
        Assert.AreEqual(1, manifest.RootElement.GetProperty("format").GetInt32());
        List<string> found = [.. manifest.RootElement.GetProperty("files").EnumerateArray().Select(file =>
            $"{file.GetProperty("file")} {file.GetProperty("from")} {file.GetProperty("bytes")} {file.GetProperty("sha256")}")];
        List<string> expected = [.. new[] { "a.txt", "inner/b.txt" }.Select(name =>
            $"{repo.PathOf("staged/" + name)} {repo.PathOf("files/" + name)} 1 "
                + $"{Convert.ToHexStringLower(SHA256.HashData(File.ReadAllBytes(repo.PathOf("files/" + name))))}")];
        CollectionAssert.AreEqual(expected, found, string.Join('\n', found));
    }

    [TestMethod]
    public void ADryRunSaysWhatItWouldStageAndRemoveAndDoesNeither()
    {
        Repo repo = StagingRepo.New(_volume, """
              <PropertyGroup><ArtifactsManifest>manifest.json</ArtifactsManifest></PropertyGroup>
              <ItemGroup>
                <Artifact Include="files" DestinationFolder="staged" Purge="true" />
                <Robocopy Include="files/a.txt" DestinationFolder="copied" />
              </ItemGroup>
            """);
        repo.Write("staged/old.txt", "of an earlier build");

        RepoBuild dry = repo.BuildWithoutRestore("-p:ArtifactsDryRun=true").Succeeded().WithoutWarnings();

        repo.AssertNames("staged", dry, "old.txt");
        repo.AssertNames("copied", dry);
        Assert.IsFalse(File.Exists(repo.PathOf("manifest.json")), "A list of what is not there was written.");
        string[] said = [.. dry.StagingCalls().SelectMany(c => c.Messages)];
        Assert.Contains($"Would stage '{repo.PathOf("files/inner/b.txt")}' to '{repo.PathOf("staged/inner/b.txt")}'.", said);
        Assert.Contains($"Would stage '{repo.PathOf("files/a.txt")}' to '{repo.PathOf("copied/a.txt")}'.", said);
        Assert.Contains($"Would remove '{repo.PathOf("staged/old.txt")}'.", said);

        RepoBuild wet = repo.BuildWithoutRestore().Succeeded().WithoutWarnings();
        repo.AssertNames("staged", wet, "a.txt", "inner/b.txt");
        repo.AssertNames("copied", wet, "a.txt");
    }

    [TestMethod]
    public void TheReportsFileHasALineForStaging()
    {
        Repo repo = StagingRepo.New(_volume, StagingRepo.FilesToStaged);

        repo.BuildWithoutRestore($"-p:CopyOnWriteReport={repo.PathOf("report.jsonl")}").Succeeded().WithoutWarnings();

        CopyRecord record = CopyRecord.Parse(File.ReadAllLines(repo.PathOf("report.jsonl")).Single());
        CollectionAssert.AreEqual(
            new[] { repo.PathOf("staged/a.txt"), repo.PathOf("staged/inner/b.txt") },
            record.Files!.Select(f => f.To).Order(StringComparer.Ordinal).ToArray());
    }
}
