using CopyOnWrite.Tool.Doctor;
using CopyOnWrite.Tool.Doctor.Checks;
using CopyOnWrite.Tool.Tests.Infrastructure;

namespace CopyOnWrite.Tool.Tests;

/// <summary>The SDK's line is there and does not work: what the doctor says, examined in this process.</summary>
[TestClass]
public sealed class DoctorSdkTests : TestsOfAFolder
{
    private const string Ours = "CopyOnWrite.Sdk";
    private const string Peer = "Microsoft.Build.CopyOnWrite";

    [TestMethod]
    public void AnSdkThatNoSourceHasIsNamedWithTheSourcesThatWereAsked()
    {
        string version = ExaminedFolder.NewVersion(9);
        Repo.WriteProject("App.csproj");
        string props = Repo.Write("Directory.Build.props", $"<Project>\n<Sdk Name=\"{Ours}\" Version=\"{version}\" />\n</Project>");
        Finding loaded = Repo.Find("loaded");
        Assert.AreEqual($"{Ours} {version} was not found in App (MSB4236)", loaded.Title);
        Assert.Contains($"{props}, line 2, names {Ours} {version}", loaded.Detail);
        Assert.Contains("source(s): feed", loaded.Detail);
        Assert.Contains($"in the package folder {Repo.Packages} and", loaded.Detail);
        Assert.Contains("those of another user do not count", loaded.Detail);
        Assert.Contains("dotnet nuget add source", loaded.Fix!);
        Assert.DoesNotContain("insert", loaded.Fix!);
    }

    [TestMethod]
    public void OfAVersionThatNoSourceHasTheFixIsTheOneThatThereIs()
    {
        (string wrong, string there) = (ExaminedFolder.NewVersion(9), ExaminedFolder.NewVersion(3));
        Repo.WritePackage(Ours, there, ExaminedFolder.Registration);
        Repo.WriteProject("App.csproj");
        Repo.Write("Directory.Build.props", $"<Project>\n<Sdk Name=\"{Ours}\" Version=\"{wrong}\" />\n</Project>");
        Finding loaded = Repo.Find("loaded");
        Assert.AreEqual($"{Ours} {wrong} was not found in App (MSB4236)", loaded.Title);
        Assert.Contains($"Nearest version: {there}", loaded.Detail);
        Repo.Follow(loaded);
        Assert.AreEqual($"{Ours}'s Copy task is used in App", Repo.Find("loaded").Title);
    }

    [TestMethod]
    public void AVersionOfGlobalJsonIsChangedThere()
    {
        (string wrong, string there) = (ExaminedFolder.NewVersion(9), ExaminedFolder.NewVersion(3));
        Repo.WritePackage(Ours, there, ExaminedFolder.Registration);
        Repo.WriteProject("App.csproj");
        Repo.Write("Directory.Build.props", $"<Project>\n<Sdk Name=\"{Ours}\" />\n</Project>");
        string json = Repo.Write("global.json", $"{{\n\"msbuild-sdks\": {{ \"{Ours}\": \"{wrong}\" }}\n}}");
        Finding loaded = Repo.Find("loaded");
        Assert.AreEqual($"{Ours} {wrong} was not found in App (MSB4236)", loaded.Title);
        Assert.AreEqual($"In {json}, line 2, replace `\"{wrong}\"` by `\"{there}\"`.", loaded.Fix);
    }

    [TestMethod]
    public void AnSdkWithoutAVersionGetsThisToolsOwn()
    {
        Repo.WriteProject("App.csproj");
        string props = Repo.Write("Directory.Build.props", $"<Project>\n<Sdk Name=\"{Ours}\" />\n</Project>");
        Finding loaded = Repo.Find("loaded");
        Assert.AreEqual($"{Ours} without a version was not found in App (MSB4236)", loaded.Title);
        Assert.StartsWith($"In {props}, line 2, add the version {ToolVersion.Current} to {Ours}, ", loaded.Fix!);
    }

    [TestMethod]
    public void AnotherSdkThatIsNotFoundIsNotTakenForAMissingLine()
    {
        string version = ExaminedFolder.NewVersion(9);
        Repo.Write("App.csproj", $"<Project Sdk=\"Some.Sdk/{version}\" />");
        Finding projects = Repo.Find("projects");
        Assert.AreEqual($"Some.Sdk {version} was not found in App (MSB4236)", projects.Title);
        Assert.AreEqual(CheckStatus.Attention, projects.Status);
    }

