namespace CopyOnWrite.Sdk.Tests.Staging;

/// <summary>Microsoft.Build.Artifacts itself, where it is available; <see cref="TakeOverTests"/> have a stand-in everywhere.</summary>
[TestClass]
public sealed class WithArtifactsPackageTests : OnBtrfs
{
    [TestMethod]
    public void ItsTargetsCallOurTaskAndWhatIsStagedIsCloned()
    {
        Repo repo = Repo.FromSample(_volume, "WithArtifactsPackage", withSdk: true);
        repo.AddArtifacts();
        DotNetResult restore = repo.Run(["restore", "-nologo"]);

        // Not every source of packages has it, also where CI=true.
        if (!restore.Succeeded && restore.Output.Contains("Microsoft.Build.Artifacts", StringComparison.Ordinal))
        {
            Assert.Inconclusive($"Microsoft.Build.Artifacts cannot be restored: {restore.Output}");
        }

        Assert.AreEqual(0, restore.ExitCode, restore.Output);
        RepoBuild build = repo.Build("build", "--no-restore").Succeeded().WithoutWarnings().WithOurCopy();

        LoggedCall[] calls = build.StagingCalls();
        CollectionAssert.AreEqual(new[] { "CopyArtifacts", "CopyArtifacts" }, calls.Select(c => c.Target).ToArray(), build.Result.Output);
        Assert.IsTrue(calls.All(c => c.Messages.Any(m => m.Contains("staging replaces the task", StringComparison.Ordinal))));
        CopyRecordFile json = calls.SelectMany(c => c.Record!.Files!)
            .First(f => f.To.EndsWith("Newtonsoft.Json.dll", StringComparison.Ordinal));
        Assert.AreEqual("cloned", json.Outcome, json.ToString());
        repo.AssertNames(
            "staged", build,
            "Depot.App/Depot.App.deps.json", "Depot.App/Depot.App.dll", "Depot.App/Depot.App.runtimeconfig.json",
            "Depot.App/Depot.Store.dll", "Depot.App/Newtonsoft.Json.dll",
            "Depot.Store/Depot.Store.deps.json", "Depot.Store/Depot.Store.dll");
    }
}
