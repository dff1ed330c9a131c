namespace CopyOnWrite.Sdk.Tests.Staging;

/// <summary>The item that there is without being written: the outputs, to ArtifactsPath.</summary>
[TestClass]
public sealed class DefaultArtifactTests : OnBtrfs
{
    // Not set in Directory.Build.props, where it is the .NET SDK's property too, see below.
    private const string ArtifactsPath =
        "<PropertyGroup><ArtifactsPath>$(MSBuildThisFileDirectory)artifacts</ArtifactsPath></PropertyGroup>";

    [TestMethod]
    public void ItHasTheMetadataThatItHasInMicrosoftBuildArtifacts()
    {
        Repo repo = StagingRepo.NewWithReference(_volume, "", directoryBuildTargets: ArtifactsPath);

        IReadOnlyDictionary<string, string> item = repo.Artifacts().Single();

        Assert.AreEqual("bin/Debug/", SourceOf(item), "The folder above the framework's: its name stays in what is staged.");
        Assert.AreEqual(repo.PathOf("artifacts"), item["DestinationFolder"]);
        Assert.AreEqual("*exe *dll *exe.config *nupkg", item["FileMatch"]);
        Assert.AreEqual("ref", item["DirExclude"]);
        Assert.AreEqual("false", item["VerifyExists"], "The one that differs: no property says yet that ArtifactsPath is for staging.");
        string[] others = ["FileExclude", "IsRecursive", "AlwaysCopy", "OnlyNewer"];
        Assert.IsEmpty(others.Where(name => item.TryGetValue(name, out string? value) && value.Length > 0));
    }

    [TestMethod]
    public void AnOutputFolderThatIsNotThereIsAnErrorOnlyWhereStagingIsMeant()
    {
        Repo repo = StagingRepo.NewWithReference(_volume, "", directoryBuildTargets: ArtifactsPath);

        RepoBuild build = repo.BuildWithoutRestore().Succeeded().WithoutWarnings();
        repo.BuildWithoutRestore("-p:EnableArtifacts=true").Failed("COW1023");

        Assert.HasCount(1, build.StagingCalls(), build.Result.Output);
    }

    [TestMethod]
    public void EachOfItsPropertiesReachesTheItem()
    {
        Dictionary<string, string> metadata = new()
        {
            ["FileMatch"] = "*.match",
            ["FileExclude"] = "*.exclude",
            ["DirExclude"] = "excluded",
            ["IsRecursive"] = "false",
            ["VerifyExists"] = "false",
            ["AlwaysCopy"] = "true",
            ["OnlyNewer"] = "true",
        };
        string properties = string.Concat(metadata.Select(m => $"<DefaultArtifacts{m.Key}>{m.Value}</DefaultArtifacts{m.Key}>"));
        Repo repo = StagingRepo.NewWithReference(
            _volume,
            $"<PropertyGroup><DefaultArtifactsSource>mine/</DefaultArtifactsSource>{properties}</PropertyGroup>",
            directoryBuildTargets: ArtifactsPath);

        IReadOnlyDictionary<string, string> item = repo.Artifacts().Single();

        Assert.AreEqual("mine/", SourceOf(item));
        string[] lost = [.. metadata.Where(m => item.GetValueOrDefault(m.Key) != m.Value)
            .Select(m => $"{m.Key}={item.GetValueOrDefault(m.Key)}")];
        Assert.IsEmpty(lost, string.Join(", ", lost));
    }

    [TestMethod]
    [DataRow("AppendTargetFrameworkToOutputPath=false", "", "bin/Debug/", DisplayName = "without the framework in it")]
    [DataRow("", "<OutputPath>out/</OutputPath>", "out/", DisplayName = "without a folder above, and never the root")]
    public void AnOutputPathIsItsSourceItself(string argument, string property, string source)
    {
        Repo repo = StagingRepo.NewWithReference(
            _volume, "", directoryBuildTargets: $"{ArtifactsPath}<PropertyGroup>{property}</PropertyGroup>");

        Assert.AreEqual(source, SourceOf(repo.Artifacts(argument.Length > 0 ? [$"-p:{argument}"] : []).Single()));
    }

    [TestMethod]
    [DataRow("ArtifactsPath", "")]
    [DataRow("EnableDefaultArtifacts", "false")]
    [DataRow("EnableArtifacts", "false")]
    [DataRow("UseArtifactsOutput", "true")]
    public void ThereIsNoneWith(string property, string value)
    {
        Repo repo = StagingRepo.NewWithReference(_volume, "", directoryBuildTargets: ArtifactsPath);

        Assert.HasCount(1, repo.Artifacts());
        Assert.IsEmpty(repo.Artifacts($"-p:{property}={value}"));
    }

    [TestMethod]
    [DataRow("")]
    [DataRow("element")]
    public void ArtifactsPathInDirectoryBuildPropsMeansTheDotNetSdksLayoutUnlessThatIsTurnedOff(string broughtInBy)
    {
        Repo repo = broughtInBy == "element" ? StagingRepo.New(_volume, "") : StagingRepo.NewWithReference(_volume, "");
        repo.Write(
            "Directory.Build.props", $"<Project>{(broughtInBy == "element" ? ArtifactsPackage.SdkElement : "")}{ArtifactsPath}</Project>");
        repo.Restore();

        Assert.AreEqual("true", repo.Property("UseArtifactsOutput"));
        Assert.IsEmpty(repo.Artifacts());
        Assert.AreEqual(
            repo.PathOf("artifacts"),
            repo.Artifacts("-p:UseArtifactsOutput=false", "-p:EnableArtifacts=true").Single()["DestinationFolder"]);
    }

    // Before the first build there is no folder by which MSBuild would know a path, so it keeps the backslashes of the .NET SDK's files.
    private static string SourceOf(IReadOnlyDictionary<string, string> item) => item["Identity"].Replace('\\', '/');
}
