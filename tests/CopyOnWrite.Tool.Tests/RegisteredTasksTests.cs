using System.Text.Json.Nodes;
using CopyOnWrite.Tool.Tests.Infrastructure;

namespace CopyOnWrite.Tool.Tests;

/// <summary>
/// What the log of a build says of the Copy that was used. No SDK here has an MSBuild whose host can register tasks (18.10), so the log
/// with another task is that of a build with the SDK turned off: in what the doctor looks at, the task's assembly, the two are alike.
/// </summary>
[TestClass]
public sealed class RegisteredTasksTests : TestsOnBtrfs
{
    [TestMethod]
    public void ALogOfTheSdksCopyIsRight()
    {
        DoctorRepo repo = DoctorRepo.New(Volume);

        JsonNode check = Check(repo.Ask("--json", "--binlog", Build(repo)).Ended(0));

        Assert.AreEqual("ok", (string)check["status"]!);
        Assert.Contains("All calls of Copy in the log used CopyOnWrite.Sdk's task", (string)check["title"]!);
    }

    [TestMethod]
    public void ALogOfAnotherCopyNeedsAttentionAndTheNextBuildTellsWhy()
    {
        DoctorRepo repo = DoctorRepo.New(Volume);
        repo.Repo.Variables["DisableCopyOnWrite"] = "true";
        string log = Build(repo);
        repo.Repo.Variables.Remove("DisableCopyOnWrite");

        Answer answer = repo.Ask("--json", "--binlog", log).Ended(1);

        Assert.Contains("did not use CopyOnWrite.Sdk's task, in Letters (COW1013)", (string)answer.Json["summary"]!);
        JsonNode check = Check(answer);
        Assert.Contains("Microsoft.Build.Tasks.Core.dll", (string)check["detail"]!);
        string[] commands = ((string)check["fix"]!).Split('`');
        Assert.AreEqual("dotnet build --no-incremental -bl", commands[1]);
        DotNetResult built = repo.Repo.Run(commands[1].Split(' ')[1..]);
        Assert.AreEqual(0, built.ExitCode, built.Output);
        Assert.AreEqual("ok", (string)Check(repo.Ask(["--json", .. commands[3].Split(' ')[3..]]).Ended(0))["status"]!);
    }

    [TestMethod]
    public void ALogOfOtherProjectsTellsNothing()
    {
        DoctorRepo repo = DoctorRepo.New(Volume);
        string log = Build(repo);
        repo.Repo.Write("moved/Moved.csproj", File.ReadAllText(repo.Repo.PathOf("Letters.csproj")));
        File.Delete(repo.Repo.PathOf("Letters.csproj"));

        Answer answer = repo.Ask("--json", "--binlog", log).Ended(1);

        Assert.AreEqual("unknown", (string)Check(answer)["status"]!);
        Assert.Contains("Letters.csproj", (string)Check(answer)["detail"]!);
    }

    [TestMethod]
    public void ALogThatIsMissingIsNamed() =>
        Assert.StartsWith("none.binlog does not exist", DoctorRepo.New(Volume).Ask("--binlog", "none.binlog").Ended(2).FirstLine);

    private static string Build(DoctorRepo repo)
    {
        string log = repo.Repo.PathOf("of-the-test.binlog");
        var result = repo.Repo.Run(["build", $"-bl:{log}"]);
        Assert.AreEqual(0, result.ExitCode, result.Output);
        return log;
    }

    private static JsonNode Check(Answer answer)
    {
        JsonNode[] checks = [.. answer.Json["checks"]!.AsArray().Select(check => check!)];
        return checks.Single(check => (string)check["id"]! == "registered");
    }
}
