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
    public void AsPackageReferenceInTheBuildAroundSeveralFrameworks()
    {
        Repo repo = Repo.New(_volume, withSdk: false);
        repo.Write("project.csproj", $"""
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup><TargetFrameworks>net10.0;netstandard2.0</TargetFrameworks></PropertyGroup>
              <ItemGroup>{ArtifactsPackage.Reference("PackageReference")}</ItemGroup>
              <ItemGroup><Artifact Include="files" DestinationFolder="staged" Condition="'$(TargetFramework)' == ''" /></ItemGroup>
            </Project>
            """);
        repo.Write("Directory.Build.targets", $"<Project><Target Name=\"CoreBuild\" /></Project>");
        repo.Write("files/a.txt", "a");
        repo.Write("files/inner/b.txt", "b");
        AssertStaged(repo, repo.Build("build"));
    }

    [TestMethod]
    public void AProjectOfTheOlderKindWithDefaultTargets()
    {
        Repo repo = StagingRepo.New(_volume, "");
        repo.WriteOlderProject(StagingRepo.FilesToStaged);
        AssertStaged(repo, repo.BuildWithoutRestore("old.csproj"));
    }

    [TestMethod]
    public void AProjectOfItsOwnTargetsWithDefaultTargets()
    {
        Repo repo = StagingRepo.New(_volume, "");
        repo.Write("own.proj", $"""
            <Project DefaultTargets="Build">
              <Import Project="Directory.Build.props" />
              {StagingRepo.FilesToStaged}
              <Target Name="Build" />
            </Project>
            """);
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
