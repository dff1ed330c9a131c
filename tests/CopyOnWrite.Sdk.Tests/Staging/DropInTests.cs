namespace CopyOnWrite.Sdk.Tests.Staging;

/// <summary>The package in Microsoft.Build.Artifacts' place (docs/guide/staging.md, "Coming from Microsoft.Build.Artifacts").</summary>
[TestClass]
public sealed class DropInTests : OnBtrfs
{
    // A repository that has turned the .NET SDK's layout off and has a property of the same name for something else.
    private const string OwnArtifactsPath = """
        <PropertyGroup><UseArtifactsOutput>false</UseArtifactsOutput>
          <ArtifactsPath>$(MSBuildThisFileDirectory)artifacts</ArtifactsPath></PropertyGroup>
        """;

    [TestMethod]
    [DataRow(true)]
    [DataRow(false)]
    public void TheFirstExampleOfItsReadmeStagesTheOutputsWithThePackageThatTheBuildMakes(bool withSdk)
    {
        Repo repo = Repo.New(_volume, withSdk);
        repo.Write("src/MyApp/MyApp.csproj", $"""
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup>
                <TargetFramework>net10.0</TargetFramework>
                <ArtifactsPath>..\..\artifacts\MyApp</ArtifactsPath>
              </PropertyGroup>
              <ItemGroup>
                {ArtifactsPackage.Reference("PackageReference")}
              </ItemGroup>
            </Project>
            """);
        repo.Write("src/MyApp/Some.cs", "public static class Some;");

        RepoBuild build = repo.Build("build", "src/MyApp", $"-p:GeneratePackageOnBuild={withSdk}").Succeeded().WithoutWarnings();

        Assert.AreEqual("CopyArtifacts", build.OnlyStagingCall().Target);
        string[] expected = [.. withSdk ? ["MyApp.1.0.0.nupkg"] : Array.Empty<string>(), "net10.0/MyApp.dll"];
        repo.AssertNames("artifacts/MyApp", build, expected);
        foreach (string file in expected)
        {
            byte[] made = File.ReadAllBytes(repo.PathOf($"src/MyApp/bin/Debug/{file}"));
            CollectionAssert.AreEqual(made, File.ReadAllBytes(repo.PathOf($"artifacts/MyApp/{file}")), file);
        }
    }

    [TestMethod]
    public void UsingMicrosoftArtifactsSdkIsTrueWhereverItIsRead()
    {
        const string Asks = """<PropertyGroup><Answer Condition="'$(UsingMicrosoftArtifactsSdk)' == 'true'">yes</Answer></PropertyGroup>""";
        Repo byElement = StagingRepo.New(_volume, Asks);
        Assert.AreEqual("yes", byElement.Property("Answer"));
        Assert.AreEqual("", byElement.Property("Answer", "-p:EnableArtifacts=false"));
        byElement.Delete();

        Repo byReference = StagingRepo.NewWithReference(_volume, Asks);
        Assert.AreEqual("yes", byReference.Property("Answer"));
    }

    [TestMethod]
    public void TheElementReachesAllProjectsSoItHasNoDefaultItemUnlessThatIsAskedFor()
    {
        Repo repo = StagingRepo.New(_volume, "");
        repo.Write("Directory.Build.props", $"<Project>{ArtifactsPackage.SdkElement}{OwnArtifactsPath}</Project>");

        Assert.IsEmpty(repo.Artifacts());
        Assert.HasCount(1, repo.Artifacts("-p:EnableArtifacts=true"));
        Assert.HasCount(1, repo.Artifacts("-p:DefaultArtifactsSource=mine"));
    }

    /// <summary>Its Directory.Packages.props is the nearest, and does not import the one above.</summary>
    [TestMethod]
    public void AFolderThatDoesNotReferenceThePackageStagesNothing()
    {
        Repo repo = StagingRepo.New(_volume, "", withPackage: false, directoryBuildTargets: OwnArtifactsPath);
        repo.WriteCentralPackages(ArtifactsPackage.Reference("GlobalPackageReference"));
        repo.Write("out/Directory.Packages.props", "<Project />");
        repo.Write("out/out.csproj", File.ReadAllText(repo.PathOf("project.csproj")));
        foreach (string folder in new[] { "bin/Debug/net10.0", "out/bin/Debug/net10.0" })
        {
            repo.Write($"{folder}/Some.dll", "an output");
        }

        RepoBuild optedOut = repo.Build("build", "out").Succeeded().WithoutWarnings();
        Assert.IsEmpty(optedOut.StagingCalls());
        repo.AssertNames("artifacts", optedOut);

        RepoBuild others = repo.Build("build", "project.csproj").Succeeded().WithoutWarnings();
        repo.AssertNames("artifacts", others, "net10.0/Some.dll");
    }

    [TestMethod]
    public void SettingsOfCopyOnWriteAreReadWithoutCopyOnWriteSdk()
    {
        Repo repo = StagingRepo.New(
            _volume,
            StagingRepo.FilesToStaged,
            directoryBuildTargets: "<PropertyGroup><CopyOnWriteFlushSources>some</CopyOnWriteFlushSources></PropertyGroup>");

        RepoBuild build = repo.BuildWithoutRestore().Failed();

        Assert.AreEqual("COW1008", build.Log.Errors[0].Code, build.Result.Output);
    }
}
