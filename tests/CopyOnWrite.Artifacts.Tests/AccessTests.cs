namespace CopyOnWrite.Artifacts.Tests;

/// <summary>What may not be written, or has no room, is an error for that file, and the rest is staged.</summary>
[TestClass]
public sealed class AccessTests : StagingTest
{
    private protected override VolumeUnderTest OpenVolume() => VolumeUnderTest.Require("plain");

    [TestMethod]
    [DataRow(
        "output/b.txt", "bin/a.txt | bin/b.txt | more/d.txt | output/b.txt",
        "bin > output | more > output | bin/b.txt > output | bin/b.txt > other", "COW1027, COW1027, 3 staged, 0 skipped",
        "output/a.txt | output/d.txt | other/b.txt", "Item 'bin' ", "FULL/bin/b.txt", "FULL/output/b.txt",
        DisplayName = "a file that may not be replaced")]
    [DataRow(
        "out/sub", "bin/a.txt | bin/sub/b.txt | bin/sub/c.txt | out/sub/", "bin > out", "COW1027, COW1027, 1 staged, 0 skipped",
        "out/a.txt", "FULL/bin/sub/c.txt", "denied", DisplayName = "a folder that may not be written to")]
    [DataRow(
        "locked", "bin/a.txt | bin/b.txt | locked/", "bin > locked/out;out | bin/a.txt > locked/other & OnlyNewer=true",
        "COW1027, COW1027, COW1027, 2 staged, 0 skipped", "out/a.txt | out/b.txt", "FULL/locked/other", "denied",
        DisplayName = "a folder that cannot be made")]
    [DataRow(
        "out", "bin/a.txt | bin/b.txt | out/a.txt", "bin > out & AlwaysCopy=true", "COW1027, 1 staged, 0 skipped", "out/a.txt = bin/a.txt",
        "FULL/out/b.txt", "denied", DisplayName = "a folder that takes no new file, but whose file may be written")]
    public void TheFilesAfter(string locked, string before, string items, string result, string after, params string[] words) =>
        StageAndCompare(before, items, result, after, words, locked);

    /// <summary>It could be a link by then, and the content would go elsewhere.</summary>
    [TestMethod]
    [OSCondition(OperatingSystems.Linux)]
    public void WhatOthersCouldReplaceIsNotWrittenInPlace()
    {
        WriteAll("bin/a.txt", "out/a.txt");
        File.SetUnixFileMode(PathOf("out"), (UnixFileMode)0x1FD);
        using var _ = new Immutable(PathOf("out"));

        Stage(Item("bin", "out", "AlwaysCopy=true")).Failed("COW1027");

        Assert.AreEqual("content of out/a.txt", Read("out/a.txt"));
    }

    [TestMethod]
    [DataRow("AlwaysCopy=false")]
    [DataRow("AlwaysCopy=true")]
    [DataRow("OnlyNewer=true")]
    public void AReadOnlyFileIsReplacedAndIsWritableThen(string metadata)
    {
        File.SetAttributes(Write("bin/a.txt"), FileAttributes.ReadOnly);
        File.SetAttributes(Write("out/a.txt", "an older one", Time.AddDays(-1)), FileAttributes.ReadOnly);

        Stage(Item("bin", "out", metadata)).Succeeded(staged: 1, skipped: 0);
        Assert.AreEqual("content of bin/a.txt", Read("out/a.txt"));
        Assert.IsFalse(File.GetAttributes(PathOf("out/a.txt")).HasFlag(FileAttributes.ReadOnly), "It is read-only.");
        Stage(Item("bin", "out", metadata)).Succeeded(staged: metadata == "AlwaysCopy=true" ? 1 : 0);
    }

    [TestMethod]
    [OSCondition(OperatingSystems.Linux)]
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
    [OSCondition(OperatingSystems.Linux)]
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
