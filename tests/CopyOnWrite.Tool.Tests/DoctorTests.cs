using System.Text.Json.Nodes;
using CopyOnWrite.Sdk.Tests.Infrastructure;
using CopyOnWrite.Tool.Tests.Infrastructure;

namespace CopyOnWrite.Tool.Tests;

/// <summary>The packed doctor on prepared repositories; what it finds in each is in the tests that examine in this process.</summary>
[TestClass]
public sealed class DoctorTests : OnBtrfs
{
    [TestMethod]
    public void RightSaysSoAndLeavesNothingBehindAndASwitchInTheEnvironmentIsNamed()
    {
        DoctorRepo repo = DoctorRepo.New(_volume);
        repo.Repo.Packages = _volume.PathOf("packages");    // Other tests try theirs at the same time.
        repo.Restored();
        var before = repo.Files();
        string[] packages = Directory.GetFileSystemEntries(repo.Repo.Packages);
        Answer answer = repo.Ask().Ended(0);
        Assert.StartsWith("OK: CopyOnWrite.Sdk's Copy task is used in Letters", answer.FirstLine, answer.Text);
        Assert.DoesNotContain("all bytes shared", answer.Text, "Details are of what is wrong.");
        Assert.Contains("cloned, all bytes shared", repo.Ask("--details").Ended(0).Text);
        CollectionAssert.AreEqual(before.ToArray(), repo.Files().ToArray(), "files of the repository");
        CollectionAssert.AreEquivalent(packages, Directory.GetFileSystemEntries(repo.Repo.Packages), "the package cache");

        repo.Repo.Variables["DisableCopyOnWrite"] = "on";
        JsonNode off = repo.Ask("--json").Ended(1).Json;
        Assert.StartsWith("Needs attention: Cloning is turned off by DisableCopyOnWrite=on", (string)off["summary"]!);
        JsonNode check = off["checks"]!.AsArray().Single(check => (string)check!["id"]! == "switch")!;
        CollectionAssert.AreEqual(
            (string[])["id", "title", "status", "detail", "fix"], check.AsObject().Select(field => field.Key).ToArray(),
            check.ToJsonString());
        Assert.AreEqual("Unset the environment variable DisableCopyOnWrite.", (string)check["fix"]!);
    }

    [TestMethod]
    public void ADotNetSdkThatIsNotInstalledIsASentence()
    {
        DoctorRepo repo = DoctorRepo.New(_volume);
        repo.Repo.Write("global.json", """{ "sdk": { "version": "1.2.345", "rollForward": "disable" } }""");
        Answer answer = repo.Ask().Ended(2);
        Assert.Contains($"No installed .NET SDK can build {repo.Repo.Folder}.", answer.Text);
        Assert.Contains("Requested SDK version: 1.2.345", answer.Text);
    }

    /// <summary>Under fakeroot, whose library intercepts file calls, the task leaves all files to the built-in.</summary>
    [TestMethod]
    public void UnderAPreloadedLibraryTheDoctorSaysThatFirstAndNothingOfTheVolume()
    {
        Repo repo = DoctorRepo.New(_volume).Restored().Repo;

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
}
