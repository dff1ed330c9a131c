namespace CopyOnWrite.Artifacts.Tests;

/// <summary>A destination volume without space.</summary>
[TestClass]
[OSCondition(OperatingSystems.Linux)]
public sealed class FullVolumeTests : StagingTest
{
    [TestMethod]
    [DataRow("AlwaysCopy=false")]
    [DataRow("OnlyNewer=true")]
    public void WhatHasNoRoomIsAnErrorLeavesNothingAndTheRestIsStaged(string metadata)
    {
        using VolumeUnderTest full = VolumeUnderTest.Require("full");
        Write("bin/large.dll", new string('x', 100_000_000));
        WriteAll("bin/small.dll", "more/small.txt");

        Stage(task => (task.RetryCount, task.RetryWait) = (3, 1), Item("bin", full.Folder, metadata), Item("more", full.Folder))
            .Failed("COW1027")
            .WithErrorOf(PathOf("bin/large.dll"), "volume full")
            .WithoutMessage("Retry")
            .WithCounts(staged: 2, skipped: 0);

        AssertHolds(full.Folder, "small.dll", "small.txt");
    }

    [TestMethod]
    public void WhatWouldFitIntoThePlaceOfTheOldFileOnlyIsAnErrorAndTheOldFileStays()
    {
        using VolumeUnderTest full = VolumeUnderTest.Require("full");
        Write("bin/large.dll", new string('x', 40_000_000));
        string old = Path.Combine(full.Folder, "large.dll");
        File.WriteAllText(old, new string('y', 39_000_000));

        Stage(Item("bin", full.Folder)).Failed("COW1027");

        AssertHolds(full.Folder, "large.dll");
        Assert.AreEqual(39_000_000, new FileInfo(old).Length);
    }
}
