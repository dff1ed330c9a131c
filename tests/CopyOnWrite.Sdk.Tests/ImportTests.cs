namespace CopyOnWrite.Sdk.Tests;

/// <summary>Every way to bring the package in has one effect, except for who wins against a Copy of the repository's own.</summary>
[TestClass]
public sealed class ImportTests : OnBtrfs
{
    private static string PackageReference =>
        $"<ItemGroup><PackageReference Include=\"{SdkPackage.Id}\" Version=\"{SdkPackage.Version}\" PrivateAssets=\"all\" /></ItemGroup>";

    /// <param name="ways">Where the package comes in, separated by spaces.</param>
    /// <param name="name">What a UsingTask in the project registers; empty for none.</param>
    [TestMethod]
    [DataRow("props", "", "", true)]
    [DataRow("targets", "", "", true)]
    [DataRow("global.json", "", "", true)]
    [DataRow("GlobalPackageReference", "", "", true)]
    [DataRow("PackageReference", "", "", true)]
    [DataRow("PackageReference frameworks", "", "", true, DisplayName = "in the outer build of several frameworks")]
    [DataRow("props PackageReference", "", "", true)]
    [DataRow("props", "Copy", "", true, DisplayName = "a registration in the project comes after the SDK in Directory.Build.props")]
    [DataRow("targets", "Copy", "", false)]
    [DataRow("PackageReference", "Copy", "", false)]
    [DataRow("props PackageReference", "Copy", "Override=\"true\"", false)]
    [DataRow("PackageReference", "Microsoft.Build.Tasks.Copy", "", true, DisplayName = "a full name is for calls by full name")]
    public void OurCopyIsTheOneUnlessTheRepositoryHasItsOwn(string ways, string name, string attributes, bool ours)
    {
        string[] places = ways.Split(' ');

        // The built-in's own assembly serves as "a Copy of the repository's own": which registration won shows in the log all the same.
        string own = name.Length == 0 ? string.Empty
            : $"""<UsingTask TaskName="{name}" AssemblyFile="$(MSBuildToolsPath)/Microsoft.Build.Tasks.Core.dll" {attributes} />""";
        bool isPackage = ways.Contains("PackageReference", StringComparison.Ordinal);
        Repo repo = CopyOnlyRepo.New(
            _volume,
            withSdk: places.Contains("props"),
            own + (places.Contains("PackageReference") ? PackageReference : string.Empty),
            places.Contains("frameworks") ? "<TargetFrameworks>net10.0;netstandard2.0</TargetFrameworks>" : CopyOnlyRepo.OneFramework);
        switch (places[0])
        {
            case "targets":
                repo.Write("Directory.Build.targets", $"<Project>{SdkPackage.SdkElement}</Project>");
                break;
            case "global.json":
                repo.Write(ways, $$"""{ "msbuild-sdks": { "{{SdkPackage.Id}}": "{{SdkPackage.Version}}" } }""");
                repo.Write("Directory.Build.props", $"<Project><Sdk Name=\"{SdkPackage.Id}\" /></Project>");
                break;
            case "GlobalPackageReference":
                repo.WriteCentralPackages($"<GlobalPackageReference Include=\"{SdkPackage.Id}\" Version=\"{SdkPackage.Version}\" />");
                break;
        }

        RepoBuild build = repo.BuildOnlyCopy(isPackage ? ["-restore"] : []).Succeeded().WithoutWarnings();
        _ = ours ? build.WithOurCopy() : build.WithBuiltInCopy();
    }

    [TestMethod]
    public void AsSdkInBothDirectoryBuildFilesItWorksAndMSBuildSaysThatOneIsTooMany()
    {
        Repo repo = CopyOnlyRepo.New(_volume, withSdk: true);
        repo.Write("Directory.Build.targets", $"<Project>{SdkPackage.SdkElement}</Project>");
        RepoBuild build = repo.BuildOnlyCopy().Succeeded().WithOurCopy();
        Assert.IsTrue(build.Log.Warnings.All(w => w.Code == "MSB4011"), build.Result.Output);
    }

    [TestMethod]
    [DataRow("user@corp")]
    [DataRow("o'brien (x)")]
    [DataRow("größe & more")]
    public void FromAPackageCacheWithAnOddPath(string name)
    {
        Repo repo = CopyOnlyRepo.New(_volume, withSdk: true);
        repo.Packages = _volume.PathOf(name);
        repo.InNewProcesses = true; // No other build has this package cache.
        repo.BuildOnlyCopy().Succeeded().WithoutWarnings().WithOurCopy();
    }

    [TestMethod]
    public void AProjectWithoutDefaultTargetsBuildsItsOwnFirstTargetAsBefore()
    {
        Repo repo = Repo.New(_volume);
        repo.Write("source.txt", "text");
        repo.Write(
            "first.proj",
            $"<Project><Import Project=\"Directory.Build.props\" />{CopyOnlyRepo.OnlyCopy}<Target Name=\"Second\" /></Project>");
        repo.Build("build", "first.proj").Succeeded().WithoutWarnings().WithOurCopy();
        Assert.IsTrue(File.Exists(repo.PathOf("out/copied.txt")));
    }

    [TestMethod]
    public void ACallByFullNameIsForTheBuiltIn()
    {
        Repo repo = CopyOnlyRepo.New(_volume, withSdk: true);
        repo.Write(
            "project.csproj",
            File.ReadAllText(repo.PathOf("project.csproj")).Replace("<Copy ", "<Microsoft.Build.Tasks.Copy ", StringComparison.Ordinal));
        RepoBuild build = repo.BuildOnlyCopy().Succeeded().WithoutWarnings();
        Assert.IsEmpty(build.Summary.Lines, string.Join('\n', build.Summary.Lines));
        Assert.IsTrue(File.Exists(repo.PathOf("out/copied.txt")));
    }
}
