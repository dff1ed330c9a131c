namespace CopyOnWrite.Sdk.Tests.Staging;

/// <summary>Repositories that use staging's names for things of their own build what they built before.</summary>
[TestClass]
public sealed class OwnNamesTests : OnBtrfs
{
    private const string OwnTargets = """
        <Target Name="CopyArtifacts"><Touch Files="ran-CopyArtifacts" AlwaysCreate="true" /></Target>
        <Target Name="RobocopyFiles"><Touch Files="ran-RobocopyFiles" AlwaysCreate="true" /></Target>
        """;

    private const string Items = """
        <ItemGroup>
          <Artifact Include="files" DestinationFolder="staged" />
          <Robocopy Include="files" DestinationFolder="staged" />
        </ItemGroup>
        """;

    [TestMethod]
    [DataRow("the project")]
    [DataRow("Directory.Build.targets")]
    [DataRow("the project, with the SDK in Directory.Build.targets")]
    public void TargetsStayTheOnesOf(string place)
    {
        Repo repo = place == "the project" ? StagingRepo.New(_volume, Items + OwnTargets)
            : place == "Directory.Build.targets" ? StagingRepo.New(_volume, Items, directoryBuildTargets: OwnTargets)
            : StagingRepo.New(_volume, Items + OwnTargets, withPackage: false, directoryBuildTargets: ArtifactsPackage.SdkElement);

        RepoBuild build = repo.BuildWithoutRestore().Succeeded().WithoutWarnings();
        Assert.IsEmpty(build.StagingCalls());
        Assert.IsEmpty(Directory.GetFiles(repo.Folder, "ran-*"), "They have no hook, so a build does not run them.");
        repo.AssertNames("staged", build);

        RepoBuild called = repo.BuildWithoutRestore("-t:CopyArtifacts;RobocopyFiles").Succeeded().WithoutWarnings();
        Assert.IsEmpty(called.StagingCalls());
        string[] ran = [.. Directory.GetFiles(repo.Folder, "ran-*").Select(f => Path.GetFileName(f)).Order()];
        CollectionAssert.AreEqual(new[] { "ran-CopyArtifacts", "ran-RobocopyFiles" }, ran, called.Result.Output);
    }

    [TestMethod]
    public void ItemsThatHaveNoDestinationFolderAreAnotherBuildSystemsAndNoError()
    {
        Repo repo = StagingRepo.New(_volume, """
              <ItemGroup>
                <Artifact Include="files/a.txt;none.txt" Kind="Blob" RelativeBlobPath="a.txt" />
                <Robocopy Include="files" Destination="staged" />
              </ItemGroup>
              <Target Name="Use"
                      AfterTargets="Build"><WriteLinesToFile File="used.txt" Lines="@(Artifact->'%(Identity) %(Kind)')" /></Target>
            """);

        RepoBuild build = repo.BuildWithoutRestore().Succeeded().WithoutWarnings();

        Assert.IsEmpty(build.StagingCalls());
        Assert.AreEqual("files/a.txt Blob\nnone.txt Blob\n", File.ReadAllText(repo.PathOf("used.txt")));
    }

    [TestMethod]
    public void WithEnableArtifactsTrueTheyAreOursAndAnErrorNamesEach()
    {
        Repo repo = StagingRepo.New(_volume, """<ItemGroup><Artifact Include="files/a.txt" Kind="Blob" /></ItemGroup>""");

        RepoBuild build = repo.BuildWithoutRestore("-p:EnableArtifacts=true").Failed("COW1020");

        Assert.StartsWith("Item 'files/a.txt'", build.Log.Errors.Single().Text);
    }

    [TestMethod]
    [DataRow("RoboCopy")]
    [DataRow("Another.Package.RoboCopy", DisplayName = "by its full name")]
    public void ATaskThatARepositoryRegistersByThatNameIsTheOneThatItsTargetsCall(string name)
    {
        Repo repo = StagingRepo.New(_volume, $"""
              <UsingTask TaskName="{name}" AssemblyFile="another-package.dll" />
              <Target Name="Ship" AfterTargets="Build"><RoboCopy Source="files" Target="shipped" /></Target>
            """);

        RepoBuild build = repo.BuildWithoutRestore().Failed();

        Assert.Contains("another-package.dll", build.Log.Errors[0].Text, "What is missing shows which one is meant.");
        Assert.IsEmpty(build.StagingCalls());
    }

    [TestMethod]
    [DataRow("true")]
    [DataRow("false")]
    public void ATargetOfTheRepositorysOwnMayCallRobocopyAsWithMicrosoftBuildArtifacts(string disable)
    {
        Repo repo = StagingRepo.New(_volume, """
              <Target Name="Ship" AfterTargets="Build">
                <ItemGroup><Shipped Include="files" DestinationFolder="shipped" /></ItemGroup>
                <Robocopy Sources="@(Shipped)" RetryCount="1" RetryWait="1" ShowDiagnosticTrace="true" ShowErrorOnRetry="false"
                          DisableCopyOnWrite="$(DisableCopyOnWrite)" ListCopiedFiles="true">
                  <Output TaskParameter="CopiedFiles" ItemName="Copied" />
                </Robocopy>
                <WriteLinesToFile File="list.txt" Lines="@(Copied->'%(Filename)%(Extension)')" />
              </Target>
            """);

        RepoBuild build = repo.BuildWithoutRestore($"-p:DisableCopyOnWrite={disable}").Succeeded().WithoutWarnings();

        Assert.AreEqual("Ship", build.OnlyStagingCall().Target);
        repo.AssertSame("files", "shipped");
        CollectionAssert.AreEquivalent(new[] { "a.txt", "b.txt" }, File.ReadAllLines(repo.PathOf("list.txt")));
    }

    [TestMethod]
    public void WithoutThePackageTheShortNameIsNoTask()
    {
        Repo repo = StagingRepo.New(
            _volume, """<Target Name="Ship" AfterTargets="Build"><Robocopy Sources="@(None)" /></Target>""", withPackage: false);
        repo.Write("Directory.Build.props", $"<Project>{SdkPackage.SdkElement}</Project>");

        RepoBuild build = repo.BuildWithoutRestore().Failed();

        Assert.IsTrue(build.Log.Errors.All(e => e.Code == "MSB4036"), build.Result.Output);
    }
}
