namespace CopyOnWrite.Sdk.Tests.Staging;

/// <summary>The default item of a project with several target frameworks: once, by the build around theirs.</summary>
[TestClass]
public sealed class SeveralFrameworksTests : OnBtrfs
{
    private const string Properties = """
        <PropertyGroup>
          <ArtifactsPath>$(MSBuildThisFileDirectory)artifacts</ArtifactsPath>
          <DefaultArtifactsFileExclude>*Private.dll</DefaultArtifactsFileExclude>
          <DefaultArtifactsOnlyNewer>true</DefaultArtifactsOnlyNewer>
        </PropertyGroup>
        """;

    [TestMethod]
    [DataRow(false)]
    [DataRow(true)]
    public void TheOuterBuildStagesOnceWhatAllFrameworksMadeWithExcludesAndThePackage(bool packs)
    {
        Repo repo = NewRepo(packs);
        repo.Write("bin/Debug/net10.0/ref/Some.dll", "a reference assembly");
        repo.Write("bin/Debug/net10.0/Private.dll", "not for others");

        RepoBuild build = repo.Build("build").Succeeded().WithoutWarnings();

        LoggedCall call = build.OnlyStagingCall();
        Assert.AreEqual("CopyArtifacts", call.Target);
        string[] frameworks = ["net10.0/Some.dll", "netstandard2.0/Some.dll"];
        repo.AssertNames("artifacts", build, packs ? ["Some.1.0.0.nupkg", .. frameworks] : frameworks);
    }

    [TestMethod]
    public void OnlyTheOuterBuildHasTheItemAndWithAllOfItsMetadata()
    {
        Repo repo = NewRepo(packs: false);
        repo.Restore();

        IReadOnlyDictionary<string, string> item = repo.Artifacts().Single();

        Assert.AreEqual("bin/Debug/", item["Identity"].Replace('\\', '/'));
        Assert.AreEqual("*Private.dll", item["FileExclude"]);
        Assert.AreEqual("ref", item["DirExclude"]);
        Assert.AreEqual("true", item["OnlyNewer"]);
        Assert.IsEmpty(repo.Artifacts("-p:TargetFramework=net10.0"));
    }

    /// <summary>What a framework's build stages is not there for the build around them, whose OutputPath is another.</summary>
    [TestMethod]
    public void RobocopyItemsAreStagedByEachFrameworksBuildAndNotByTheOuterOne()
    {
        Repo repo = NewRepo(
            packs: false,
            """<ItemGroup><Robocopy Include="$(OutputPath)Some.dll" DestinationFolder="copied/$(TargetFramework)" /></ItemGroup>""");

        RepoBuild build = repo.Build("build", "-p:EnableDefaultArtifacts=false").Succeeded().WithoutWarnings();

        CollectionAssert.AreEqual(
            new[] { "RobocopyFiles", "RobocopyFiles" }, build.StagingCalls().Select(call => call.Target).ToArray(), build.Result.Output);
        repo.AssertNames("copied", build, "net10.0/Some.dll", "netstandard2.0/Some.dll");
    }

    [TestMethod]
    public void TheOuterBuildStagesRobocopyItemsWhereItIsToldWhatToFollow()
    {
        Repo repo = NewRepo(packs: false, """
            <PropertyGroup Condition="'$(TargetFramework)'==''"><RobocopyFilesAfterTargets>Build</RobocopyFilesAfterTargets></PropertyGroup>
            <ItemGroup Condition="'$(TargetFramework)'==''"><Robocopy Include="bin" FileMatch="Some.dll" DirExclude="ref"
                                                                      DestinationFolder="copied" /></ItemGroup>
            """);

        RepoBuild build = repo.Build("build", "-p:EnableDefaultArtifacts=false").Succeeded().WithoutWarnings();

        Assert.AreEqual("RobocopyFiles", build.OnlyStagingCall().Target);
        repo.AssertNames("copied", build, "Debug/net10.0/Some.dll", "Debug/netstandard2.0/Some.dll");
    }

    private Repo NewRepo(bool packs, string items = "")
    {
        Repo repo = Repo.New(_volume, withSdk: false);
        repo.Write("Directory.Build.targets", $"<Project>{Properties}</Project>");
        repo.Write("Some.csproj", $"""
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup>
                <TargetFrameworks>net10.0;netstandard2.0</TargetFrameworks>
                <GeneratePackageOnBuild>{packs}</GeneratePackageOnBuild>
              </PropertyGroup>
              <ItemGroup>{ArtifactsPackage.Reference("PackageReference")}</ItemGroup>
              {items}
            </Project>
            """);
        repo.Write("Some.cs", "public static class Some { }");
        return repo;
    }
}
