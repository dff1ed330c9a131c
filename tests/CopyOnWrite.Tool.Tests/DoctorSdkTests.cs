using CopyOnWrite.Tool.Doctor;

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
        string project = Repo.WriteProject("App.csproj");
        Repo.WriteProject("src/Lib.csproj");
        string props = Repo.Write("Directory.Build.props", $"<Project>\n<Sdk Name=\"{Ours}\" Version=\"{version}\" />\n</Project>");
        Finding found = Repo.Find("projects");
        Assert.Contains($"No project can be evaluated: Directory.Build.props: MSB4236 The SDK '{Ours}/{version}'", found.Title);
        Assert.StartsWith($"{props}: MSB4236 ", found.Detail);
        Assert.Contains($"(imported by {project})", found.Detail);
        Assert.HasCount(2, found.Detail.Split("source(s): feed"), "Once for both projects.");
        Assert.Contains("dotnet nuget add source", found.Fix!);
        Assert.Contains($"this tool belongs to {Ours} {ToolVersion.Current}", found.Fix!);
        Assert.IsFalse(Array.Exists(Repo.Examine(), check => check.Id == "loaded"), "The line is there.");
    }

    [TestMethod]
    [DataRow(
        "switch", "DisableCopyOnWrite=true turns cloning off in App",
        "<PropertyGroup><DisableCopyOnWrite>true</DisableCopyOnWrite></PropertyGroup>")]
    [DataRow(
        "link-mode", "Link mode bypasses cloning: CreateHardLinksForCopyLocalIfPossible",
        "<PropertyGroup>\n<CreateHardLinksForCopyLocalIfPossible>true</CreateHardLinksForCopyLocalIfPossible>\n</PropertyGroup>")]
    [DataRow(
        "shadowed", "Another Copy task wins over CopyOnWrite.Sdk's in App",
        """<UsingTask TaskName="Copy" Override="true" AssemblyFile="$(MSBuildToolsPath)/Microsoft.Build.Tasks.Core.dll" />""")]
    public void WhatTheRepositorySetsIsNamedAndRemoved(string id, string named, string props)
    {
        Repo.WriteApp(props);
        ExaminedFolder.Follow(Repo.Finds(id, named));
        Finding[] after = Repo.Examine();
        Assert.IsFalse(Array.Exists(after, check => check.Id == id), string.Join('\n', after.Select(check => $"{check}")));
    }

    /// <summary>As in a project that replaces both hooks by which they are read.</summary>
    [TestMethod]
    public void SettingsThatNothingReadsAreNamedAndCountForNothing()
    {
        Repo.WriteApp("<PropertyGroup><CopyOnWriteCache>false</CopyOnWriteCache></PropertyGroup>");
        File.Delete(Repo.PathOf("CopyOnWrite.Check.targets"));

        _ = Repo.Finds("switch", "The settings of CopyOnWrite.Sdk have no effect in App: CustomAfterDirectoryBuildTargets and");
        Assert.DoesNotMatchRegex("turned off|turns cloning off", string.Join('\n', Repo.Examine().Select(check => $"{check}")));
    }

    [TestMethod]
    public void AnotherSdkThatIsFoundIsNotSaidToBeMissing()
    {
        string version = ExaminedFolder.NewVersion(2);
        Repo.WritePackage("Another.Sdk", version, string.Empty);
        Repo.WriteProject("App.csproj", $"<Sdk Name=\"Another.Sdk\" Version=\"{version}\" />");
        Assert.AreEqual(CheckStatus.Hint, Repo.Finds("projects", "not restored").Status);
    }

    [TestMethod]
    [DataRow("GlobalPackageReference", "Directory.Packages.props")]
    [DataRow("PackageReference", "Directory.Build.props")]
    public void AReferenceThatIsNotRestoredIsRestoredFirst(string item, string file)
    {
        Repo.WriteProject("App.csproj");
        Repo.Write(file, $"""
            <Project>
              <PropertyGroup>
                <ManagePackageVersionsCentrally>{(item[0] == 'G' ? "true" : "false")}</ManagePackageVersionsCentrally>
              </PropertyGroup>
              <ItemGroup><{item} Include="{Ours}" Version="0.1.0" /></ItemGroup>
            </Project>
            """);
        Repo.Finds(
            "loaded", $"{Ours} is referenced but not restored in App: restore first",
            "Run `dotnet restore` in the repository. If projects have lock files, add --force-evaluate (NU1004).");
    }

    [TestMethod]
    public void AGlobalPackageReferenceWithoutCentralPackageManagementHasNoEffect()
    {
        Repo.WriteProject("App.csproj");
        Repo.Write(
            "Directory.Packages.props",
            $"<Project>\n<ItemGroup><GlobalPackageReference Include=\"{Ours}\" Version=\"0.1.0\" /></ItemGroup>\n</Project>");
        ExaminedFolder.Follow(Repo.Finds("loaded", "central package management is off"));
        Repo.Finds("loaded", "restore first");
    }

    [TestMethod]
    [OSCondition(OperatingSystems.Linux | OperatingSystems.OSX)]
    public void ThePeersSdkElementIsNamedAndItsPackageIsNotEdited()
    {
        string version = ExaminedFolder.NewVersion(1);
        Repo.WritePackage(
            Peer, version, "<UsingTask TaskName=\"Copy\" AssemblyFile=\"$(MSBuildThisFileDirectory)Microsoft.Build.CopyOnWrite.dll\" />");
        Repo.WriteProject("App.csproj");
        Repo.Write("Directory.Build.targets", $"<Project>\n<Sdk Name=\"{Peer}\" Version=\"{version}\" />\n</Project>");
        Finding peer = Repo.Finds(
            "shadowed", $"{Ours} replaces {Peer}, which is referenced in App", $"Remove the reference to {Peer}, or its Sdk element");
        Assert.Contains("docs/guide/migrating.md", peer.Detail);
    }

    [TestMethod]
    [DataRow("<PackageReference Include=\"Another;Microsoft.Build.CopyOnWrite\" Version=\"1.0.0\" />")]
    [DataRow("<Import Project=\"$(MSBuildThisFileDirectory)../feed/microsoft.build.copyonwrite/1.0.0/its.targets\" />")]
    public void APeerThatAReferenceOrAnImportBringsInIsNamed(string item)
    {
        Repo.WritePackageFolder(Peer, "its.targets");
        Repo.WriteProject("App.csproj", item[1] == 'P' ? $"<ItemGroup>{item}</ItemGroup>" : item);
        Repo.Finds("shadowed", Peer, $"Remove the reference to {Peer}");
    }

    [TestMethod]
    [OSCondition(OperatingSystems.Linux | OperatingSystems.OSX)]
    public void ARegistrationInAPackageIsNamedWithItsFile()
    {
        string imported = Repo.WritePackageFolder("Another.Copy", "build/its.targets");
        Repo.WriteProject("App.csproj", $"<Import Project=\"{imported}\" />");
        Repo.Write(
            "Directory.Build.props", "<Project><PropertyGroup><_CopyOnWriteImported>true</_CopyOnWriteImported></PropertyGroup></Project>");
        Repo.Finds("shadowed", $"Another Copy task wins over {Ours}'s", $"In {imported} (1,10), remove this UsingTask, or the reference");
    }

    [TestMethod]
    [OSCondition(OperatingSystems.Linux | OperatingSystems.OSX)]
    public void TheLineGoesWhereTheProjectImportsIt()
    {
        Repo.WriteProject("src/App.csproj");
        Repo.Write("Directory.Build.props", "<Project>\n</Project>");
        string nearer = Repo.Write(
            "src/Directory.Build.props",
            "<?xml version=\"1.0\"?>\n<!-- <Project> -->\n"
            + "<Project xmlns=\"http://schemas.microsoft.com/developer/msbuild/2003\">\n</Project>");
        Finding missing = Repo.Finds("loaded", $"{Ours} is not used in App", $"In {nearer}, insert `<Sdk Name=");
        Assert.AreEqual(CheckStatus.Hint, missing.Status);
        ExaminedFolder.Follow(missing);
        Repo.Finds("projects", "could not be found");    // The feed is empty.
    }

    [TestMethod]
    public void AProjectWithoutThePackageBesideOneThatHasItNeedsAttention()
    {
        Repo.WriteProject("App/App.csproj", "<PropertyGroup><_CopyOnWriteImported>true</_CopyOnWriteImported></PropertyGroup>");
        Repo.WriteProject("Lib/Lib.csproj");
        Assert.AreEqual(CheckStatus.Attention, Repo.Finds("loaded", $"{Ours} is missing in 1 of 2 projects (Lib)", "Create ").Status);
    }

    [TestMethod]
    public void AMissingDirectoryBuildPropsIsWrittenWithTheLine()
    {
        Repo.WriteProject("it's/App.csproj");
        Finding loaded = Repo.Find("loaded");
        ExaminedFolder.Follow(loaded);
        Assert.AreEqual(
            $"<Project><Sdk Name=\"{Ours}\" Version=\"{ToolVersion.Current}\" /></Project>",
            File.ReadAllText(Repo.PathOf("Directory.Build.props")), loaded.Fix);
    }
}
