namespace CopyOnWrite.Sdk.Tests.Staging;

/// <summary>A sample with each project's outputs staged: big files share their blocks, and the next build stages nothing.</summary>
[TestClass]
public sealed class StagedSamplesTests : OnBtrfs
{
    // See SampleBuildTests.
    private const long SharedForSure = 65_536;

    // Files of a package for tests: their source is new with each build, even one with nothing to do.
    private const string WrittenByEachBuild = ".msCoverageSourceRootsMapping_";

    // One call for each build with outputs: the outer build of several frameworks has none.
    private const string StageOutputs = """
        <Project>
          <ItemGroup Condition="'$(IsCrossTargetingBuild)' != 'true'">
            <Artifact Include="$(OutDir)" DestinationFolder="$(MSBuildThisFileDirectory)staged/$(MSBuildProjectName)/$(TargetFramework)" />
          </ItemGroup>
        </Project>
        """;

    [TestMethod]
    public void WhatIsStagedIsTheOutputsAndSharesTheirBlocks()
    {
        Repo repo = Repo.FromSample(_volume, "Mixed", withSdk: true);
        repo.AddArtifacts();
        repo.Write("Directory.Build.targets", StageOutputs);

        RepoBuild clean = repo.Build("build").Succeeded().WithoutWarnings().WithOurCopy();
        CopyRecord[] records = [.. clean.StagingCalls().Select(call => call.Record!)];
        CopyRecordFile[] files = [.. records.SelectMany(record => record.Files!)];
        AssertTreesAreTheOutputs(repo);
        AssertShared(files);

        RepoBuild again = repo.Build("build", "--no-restore").Succeeded().WithoutWarnings();
        string[] staged = [.. again.StagingCalls().SelectMany(call => call.Record!.Files!).Select(file => file.To)];
        string[] notRewritten = [.. staged.Where(file => !Path.GetFileName(file).StartsWith(WrittenByEachBuild, StringComparison.Ordinal))];
        Assert.IsEmpty(notRewritten, $"The no-op build staged:\n{string.Join('\n', notRewritten)}");
        Assert.AreEqual(files.Length, staged.Length + again.StagingCalls().Sum(call => call.Record!.Unchanged));
    }

    private static void AssertTreesAreTheOutputs(Repo repo)
    {
        string[] destinations = [.. Directory.EnumerateDirectories(repo.PathOf("staged")).SelectMany(Directory.EnumerateDirectories)];
        Assert.IsNotEmpty(destinations);
        foreach (string destination in destinations)
        {
            string framework = Path.GetFileName(destination);
            string project = Path.GetFileName(Path.GetDirectoryName(destination)!);
            string projectFolder =
                Path.GetDirectoryName(Directory.EnumerateFiles(repo.Folder, $"{project}.csproj", SearchOption.AllDirectories).Single())!;
            repo.AssertSame(Path.Combine(projectFolder, "bin", "Debug", framework), destination);
        }
    }

    /// <summary>Checked by extents: the task's own report proves nothing.</summary>
    private static void AssertShared(CopyRecordFile[] files)
    {
        CopyRecordFile[] big = [.. files.Where(file => new FileInfo(file.To).Length >= SharedForSure)];
        Assert.IsNotEmpty(big, "No file of 64 KiB or more was staged: the test proves nothing.");
        List<string> notShared = [.. big
            .Select(file => (File: file, Common: Extents.BytesInCommon(file.From, file.To), new FileInfo(file.To).Length))
            .Where(file => file.Common < file.Length)
            .Select(file => $"{file.File}: {file.Common} of {file.Length} bytes in common")];
        Assert.IsEmpty(notShared, string.Join('\n', notShared));
    }
}
