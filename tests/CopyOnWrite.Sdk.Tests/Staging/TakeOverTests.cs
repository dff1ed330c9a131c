namespace CopyOnWrite.Sdk.Tests.Staging;

/// <summary>Beside Microsoft.Build.Artifacts, for which a stand-in is used, its targets stay and our task replaces its task.</summary>
[TestClass]
public sealed class TakeOverTests : OnBtrfs
{
    private const string Body = """
        <ItemGroup>
          <Artifact Include="files" DestinationFolder="staged" />
          <Robocopy Include="files/a.txt" DestinationFolder="copied" />
        </ItemGroup>
        <Target Name="List" AfterTargets="RobocopyFiles">
          <WriteLinesToFile File="$(MSBuildProjectDirectory)/list.txt" Lines="@(Staged->'%(SourceFile) > %(Identity)')" Overwrite="true" />
        </Target>
        """;

    [TestMethod]
    [DataRow("PackageReference", null, DisplayName = "the package beside the Sdk element")]
    [DataRow("PackageReference", "PackageReference")]
    [DataRow("GlobalPackageReference", "GlobalPackageReference")]
    public void OursIsTheTask(string item, string? ours) => AssertTakenOver(WithPackage(item, ours).Build("build"));

    [TestMethod]
    public void ItsFilesImportedByTheRepositoryBehindOursCallOurTask()
    {
        Repo repo = StagingRepo.New(
            _volume, """<Import Project="stand-in.props" />""" + Body, directoryBuildTargets: """<Import Project="stand-in.targets" />""");
        WriteStandIn(repo);
        AssertTakenOver(repo.BuildWithoutRestore());
    }

    [TestMethod]
    public void ItsFilesImportedBeforeOursKeepTheirOwnTaskAndOurTargetsStayAway()
    {
        Repo repo = StagingRepo.New(_volume, Body);
        repo.Write("Directory.Build.props", $"""
            <Project>
              <Import Project="stand-in.props" />
              <Import Project="stand-in.targets" />
              {ArtifactsPackage.SdkElement}
            </Project>
            """);
        WriteStandIn(repo);
        AssertItsOwnTask(repo.BuildWithoutRestore());
    }

    [TestMethod]
    [DataRow("true")]
    [DataRow("1")]
    public void WithDisableCopyOnWriteItsOwnTaskStays(string value) =>
        AssertItsOwnTask(WithPackage("PackageReference", ours: null).Build("build", $"-p:DisableCopyOnWrite={value}"));

    [TestMethod]
    public void WithEnableArtifactsFalseNeitherStages()
    {
        Repo repo = WithPackage("PackageReference", ours: null);
        RepoBuild build = repo.Build("build", "-p:EnableArtifacts=false").Succeeded().WithoutWarnings();
        Assert.IsEmpty(build.StagingCalls());
        repo.AssertNames("staged", build);
    }

    /// <summary>Imported by our or their targets, the first of them; twice is a warning (MSB4011).</summary>
    [TestMethod]
    [DataRow(null)]
    [DataRow("PackageReference")]
    public void TheFilesThatARepositoryAddsAreImportedOnceAndWithoutAWarning(string? ours)
    {
        Repo repo = WithPackage("PackageReference", ours);
        repo.Write(
            "Directory.Build.props",
            $"<Project>{(ours is null ? ArtifactsPackage.SdkElement : "")}<PropertyGroup>{repo.WriteHooks()}</PropertyGroup></Project>");

        AssertTakenOver(repo.Build("build"));
        Assert.AreEqual(string.Join(' ', StagingRepo.Hooks), repo.Property("Imported"));
    }

    [TestMethod]
    public void ItsDefaultItemIsItsOwnAffair()
    {
        Repo repo = WithPackage("PackageReference", ours: "PackageReference");
        repo.Restore();

        Assert.HasCount(
            1,
            repo.Artifacts("-p:ArtifactsPath=elsewhere", "-p:UseArtifactsOutput=false"),
            "The one of the project, and no default item of ours.");
    }

    /// <param name="ours">The item by which ours comes in; null for the Sdk element.</param>
    private Repo WithPackage(string item, string? ours)
    {
        string references = StandInPackage.Reference(item)
            + (ours is null ? "" : ArtifactsPackage.Reference(ours));
        bool isGlobal = item == "GlobalPackageReference";
        Repo repo = StagingRepo.New(_volume, $"{Body}<ItemGroup>{(isGlobal ? "" : references)}</ItemGroup>", withPackage: ours is null);
        StandInPackage.AddTo(repo);
        if (isGlobal)
        {
            repo.WriteCentralPackages(references);
        }

        // Two package sources under central management are a warning of NuGet's, which is not what these tests are about.
        repo.Variables["NoWarn"] = "NU1507";
        return repo;
    }

    private static void WriteStandIn(Repo repo)
    {
        repo.Write("stand-in.props", StandInPackage.Props);
        repo.Write("stand-in.targets", StandInPackage.Targets);
    }

    private void AssertTakenOver(RepoBuild build)
    {
        string root = _volume.PathOf("repo");
        build.Succeeded().WithoutWarnings();
        LoggedCall[] calls = build.StagingCalls();
        CollectionAssert.AreEquivalent(
            new[] { "CopyArtifacts", "RobocopyFiles" }, calls.Select(c => c.Target).ToArray(), "One call each: our own targets stay away.");
        foreach (LoggedCall call in calls)
        {
            string said = call.Messages.Single(m => m.Contains("staging replaces the task", StringComparison.Ordinal));
            Assert.MatchesRegex($@"/(stand-in|{StandInPackage.Id})\.targets", said);
        }

        string[] names = ["copied/a.txt", "staged/a.txt", "staged/inner/b.txt"];
        Assert.IsEmpty(names.Where(name => !File.Exists(Path.Combine(root, name))), build.Result.Output);

        string[] list = [.. File.ReadAllLines(Path.Combine(root, "list.txt")).Order(StringComparer.Ordinal)];
        Assert.HasCount(3, list, string.Join('\n', list));
        Assert.IsTrue(list.All(line => line.StartsWith(Path.Combine(root, "files"), StringComparison.Ordinal)), string.Join('\n', list));
    }

    private static void AssertItsOwnTask(RepoBuild build)
    {
        build.Failed();
        BuildDiagnostic error = build.Log.Errors.Single();
        Assert.AreEqual("MSB4062", error.Code, build.Result.Output);
        Assert.Contains(StandInPackage.MissingAssembly, error.Text);
        Assert.IsEmpty(build.StagingCalls());
    }
}
