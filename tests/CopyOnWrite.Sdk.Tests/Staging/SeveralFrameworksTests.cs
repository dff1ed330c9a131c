using System.Collections.Generic;
using System.Linq;
using CopyOnWrite.Measurement;
using CopyOnWrite.Sdk.Tests.Infrastructure;
using CopyOnWrite.Testing;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Sdk.Tests.Staging;

/// <summary>The default item of a project with several target frameworks: once, by the build around theirs.</summary>
[TestClass]
public sealed class SeveralFrameworksTests
{
    private const string Properties = """
        <PropertyGroup>
          <ArtifactsPath>$(MSBuildThisFileDirectory)artifacts</ArtifactsPath>
          <DefaultArtifactsFileExclude>*Private.dll</DefaultArtifactsFileExclude>
          <DefaultArtifactsOnlyNewer>true</DefaultArtifactsOnlyNewer>
        </PropertyGroup>
        """;

    private VolumeUnderTest _volume = null!;

    [TestInitialize]
    public void RequireVolume() => _volume = VolumeUnderTest.Require("btrfs");

    [TestCleanup]
    public void ReleaseVolume() => _volume?.Dispose();

    [TestMethod]
    [DataRow(false)]
    [DataRow(true)]
    public void TheOuterBuildStagesOnceWhatAllFrameworksMadeWithExcludesAndThePackage(bool packs)
    {
        Repo repo = NewRepo(packs);
        repo.Write("bin/Debug/net10.0/ref/Some.dll", "a reference assembly");
        repo.Write("bin/Debug/net10.0/Private.dll", "not for others");

        RepoBuild build = repo.Build("build").Succeeded().WithoutWarnings();

        CopyCall call = build.OnlyStagingCall();
        Assert.AreEqual("CopyArtifacts", call.Target);
        string[] frameworks = ["net10.0/Some.dll", "netstandard2.0/Some.dll"];
        repo.AssertNames("artifacts", build, packs ? ["Some.1.0.0.nupkg", .. frameworks] : frameworks);
    }

    [TestMethod]
    public void OnlyTheOuterBuildHasTheItemAndWithAllOfItsMetadata()
    {
        Repo repo = NewRepo(packs: false);

        IReadOnlyDictionary<string, string> item = repo.Artifacts().Single();

        Assert.AreEqual("bin/Debug/", item["Identity"].Replace('\\', '/'));
        Assert.AreEqual("*Private.dll", item["FileExclude"]);
        Assert.AreEqual("ref", item["DirExclude"]);
        Assert.AreEqual("true", item["OnlyNewer"]);
        Assert.IsEmpty(repo.Artifacts("-p:TargetFramework=net10.0"));
    }

    private Repo NewRepo(bool packs)
    {
        Repo repo = Repo.WithArtifacts(_volume);
        repo.Write("Directory.Build.targets", $"<Project>{Properties}</Project>");
        repo.Write("Some.csproj", $"""
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup>
                <TargetFrameworks>net10.0;netstandard2.0</TargetFrameworks>
                <GeneratePackageOnBuild>{packs}</GeneratePackageOnBuild>
              </PropertyGroup>
            </Project>
            """);
        repo.Write("Some.cs", "public static class Some { }");
        return repo;
    }
}
