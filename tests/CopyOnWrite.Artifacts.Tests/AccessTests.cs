namespace CopyOnWrite.Artifacts.Tests;

/// <summary>What may not be written is an error for that file, and the rest is staged.</summary>
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
    public void TheFilesAfter(string locked, string before, string items, string result, string after, params string[] words) =>
        StageAndCompare(before, items, result, after, words, locked);

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
}
