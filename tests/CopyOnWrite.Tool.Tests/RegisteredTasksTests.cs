using CopyOnWrite.Tool.Doctor;
using CopyOnWrite.Tool.Tests.Infrastructure;

namespace CopyOnWrite.Tool.Tests;

/// <summary>What a log of given calls says of the Copy that was used: no SDK here has an MSBuild that registers tasks (18.10).</summary>
[TestClass]
public sealed class RegisteredTasksTests : TestsOfAFolder
{
    private const string Ours = "/packages/copyonwrite.sdk/0.1.0/tasks/net/CopyOnWrite.Sdk.Tasks.dll";

    [TestMethod]
    [DataRow("App.csproj", Ours, null, CheckStatus.Ok, "All calls of Copy in the log used CopyOnWrite.Sdk's task: 1 call", "")]
    [DataRow(
        "App.csproj", "/sdk/Microsoft.Build.Tasks.Core.dll", null, CheckStatus.Attention,
        "1 of 1 call of Copy in the log did not use CopyOnWrite.Sdk's task, in App (COW1013)", "Run `dotnet build --no-incremental -bl` ")]
    [DataRow(
        "App.csproj", Ours, "PreloadedLibrary", CheckStatus.Attention,
        "All 1 call of Copy in the log were left to the built-in task: a preloaded library ", "Build without LD_PRELOAD")]
    [DataRow(
        "Moved.csproj", Ours, null, CheckStatus.Unknown, "The log has no call of Copy in the repository's projects",
        "Run `dotnet build --no-incremental -bl` ")]
    public void ALogShowsWhichCopyWasUsed(string project, string assembly, string? builtIn, object status, string title, string step)
    {
        Repo.WriteProject("App.csproj", ExaminedFolder.Registration);
        var record = new CopyRecord(3, DateTime.UnixEpoch, Repo.Folder, builtIn, 1, 0, 0, 0, 0, 0, null);
        var call = new LoggedCall(Repo.PathOf(project), "Copies", TimeSpan.Zero, assembly, true, []) { Record = record };

        Finding found = Repo.Examine(log: new BuildLog([call], [], [], [])).Single(check => check.Id == "registered");

        Assert.AreEqual((CheckStatus)status, found.Status, found.Title);
        Assert.StartsWith(title, found.Title);
        Assert.StartsWith(step, found.Fix ?? string.Empty);
        Assert.IsTrue(found.Status is CheckStatus.Ok || found.Title.Contains("left to", StringComparison.Ordinal)
            || found.Detail.Contains(found.Status == CheckStatus.Unknown ? project : assembly, StringComparison.Ordinal), found.Detail);
    }
}
