using System.Text.Json.Nodes;
using CopyOnWrite.Sdk.Tests.Infrastructure;
using CopyOnWrite.Tool.Tests.Infrastructure;

namespace CopyOnWrite.Tool.Tests;

/// <summary>Prepared repositories: the first line names what is wrong, and the fix, followed literally, makes it right.</summary>
[TestClass]
public sealed class DoctorTests : TestsOnBtrfs
{
    [TestMethod]
    public void RightSaysSoAndLeavesNothingBehind()
    {
        DoctorRepo repo = DoctorRepo.New(Volume);
        repo.Repo.Packages = Volume.PathOf("packages");    // Other tests try theirs at the same time.
        repo.Restored();
        var before = repo.Files();
        string[] packages = Directory.GetFileSystemEntries(repo.Repo.Packages);
        Answer answer = repo.IsWell();
        Assert.Contains("the SDK gains little", answer.Text);
        Assert.DoesNotContain("all bytes shared", answer.Text, "Details are of what is wrong.");
        Assert.Contains("cloned, all bytes shared", repo.Ask("--details").Ended(0).Text);
        CollectionAssert.AreEqual(before.ToArray(), repo.Files().ToArray(), "files of the repository");
        CollectionAssert.AreEquivalent(packages, Directory.GetFileSystemEntries(repo.Repo.Packages), "the package cache");
    }

    [TestMethod]
    [DataRow(
        "switch", "Cloning is turned off by DisableCopyOnWrite=true in Letters",
        "<PropertyGroup><DisableCopyOnWrite>true</DisableCopyOnWrite></PropertyGroup>")]
    [DataRow(
        "link-mode", "Link mode bypasses cloning: CreateHardLinksForCopyLocalIfPossible",
        "<PropertyGroup>\n<CreateHardLinksForCopyLocalIfPossible>true</CreateHardLinksForCopyLocalIfPossible>\n</PropertyGroup>")]
    [DataRow(
        "shadowed", "Another Copy task wins over CopyOnWrite.Sdk's in Letters",
        """<UsingTask TaskName="Copy" Override="true" AssemblyFile="$(MSBuildToolsPath)/Microsoft.Build.Tasks.Core.dll" />""")]
    public void WhatTheRepositorySetsIsNamedAndRemoved(string id, string named, string props) =>
        DoctorRepo.New(Volume, props).Restored().NamesAndMends(id, named);

    [TestMethod]
    public void TurnedOffByTheEnvironment()
    {
        DoctorRepo repo = DoctorRepo.New(Volume).Restored();
        repo.Repo.Variables["DisableCopyOnWrite"] = "on";
        repo.NamesAndMends("switch", "Cloning is turned off by DisableCopyOnWrite=on");
    }

    [TestMethod]
    public void NotLoaded() => DoctorRepo.New(Volume, sdk: string.Empty).Restored()
        .NamesAndMends("loaded", "CopyOnWrite.Sdk is missing in Letters");

    [TestMethod]
    [DataRow(SdkPackage.Id)]
    [DataRow(ArtifactsPackage.Id)]
    public void StalePackage(string id)
    {
        string feed = Volume.PathOf("older");
        OlderPackage.Write(feed, id);
        string older = $"<Sdk Name=\"{id}\" Version=\"{OlderPackage.Version}\" />";
        DoctorRepo repo = DoctorRepo.New(Volume, sdk: id == SdkPackage.Id ? older : $"{SdkPackage.SdkElement}\n{older}");
        repo.Repo.Write("NuGet.config", $"""
            <configuration><packageSources><add key="under-test" value="{SdkPackage.Feed}" /><add key="older" value="{feed}" /></packageSources></configuration>
            """);
        repo.Restored().NamesAndMends("version", $"{id} is version {OlderPackage.Version} in Letters, and {SdkPackage.Version} is current");
    }

    [TestMethod]
    [DataRow("mkdir -m 777", "The cross-volume cache cannot be used")]
    [DataRow("ln -s /nothing", "is a symbolic link")]
    public void BrokenCache(string create, string named)
    {
        DoctorRepo repo = DoctorRepo.New(Volume).Restored();
        Command.OutputOf("sh", "-c", $"{create} '{repo.Repo.PathOf(".copyonwrite-cache")}'");
        NamedPage.AssertHas((string)repo.Names("cache", named)["fix"]!, "COW1006");
    }

