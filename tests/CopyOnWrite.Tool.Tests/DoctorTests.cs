using System.Text.Json.Nodes;
using CopyOnWrite.Sdk.Tests.Infrastructure;

namespace CopyOnWrite.Tool.Tests;

/// <summary>The packed doctor on prepared repositories; what it finds in each is in the tests that examine in this process.</summary>
[TestClass]
public sealed class DoctorTests : OnBtrfs
{
    [TestMethod]
    public void RightSaysSoAndLeavesNothingBehindAndASwitchInTheEnvironmentIsNamed()
    {
        Repo repo = LibraryRepo.New(_volume);
        repo.Packages = _volume.PathOf("packages");    // Other tests try theirs at the same time.
        repo.OutputOf("restore", "--force");
        var before = TreeSnapshot.Take(repo.Folder);
        string[] packages = Directory.GetFileSystemEntries(repo.Packages);
        Answer answer = Ask(repo).Ended(0);
        Assert.StartsWith("OK: CopyOnWrite.Sdk's Copy task is used in Letters", answer.FirstLine, answer.Text);
        Assert.DoesNotContain("all bytes shared", answer.Text, "Details are of what is wrong.");
        Assert.Contains("cloned, all bytes shared", Ask(repo, "--details").Ended(0).Text);
        Assert.IsEmpty(before.Differences(TreeSnapshot.Take(repo.Folder), MtimeComparison.Exact), "files of the repository");
        CollectionAssert.AreEquivalent(packages, Directory.GetFileSystemEntries(repo.Packages), "the package cache");

        repo.Variables["DisableCopyOnWrite"] = "on";
        JsonNode off = Ask(repo, "--json").Ended(1).Json;
        Assert.StartsWith("Needs attention: DisableCopyOnWrite=on turns cloning off", (string)off["summary"]!);
        JsonNode check = off["checks"]!.AsArray().Single(check => (string)check!["id"]! == "switch")!;
        CollectionAssert.AreEqual(
            (string[])["id", "title", "status", "detail", "fix"], check.AsObject().Select(field => field.Key).ToArray(),
            check.ToJsonString());
        Assert.AreEqual("Unset the environment variable DisableCopyOnWrite.", (string)check["fix"]!);
    }

    [TestMethod]
    public void ADotNetSdkThatIsNotInstalledIsASentence()
    {
        Repo repo = LibraryRepo.New(_volume);
        repo.Write("global.json", """{ "sdk": { "version": "1.2.345", "rollForward": "disable" } }""");
        Answer answer = Ask(repo).Ended(2);
        Assert.Contains($"No installed .NET SDK can build {repo.Folder}.", answer.Text);
        Assert.Contains("Requested SDK version: 1.2.345", answer.Text);
    }

    /// <summary>Under fakeroot, whose library intercepts file calls, the task leaves all files to the built-in.</summary>
    [TestMethod]
    public void UnderAPreloadedLibraryTheDoctorSaysThatFirstAndNothingOfTheVolume()
    {
        Repo repo = LibraryRepo.New(_volume);
        repo.OutputOf("restore", "--force");

        Answer answer = Cow.Run(
            repo.Folder, ["doctor", "--json"], repo.Packages, repo.Variables, [Tools.Require("fakeroot"), "--"]).Ended(1);

        JsonNode[] checks = [.. answer.Json["checks"]!.AsArray().OfType<JsonNode>()];
        Assert.AreEqual("preloaded", (string)checks[0]["id"]!, answer.Text);
        Assert.StartsWith(
            "Needs attention: Builds started from this shell do not clone: LD_PRELOAD names a library that intercepts file calls",
            (string)answer.Json["summary"]!);
        string[] misleading = ["outputs", "cache", "packages"];
        Assert.IsEmpty(checks.Where(check => misleading.Contains((string)check["id"]!)), answer.Text);
    }

    private static Answer Ask(Repo repo, params string[] arguments) =>
        Cow.Run(repo.Folder, ["doctor", .. arguments], repo.Packages, repo.Variables);
}
