namespace CopyOnWrite.Artifacts.Tests;

/// <summary>A dry run says what would be staged and removed, and does neither.</summary>
[TestClass]
public sealed class DryRunTests : StagingTest
{
    [TestMethod]
    [DataRow("")]
    [DataRow("OnlyNewer=true")]
    [DataRow("AlwaysCopy=true")]
    public void NothingIsMadeOrRemovedAndItIsSaidWhatWouldBe(string metadata)
    {
        WriteAll("bin/a.txt", "bin/sub/b.txt", "single.txt", "out/old.txt", "out/old/c.txt");
        string[] more = metadata.Length > 0 ? [metadata] : [];

        Stage(
            task => (task.DryRun, task.Manifest) = (true, "manifest.json"),
            Item("bin", "out;other", ["Purge=true", .. more]),
            Item("single.txt", "third", more))
            .Succeeded(staged: 0, skipped: 0)
            .WithMessage($"Would stage '{PathOf("bin/a.txt")}' to '{PathOf("out/a.txt")}'.")
            .WithMessage($"Would stage '{PathOf("bin/sub/b.txt")}' to '{PathOf("other/sub/b.txt")}'.")
            .WithMessage($"Would stage '{PathOf("single.txt")}' to '{PathOf("third/single.txt")}'.")
            .WithMessage($"Would remove '{PathOf("out/old.txt")}'.")
            .WithMessage($"Would remove '{PathOf("out/old")}'.")
            .WithMessage("5 files would be staged")
            .WithoutMessage("Removed");

        AssertHolds(string.Empty, "bin/a.txt", "bin/sub/b.txt", "single.txt", "out/old.txt", "out/old/c.txt");
    }

    [TestMethod]
    public void WhatIsThereAlreadyWouldNeitherBeStagedNorRemoved()
    {
        WriteAll("bin/a.txt", "bin/b.txt");
        Stage(Item("bin/a.txt", "out")).Succeeded(staged: 1);

        Stage(task => task.DryRun = true, Item("bin", "out", "Purge=true")).Succeeded(staged: 0, skipped: 1)
            .WithMessage("1 files would be staged, 1 are up to date").WithoutMessage("out/a.txt").WithoutMessage("Would remove");
    }

    [TestMethod]
    public void ErrorsAreFoundAlike()
    {
        WriteAll("bin/a.txt", "out/old.txt");

        Stage(
            task => task.DryRun = true,
            Item("none", "out"),
            Item("bin", "out", "Purge=maybe"),
            Item("bin", ".", "Purge=true"),
            Item("bin", "out"))
            .Failed("COW1021", "COW1029", "COW1023").WithMessage("Would stage");

        AssertHolds("out", "old.txt");
    }

    [TestMethod]
    [DataRow("first")]
    [DataRow("first/a.txt")]
    public void WhatAnEarlierItemWouldStageIsNotMissing(string include)
    {
        WriteAll("bin/a.txt");

        Stage(task => task.DryRun = true, Item("bin", "first"), Item(include, "second"))
            .Succeeded(staged: 0)
            .WithMessage("does not exist yet");

        AssertHolds(string.Empty, "bin/a.txt");
    }

    [TestMethod]
    [DataRow("firsthand")]
    [DataRow("first/../none")]
    public void WhatNoItemWouldStageIsMissing(string include)
    {
        WriteAll("bin/a.txt");

        Stage(task => task.DryRun = true, Item("bin", "first"), Item(include, "second")).Failed("COW1023");
    }

    [TestMethod]
    public void TheManifestOfAnEarlierBuildStays()
    {
        WriteAll("bin/a.txt", "manifest.json");

        Stage(task => (task.DryRun, task.Manifest) = (true, "manifest.json"), Item("bin", "out")).Succeeded();

        Assert.AreEqual("content of manifest.json", Read("manifest.json"));
        Assert.IsFalse(Directory.Exists(PathOf("out")));
    }
}