    [TestMethod]
    [DataRow("false", "The package cache is on another volume than the outputs", 1)]
    [DataRow("true", "so each file is copied once per repository and then cloned from the cache", 0, DisplayName = "a hint only")]
    public void PackagesElsewhere(string cache, string named, int exitCode)
    {
        using var plain = VolumeUnderTest.Require("plain");
        DoctorRepo repo = DoctorRepo.New(Volume, $"<PropertyGroup><CopyOnWriteCache>{cache}</CopyOnWriteCache></PropertyGroup>");
        repo.Repo.Packages = plain.PathOf("packages");
        string fix = (string)repo.Restored().Names("packages", named, exitCode)["fix"]!;
        Assert.StartsWith("Set NUGET_PACKAGES to a folder on the volume of the outputs", fix);
        Assert.IsTrue(File.Exists(fix.Split(' ')[^1]), fix);
    }

    [TestMethod]
    public void PlainVolume()
    {
        using var plain = VolumeUnderTest.Require("plain");
        DoctorRepo repo = DoctorRepo.New(plain).Restored();
        JsonNode check = repo.Names("outputs", "The repository's volume cannot clone");

        // The volumes that it names may be in use, so the test takes its own.
        string fix = (string)check["fix"]!;
        Assert.StartsWith("Move the repository to a volume that clones, here ", fix);
        Assert.MatchesRegex(@"here /\S+ \((btrfs|xfs|bcachefs)\)", fix);
        Assert.IsTrue(File.Exists(fix.Split(' ')[^1].Split('#')[0]), fix);

        // Of more than three volumes that clone, which other runs may have mounted as well, three are named.
        Assert.IsTrue(
            fix.Contains(" more. ", StringComparison.Ordinal) || fix.Contains($"{Volume.Volume.Path} (btrfs)", StringComparison.Ordinal),
            fix);
    }

    [TestMethod]
    public void AProjectThatCannotBeEvaluatedIsNamedWithItsLine()
    {
        DoctorRepo repo = DoctorRepo.New(Volume).Restored();
        repo.Repo.Write("Broken/Broken.csproj", "<Project Sdk=\"Microsoft.NET.Sdk\">\n<PropertyGroup>\n</Project>\n");
        JsonNode check = repo.Names("projects", "1 project of 2 cannot be evaluated");
        Assert.Contains("Broken.csproj(3): MSB4025", (string)check["detail"]!);
    }

    [TestMethod]
    public void ADotNetSdkThatIsNotInstalledIsASentence()
    {
        DoctorRepo repo = DoctorRepo.New(Volume);
        repo.Repo.Write("global.json", """{ "sdk": { "version": "1.2.345", "rollForward": "disable" } }""");
        Answer answer = repo.Ask().Ended(2);
        Assert.Contains($"No installed .NET SDK can build {repo.Repo.Folder}.", answer.Text);
        Assert.Contains("Requested SDK version: 1.2.345", answer.Text);
    }

    [TestMethod]
    public void AnsweredInFortyColumnsWithoutColoursOrBrokenWords()
    {
        DoctorRepo repo = DoctorRepo.New(Volume);
        repo.Repo.Variables["COLUMNS"] = "40";
        Answer answer = repo.Ask().Ended(0);

        // What is between backquotes is one line however long: it may be a command.
        string[] tooLong = [.. answer.Text
            .Split('\n')
            .Where(line => line.TrimEnd().Length > 40 && line.Trim().Contains(' ', StringComparison.Ordinal))
            .Where(line => !line.Contains('`', StringComparison.Ordinal))];
        Assert.IsEmpty(tooLong, answer.Text);
        Assert.DoesNotContain("\u001b", answer.Text);
    }

    [TestMethod]
    public void JsonHasEachCheckWithWhatItTook()
    {
        DoctorRepo repo = DoctorRepo.New(Volume);
        JsonNode answer = repo.Ask("--json").Ended(0).Json;
        Assert.IsTrue((bool)answer["well"]!);
        foreach (JsonNode? check in answer["checks"]!.AsArray())
        {
            CollectionAssert.AreEqual(
                (string[])["id", "title", "status", "detail", "fix"], check!.AsObject().Select(field => field.Key).ToArray(),
                check.ToJsonString());
        }
    }
}
