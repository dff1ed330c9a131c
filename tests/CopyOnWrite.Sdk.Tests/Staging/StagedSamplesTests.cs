namespace CopyOnWrite.Sdk.Tests.Staging;

/// <summary>Whole builds that stage: of samples, and of many projects in one process.</summary>
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

    private const int Projects = 6;

    /// <summary>Big files share their blocks, and the next build stages nothing.</summary>
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

    /// <summary>Microsoft.Build.Artifacts itself, where it is available; <see cref="TakeOverTests"/> have a stand-in everywhere.</summary>
    [TestMethod]
    public void TheTargetsOfMicrosoftsPackageCallOurTaskAndWhatIsStagedIsCloned()
    {
        Repo repo = Repo.FromSample(_volume, "WithArtifactsPackage", withSdk: true);
        repo.AddArtifacts();
        DotNetResult restore = repo.Run(["restore", "-nologo"]);

        // Not every source of packages has it, also where CI=true.
        if (!restore.Succeeded && restore.Output.Contains("Microsoft.Build.Artifacts", StringComparison.Ordinal))
        {
            Assert.Inconclusive($"Microsoft.Build.Artifacts cannot be restored: {restore.Output}");
        }

        Assert.AreEqual(0, restore.ExitCode, restore.Output);
        RepoBuild build = repo.Build("build", "--no-restore").Succeeded().WithoutWarnings().WithOurCopy();

        LoggedCall[] calls = build.StagingCalls();
        CollectionAssert.AreEqual(new[] { "CopyArtifacts", "CopyArtifacts" }, calls.Select(c => c.Target).ToArray(), build.Result.Output);
        Assert.IsTrue(calls.All(c => c.Messages.Any(m => m.Contains("staging replaces the task", StringComparison.Ordinal))));
        CopyRecordFile json = calls.SelectMany(c => c.Record!.Files!)
            .First(f => f.To.EndsWith("Newtonsoft.Json.dll", StringComparison.Ordinal));
        Assert.AreEqual("cloned", json.Outcome, json.ToString());
        repo.AssertNames(
            "staged", build,
            "Depot.App/Depot.App.deps.json", "Depot.App/Depot.App.dll", "Depot.App/Depot.App.runtimeconfig.json",
            "Depot.App/Depot.Store.dll", "Depot.App/Newtonsoft.Json.dll",
            "Depot.Store/Depot.Store.deps.json", "Depot.Store/Depot.Store.dll");
    }

    /// <summary>The working directory of a multithreaded build belongs to no project.</summary>
    [TestMethod]
    public void MultithreadedTheTaskRunsInTheProcessAndRelativePathsBeginAtItsProject()
    {
        Repo repo = Repo.WithArtifacts(_volume);
        repo.Write("all.proj", $"""
            <Project DefaultTargets="Build">
              <ItemGroup><P Include="{string.Join(';', Enumerable.Range(0, Projects).Select(i => $"{i}/p.proj"))}" /></ItemGroup>
              <UsingTask TaskName="Elsewhere" TaskFactory="RoslynCodeTaskFactory"
                         AssemblyFile="$(MSBuildToolsPath)/Microsoft.Build.Tasks.Core.dll">
                <Task><Code Type="Fragment" Language="cs">Log.LogMessage("elsewhere");</Code></Task>
              </UsingTask>
              <Target Name="Build"><Elsewhere /><MSBuild Projects="@(P)" BuildInParallel="true" /></Target>
            </Project>
            """);
        foreach (int i in Enumerable.Range(0, Projects))
        {
            repo.Write($"{i}/p.proj", """
                <Project DefaultTargets="Build">
                  <Import Project="../Directory.Build.props" />
                  <ItemGroup><Artifact Include="files" DestinationFolder="staged; ./again" /></ItemGroup>
                  <Target Name="Build" />
                </Project>
                """);
            repo.Write($"{i}/files/{i}.txt", $"of {i}");
        }

        string output = repo.OutputOf("build", "all.proj", "-mt", "-m:4", "-v:detailed", "-nologo");

        Assert.Contains("Using \"CopyOnWrite.Artifacts.CopyOnWriteStaging\" task from assembly", output);
        Assert.Contains(
            "Launching task \"Elsewhere\"", output, "A task without the mark goes to another process; if not, this test cannot fail.");
        Assert.DoesNotContain("Launching task \"CopyOnWrite.Artifacts.CopyOnWriteStaging\"", output);
        Assert.DoesNotContain("Launching task \"CopyOnWriteStaging\"", output);
        foreach (int i in Enumerable.Range(0, Projects))
        {
            repo.AssertSame($"{i}/files", $"{i}/staged");
            repo.AssertSame($"{i}/files", $"{i}/again");
        }
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
