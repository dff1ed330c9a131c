using System.Text.Json.Nodes;
using CopyOnWrite.Sdk.Tests.Infrastructure;
using CopyOnWrite.Tool.Tests.Infrastructure;

namespace CopyOnWrite.Tool.Tests;

/// <summary>Under fakeroot, whose library intercepts file calls, the task leaves all files to the built-in.</summary>
[TestClass]
public sealed class PreloadedLibraryTests : TestsOnBtrfs
{
    private static string[] Fakeroot => [Tools.Require("fakeroot"), "--"];

    [TestMethod]
    public void TheDoctorSaysThatFirstAndNothingOfTheVolume()
    {
        Repo repo = DoctorRepo.New(Volume).Restored().Repo;

        Answer answer = Cow.Run(repo.Folder, ["doctor", "--json"], repo.Packages, repo.Variables, Fakeroot).Ended(1);

        JsonNode[] checks = [.. answer.Json["checks"]!.AsArray().OfType<JsonNode>()];
        Assert.AreEqual("preloaded", (string)checks[0]["id"]!, answer.Text);
        Assert.StartsWith(
            "Needs attention: Builds started from this shell do not clone: LD_PRELOAD names a library that intercepts file calls",
            (string)answer.Json["summary"]!);
        string[] misleading = ["outputs", "cache", "packages", "system-copy"];
        Assert.IsEmpty(checks.Where(check => misleading.Contains((string)check["id"]!)), answer.Text);
    }

    [TestMethod]
    public void TheLogOfABuildIsNotRight()
    {
        Repo repo = DoctorRepo.New(Volume).Restored().Repo;
        string log = repo.PathOf("of-the-test.binlog");
        DotNetResult build = DotNet.Run(repo.Folder, ["build", $"-bl:{log}"], repo.Packages, repo.Variables, under: Fakeroot);
        Assert.AreEqual(0, build.ExitCode, build.Output);

        Answer answer = Cow.Run(repo.Folder, ["doctor", "--binlog", log], repo.Packages, repo.Variables).Ended(1);

        Assert.MatchesRegex(
            @"^Needs attention: All [0-9]+ calls of Copy in the log were left to the built-in task: a preloaded library .*LD_PRELOAD",
            answer.FirstLine);
        Assert.Contains("> Build without LD_PRELOAD", answer.Text);
    }
}