    [TestMethod]
    public void AnotherSdkThatIsFoundIsNotSaidToBeMissing()
    {
        string version = ExaminedFolder.NewVersion(2);
        Repo.WritePackage("Another.Sdk", version, string.Empty);
        Repo.WriteProject("App.csproj", $"<Sdk Name=\"Another.Sdk\" Version=\"{version}\" />");
        Finding projects = Repo.Find("projects");
        Assert.AreEqual(CheckStatus.Hint, projects.Status, projects.Title);
        Assert.Contains("not restored", projects.Title);
    }

    [TestMethod]
    [DataRow("GlobalPackageReference", "Directory.Packages.props")]
    [DataRow("PackageReference", "Directory.Build.props")]
    public void AReferenceThatIsNotRestoredIsRestoredFirst(string item, string file)
    {
        string project = Repo.WriteProject("App.csproj");
        Repo.Write(file, $"""
            <Project>
              <PropertyGroup>
                <ManagePackageVersionsCentrally>{(item[0] == 'G' ? "true" : "false")}</ManagePackageVersionsCentrally>
              </PropertyGroup>
              <ItemGroup><{item} Include="{Ours}" Version="0.1.0" /></ItemGroup>
            </Project>
            """);
        Finding loaded = Repo.Find("loaded");
        Assert.AreEqual($"{Ours} is referenced and not restored in App: restore first", loaded.Title);
        Assert.AreEqual($"Run: dotnet restore {project}", loaded.Fix);
    }

    [TestMethod]
    public void AGlobalPackageReferenceWithoutCentralPackageManagementIsSaidToCountForNothing()
    {
        Repo.WriteProject("App.csproj");
        Repo.Write(
            "Directory.Packages.props",
            $"<Project>\n<ItemGroup><GlobalPackageReference Include=\"{Ours}\" Version=\"0.1.0\" /></ItemGroup>\n</Project>");
        Finding loaded = Repo.Find("loaded");
        Assert.Contains("central package management is off", loaded.Title);
        Repo.Follow(loaded);
        Assert.Contains("restore first", Repo.Find("loaded").Title);
    }

    [TestMethod]
    public void ThePeersSdkElementIsRemovedFromTheRepositoryAndNotFromItsPackage()
    {
        string version = ExaminedFolder.NewVersion(1);
        Repo.WritePackage(
            Peer, version, "<UsingTask TaskName=\"Copy\" AssemblyFile=\"$(MSBuildThisFileDirectory)Microsoft.Build.CopyOnWrite.dll\" />");
        Repo.WriteProject("App.csproj");
        string targets = Repo.Write("Directory.Build.targets", $"<Project>\n<Sdk Name=\"{Peer}\" Version=\"{version}\" />\n</Project>");
        Finding peer = Repo.Find("peer");
        Assert.AreEqual($"{Peer} is used in App: remove its reference", peer.Title);
        Assert.Contains("docs/guide/migrating.md", peer.Detail);
        Assert.AreEqual($"In {targets}, line 2, remove `<Sdk Name=\"{Peer}\" Version=\"{version}\" />`.", peer.Fix);
        Repo.Follow(peer);
        Assert.IsEmpty(Array.FindAll(Repo.Examine(), result => result.Id == "peer"));
    }

