namespace CopyOnWrite.Sdk.Tests.Staging;

/// <summary>Every way to bring the package in gives staging as well, and takes nothing from projects that have none.</summary>
[TestClass]
public sealed class StagingImportTests : OnBtrfs
{
    [TestMethod]
    public void AsSdkInDirectoryBuildTargetsOnlyWhereItIsAskedFor()
    {
        Repo repo = StagingRepo.New(
            _volume, StagingRepo.FilesToStaged, withPackage: false, directoryBuildTargets: ArtifactsPackage.SdkElement);

        RepoBuild notAskedFor = repo.BuildWithoutRestore().Succeeded().WithoutWarnings();
        Assert.IsEmpty(notAskedFor.StagingCalls());
        repo.AssertNames("staged", notAskedFor);

        AssertStaged(repo, repo.BuildWithoutRestore("-p:EnableArtifacts=true"));
    }

    [TestMethod]
    [DataRow("GlobalPackageReference", false)]
    [DataRow("PackageReference", false)]
    [DataRow("PackageReference", true, DisplayName = "as Sdk and as PackageReference at once")]
    public void AsAPackageItIsStagedOnce(string item, bool alsoAsSdk)
    {
        bool isGlobal = item == "GlobalPackageReference";
        string reference = isGlobal ? string.Empty : $"<ItemGroup>{ArtifactsPackage.Reference(item)}</ItemGroup>";
        Repo repo = StagingRepo.New(_volume, StagingRepo.FilesToStaged + reference, withPackage: alsoAsSdk);
        if (isGlobal)
        {
            repo.WriteCentralPackages(ArtifactsPackage.Reference(item));
        }

        AssertStaged(repo, repo.Build("build"));
    }

    [TestMethod]
    public void AProjectOfTheOlderKindWithDefaultTargets()
    {
        Repo repo = StagingRepo.New(_volume, "");
        repo.Write("old.csproj", $"""
            <Project DefaultTargets="Build">
              <Import Project="$(MSBuildExtensionsPath)/$(MSBuildToolsVersion)/Microsoft.Common.props" />
              <PropertyGroup><OutputType>Library</OutputType><OutputPath>bin/</OutputPath></PropertyGroup>
              {StagingRepo.FilesToStaged}
              <Import Project="$(MSBuildToolsPath)/Microsoft.CSharp.targets" />
            </Project>
            """);
        AssertStaged(repo, repo.BuildWithoutRestore("old.csproj"));
    }

    [TestMethod]
    public void AProjectOfItsOwnTargetsWithDefaultTargets()
    {
        Repo repo = StagingRepo.New(_volume, "");
        repo.WriteCopies(string.Empty, """<Artifact Include="files" DestinationFolder="staged" />""", "own");
        AssertStaged(repo, repo.BuildWithoutRestore("own.proj"));
    }

    [TestMethod]
    public void AProjectWithoutDefaultTargetsBuildsItsFirstTargetAsBeforeAndStagesNothing()
    {
        Repo repo = StagingRepo.New(_volume, "");
        repo.Write("first.proj", $"""
            <Project>
              <Import Project="Directory.Build.props" />
              {StagingRepo.FilesToStaged}
              <Target Name="Mine"><Copy SourceFiles="files/a.txt" DestinationFolder="mine" /></Target>
              <Target Name="Build" />
            </Project>
            """);

        RepoBuild mine = repo.Build("msbuild", "first.proj").Succeeded().WithoutWarnings();
        repo.AssertNames("mine", mine, "a.txt");
        RepoBuild build = repo.Build("msbuild", "first.proj", "-t:Build").Succeeded().WithoutWarnings();
        Assert.IsEmpty(build.StagingCalls());
        repo.AssertNames("staged", build);
    }

    private static void AssertStaged(Repo repo, RepoBuild build)
    {
        build.Succeeded().WithoutWarnings();
        Assert.AreEqual("CopyArtifacts", build.OnlyStagingCall().Target);
        repo.AssertSame("files", "staged");
    }
}
