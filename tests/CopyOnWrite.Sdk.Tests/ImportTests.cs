namespace CopyOnWrite.Sdk.Tests;

/// <summary>
/// Every way to bring the package in. What it does then is the same; who wins against a Copy of the repository's own is not.
/// </summary>
[TestClass]
public sealed class ImportTests : OnBtrfs
{
    // The built-in's own assembly serves as "a Copy of the repository's own": which registration won shows in the log all the same.
    private const string OwnRegistration =
        """<UsingTask TaskName="{name}" AssemblyFile="$(MSBuildToolsPath)/Microsoft.Build.Tasks.Core.dll" {attributes} />""";

    private static string PackageReference =>
        $"<ItemGroup><PackageReference Include=\"{SdkPackage.Id}\" Version=\"{SdkPackage.Version}\" PrivateAssets=\"all\" /></ItemGroup>";

    [TestMethod]
    public void AsSdkInDirectoryBuildProps() =>
        CopyOnlyRepo.New(_volume, withSdk: true).BuildOnlyCopy().Succeeded().WithoutWarnings().WithOurCopy();

    [TestMethod]
    public void AsSdkInDirectoryBuildTargets()
    {
        Repo repo = CopyOnlyRepo.New(_volume, withSdk: false);
        repo.Write("Directory.Build.targets", $"<Project>{SdkPackage.SdkElement}</Project>");
        repo.BuildOnlyCopy().Succeeded().WithoutWarnings().WithOurCopy();
    }

    [TestMethod]
    public void AsSdkWithItsVersionInGlobalJson()
    {
        Repo repo = CopyOnlyRepo.New(_volume, withSdk: false);
        repo.Write("global.json", $$"""{ "msbuild-sdks": { "{{SdkPackage.Id}}": "{{SdkPackage.Version}}" } }""");
        repo.Write("Directory.Build.props", $"<Project><Sdk Name=\"{SdkPackage.Id}\" /></Project>");
        repo.BuildOnlyCopy().Succeeded().WithoutWarnings().WithOurCopy();
    }

    [TestMethod]
    public void AsGlobalPackageReference()
    {
        Repo repo = CopyOnlyRepo.New(_volume, withSdk: false);
        repo.WriteCentralPackages($"<GlobalPackageReference Include=\"{SdkPackage.Id}\" Version=\"{SdkPackage.Version}\" />");
        repo.BuildOnlyCopy("-restore").Succeeded().WithoutWarnings().WithOurCopy();
    }

    [TestMethod]
    public void AsPackageReference() =>
        CopyOnlyRepo.New(_volume, withSdk: false, PackageReference).BuildOnlyCopy("-restore").Succeeded().WithoutWarnings().WithOurCopy();

    [TestMethod]
    public void AsPackageReferenceInTheOuterBuildOfSeveralTargets() =>
        CopyOnlyRepo.New(_volume, withSdk: false, PackageReference, "<TargetFrameworks>net10.0;netstandard2.0</TargetFrameworks>")
            .BuildOnlyCopy("-restore").Succeeded().WithoutWarnings().WithOurCopy();

    [TestMethod]
    public void AsSdkAndAsPackageReferenceAtOnce() =>
        CopyOnlyRepo.New(_volume, withSdk: true, PackageReference).BuildOnlyCopy("-restore").Succeeded().WithoutWarnings().WithOurCopy();

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
    public void ARegistrationInTheProjectComesAfterTheSdkInDirectoryBuildProps() =>
        CopyOnlyRepo.New(_volume, withSdk: true, Own("Copy")).BuildOnlyCopy().Succeeded().WithoutWarnings().WithOurCopy();

    [TestMethod]
    public void ARegistrationInTheProjectWinsOverTheSdkInDirectoryBuildTargets()
    {
        Repo repo = CopyOnlyRepo.New(_volume, withSdk: false, Own("Copy"));
        repo.Write("Directory.Build.targets", $"<Project>{SdkPackage.SdkElement}</Project>");
        repo.BuildOnlyCopy().Succeeded().WithoutWarnings().WithBuiltInCopy();
    }

    [TestMethod]
    public void ARegistrationInTheProjectWinsOverAPackageReference() =>
        CopyOnlyRepo.New(_volume, withSdk: false, Own("Copy") + PackageReference)
            .BuildOnlyCopy("-restore")
            .Succeeded()
            .WithoutWarnings()
            .WithBuiltInCopy();

    [TestMethod]
    public void ARegistrationWithOverrideWinsEverywhereAndIsNoError()
    {
        Repo repo = CopyOnlyRepo.New(_volume, withSdk: true, Own("Copy", "Override=\"true\"") + PackageReference);
        repo.BuildOnlyCopy("-restore").Succeeded().WithoutWarnings().WithBuiltInCopy();
    }

    [TestMethod]
    public void ARegistrationByFullNameIsForCallsByFullName() =>
        CopyOnlyRepo.New(_volume, withSdk: false, Own("Microsoft.Build.Tasks.Copy") + PackageReference)
            .BuildOnlyCopy("-restore").Succeeded().WithoutWarnings().WithOurCopy();

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

    private static string Own(string taskName, string attributes = "") =>
        OwnRegistration.Replace("{name}", taskName, StringComparison.Ordinal).Replace("{attributes}", attributes, StringComparison.Ordinal);
}