    [TestMethod]
    public void ThePeersPackageReferenceIsRemovedFromTheRepositoryAndNotFromItsPackage()
    {
        string project = Repo.WriteProject(
            "App.csproj", $"<ItemGroup>\n<PackageReference Include=\"{Peer}\" Version=\"1.0.0\" />\n</ItemGroup>");

        // As a restore leaves it.
        string package = Path.Combine(Repo.Feed, Peer.ToLowerInvariant(), "1.0.0");
        Directory.CreateDirectory(Path.Combine(package, "build"));
        File.WriteAllText(Path.Combine(package, ".nupkg.metadata"), "{}");
        string imported = Path.Combine(package, "build", Peer + ".targets");
        File.WriteAllText(imported, "<Project><UsingTask TaskName=\"Copy\" AssemblyFile=\"Microsoft.Build.CopyOnWrite.dll\" /></Project>");
        Repo.Write("obj/App.csproj.nuget.g.targets", $"<Project><Import Project=\"{imported}\" /></Project>");
        Repo.Write(
            "obj/App.csproj.nuget.g.props", "<Project><PropertyGroup><NuGetPackageRoot>/p/</NuGetPackageRoot></PropertyGroup></Project>");
        Finding peer = Repo.Find("peer");
        Assert.AreEqual(
            $"In {project}, line 4, remove `<PackageReference Include=\"{Peer}\" Version=\"1.0.0\" />`.\nRun: dotnet restore {project}",
            peer.Fix);
    }

    [TestMethod]
    public void OfAReferenceToSeveralPackagesThePeersNameAloneIsRemoved()
    {
        string project = Repo.WriteProject(
            "App.csproj", $"<ItemGroup>\n<PackageReference Include=\"Another;{Peer}\" Version=\"1.0.0\" />\n</ItemGroup>");
        Assert.AreEqual(
            $"In {project}, line 4, remove {Peer} from Include.\nRun: dotnet restore {project}", Repo.Find("peer").Fix);
    }

    [TestMethod]
    public void APackageThatAnotherBringsInIsAskedFor()
    {
        string project = Repo.WriteProject("App.csproj");
        string package = Path.Combine(Repo.Feed, Peer.ToLowerInvariant(), "1.0.0");
        Directory.CreateDirectory(package);
        File.WriteAllText(Path.Combine(package, ".nupkg.metadata"), "{}");
        string imported = Path.Combine(package, Peer + ".targets");
        File.WriteAllText(imported, "<Project><UsingTask TaskName=\"Copy\" AssemblyFile=\"x.dll\" /></Project>");
        Repo.Write("obj/App.csproj.nuget.g.targets", $"<Project><Import Project=\"{imported}\" /></Project>");
        Assert.StartsWith($"Run: dotnet nuget why {project} {Peer.ToLowerInvariant()}\n", Repo.Find("peer").Fix!);
    }

    [TestMethod]
    [DataRow("1.0.0-alpha", "1.0.0-beta")]
    [DataRow("1.0.0-rc.2", "1.0.0-rc.10")]
    [DataRow("1.0.0-rc.1", "1.0.0")]
    [DataRow("1.9.0", "1.10.0-beta")]
    public void AVersionIsOlderAsNuGetOrdersThem(string older, string newer)
    {
        BuildLog.UseMSBuildOfSdk();
        Assert.IsTrue(VersionCheck.IsOlder(older, newer));
        Assert.IsFalse(VersionCheck.IsOlder(newer, older));
        Assert.IsFalse(VersionCheck.IsOlder(newer, newer + "+commit"));
    }

    [TestMethod]
    public void TheLineGoesWhereTheProjectImportsIt()
    {
        Repo.WriteProject("src/App.csproj");
        Repo.Write("Directory.Build.props", "<Project>\n</Project>");
        string nearer = Repo.Write(
            "src/Directory.Build.props",
            "<?xml version=\"1.0\"?>\n<!-- <Project> -->\n"
            + "<Project xmlns=\"http://schemas.microsoft.com/developer/msbuild/2003\">\n</Project>");
        Finding loaded = Repo.Find("loaded");
        Assert.AreEqual($"{Ours} is missing in App", loaded.Title);
        Assert.StartsWith($"In {nearer}, insert `<Sdk Name=", loaded.Fix!);
        Repo.Follow(loaded);
        Assert.Contains("was not found in App", Repo.Find("loaded").Title, "The feed is empty.");
    }

    [TestMethod]
    public void AMissingDirectoryBuildPropsIsWrittenByTheCommand()
    {
        Repo.WriteProject("it's/App.csproj");
        Finding loaded = Repo.Find("loaded");
        Repo.Follow(loaded);
        Assert.AreEqual(
            $"<Project><Sdk Name=\"{Ours}\" Version=\"{ToolVersion.Current}\" /></Project>\n",
            File.ReadAllText(Repo.PathOf("Directory.Build.props")), loaded.Fix);
    }
}
