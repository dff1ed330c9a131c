using System.Text.Json.Nodes;
using CopyOnWrite.Sdk.Tests.Infrastructure;
using CopyOnWrite.Tool.Tests.Infrastructure;

namespace CopyOnWrite.Tool.Tests;

/// <summary>The doctor works out by rules which Copy wins; a build's log says which one did.</summary>
[TestClass]
public sealed class WinningCopyTests : TestsOnBtrfs
{
    [TestMethod]
    public void WithTheSdkInDirectoryBuildTargetsTheProjectsOwnComesFirst()
    {
        Repo repo = CopyOnlyRepo.New(Volume, withSdk: false, Register("Copy", string.Empty));
        repo.Write("Directory.Build.targets", $"<Project>{SdkPackage.SdkElement}</Project>");
        Compare(repo, ours: false);
    }

    [TestMethod]
    public void AsAPackageReferenceItIsSeen() => Compare(
        CopyOnlyRepo.New(
            Volume,
            withSdk: false,
            $"<ItemGroup><PackageReference Include=\"{SdkPackage.Id}\" Version=\"{SdkPackage.Version}\" PrivateAssets=\"all\" "
            + "/></ItemGroup>"),
        ours: true,
        "-restore");

    [TestMethod]
    [DataRow(true, "", "", true, DisplayName = "SDK in Directory.Build.props")]
    [DataRow(false, "", "", false, DisplayName = "no SDK")]
    [DataRow(true, "Copy", "", true, DisplayName = "SDK first, then the project's own")]
    [DataRow(true, "Copy", "Override=\"true\"", false, DisplayName = "the project's own with Override")]
    [DataRow(
        true,
        "Copy",
        "Condition=\"'$(MSBuildProjectName)' == 'another'\" Override=\"true\"",
        true,
        DisplayName = "the project's own, not for this project")]
    [DataRow(true, "Microsoft.Build.Tasks.Copy", "", true, DisplayName = "the project's own by its full name")]
    public void AsTheBuildSays(bool withSdk, string task, string attributes, bool ours) =>
        Compare(CopyOnlyRepo.New(Volume, withSdk, task.Length == 0 ? string.Empty : Register(task, attributes)), ours);

    private static string Register(string task, string attributes) =>
        $"<UsingTask TaskName=\"{task}\" AssemblyFile=\"$(MSBuildToolsPath)/Microsoft.Build.Tasks.Core.dll\" {attributes} />";

    private static void Compare(Repo repo, bool ours, params string[] arguments)
    {
        RepoBuild build = repo.BuildOnlyCopy(arguments).Succeeded();
        _ = ours ? build.WithOurCopy() : build.WithBuiltInCopy();
        JsonNode[] checks = [.. Cow.Run(repo.Folder, ["doctor", "--json"], repo.Packages, repo.Variables).Json["checks"]!.AsArray()!];
        bool said = checks.Any(check => (string)check["id"]! == "loaded" && (string)check["status"]! == "ok")
            && checks.All(check => (string)check["id"]! != "shadowed");
        Assert.AreEqual(ours, said, string.Join('\n', checks.Select(check => check.ToJsonString())));
    }
}
