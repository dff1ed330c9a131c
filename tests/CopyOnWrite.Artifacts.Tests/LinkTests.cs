namespace CopyOnWrite.Artifacts.Tests;

/// <summary>Links are followed in the source and replaced in the destination; pipes are left out.</summary>
[TestClass]
public sealed class LinkTests : StagingTest
{
    [TestMethod]
    public void WhatALinkLeadsToCountsWhenItIsCompared()
    {
        Write("elsewhere/real.txt", "one");
        MakeLink("bin/link.txt", "../elsewhere/real.txt");
        Stage(Item("bin", "out")).Succeeded(staged: 1, skipped: 0);
        Write("elsewhere/real.txt", "three");

        Stage(Item("bin", "out")).Succeeded(staged: 1, skipped: 0);

        Assert.AreEqual("three", Read("out/link.txt"));
    }

    [TestMethod]
    [DataRow(
        "elsewhere/real.txt | bin/link.txt -> ../elsewhere/real.txt", "bin > out | bin/link.txt > one | bin > out | bin/link.txt > one",
        "2 staged, 2 skipped", "out/link.txt = elsewhere/real.txt | one/link.txt = elsewhere/real.txt",
        DisplayName = "a link to a file is staged as that file")]
    [DataRow(
        "bin/a.txt | elsewhere/b.txt | out/a.txt -> ../elsewhere/b.txt", "bin > out", "1 staged, 0 skipped",
        "-out/a.txt -> ../elsewhere/b.txt | out/a.txt", DisplayName = "a link in a file's place is replaced, and what it led to stays")]
    [DataRow(
        "bin/a.txt | elsewhere/b.txt | out/a.txt -> ../elsewhere/b.txt", "bin/a.txt > out & OnlyNewer=true", "1 staged, 0 skipped",
        "-out/a.txt -> ../elsewhere/b.txt | out/a.txt", DisplayName = "also with OnlyNewer")]
    [DataRow(
        "elsewhere/a.txt | elsewhere/deep/b.txt | bin/c.txt | bin/sub -> ../elsewhere | linked -> bin", "bin > out | linked > whole",
        "6 staged", "out/c.txt | out/sub/a.txt | out/sub/deep/b.txt | whole/c.txt | whole/sub/a.txt | whole/sub/deep/b.txt",
        DisplayName = "a link to a folder is staged as that folder")]
    [DataRow(
        "elsewhere/a.txt | bin/c.txt | bin/sub -> ../elsewhere", "bin > out & DirExclude=sub | bin > flat & IsRecursive=false", "2 staged",
        "out/c.txt | flat/c.txt", DisplayName = "a link to a folder is excluded by its name")]
    [DataRow(
        "bin/real/a.txt | bin/one -> real | bin/two -> real", "bin > out", "3 staged", "out/real/a.txt | out/one/a.txt | out/two/a.txt",
        DisplayName = "two links to one folder are two folders")]
    [DataRow(
        "bin/a.txt | bin/sub/b.txt | bin/z/c.txt | bin/sub/back -> ..", "bin > out & FileMatch=*.txt | bin/a.txt > more",
        "COW1025, 4 staged", "out/a.txt | out/sub/b.txt | out/z/c.txt | more/a.txt",
        "Item 'bin' (DestinationFolder='out', FileMatch='*.txt')", "FULL/bin/sub/back", "leads back")]
    [DataRow(
        "bin/a.txt | bin/sub/b.txt | bin/z/c.txt | bin/sub/back -> .", "bin > out & FileMatch=*.txt | bin/a.txt > more",
        "COW1025, 4 staged", "out/a.txt | out/sub/b.txt | out/z/c.txt | more/a.txt",
        "Item 'bin' (DestinationFolder='out', FileMatch='*.txt')", "FULL/bin/sub/back", "leads back")]
    [DataRow(
        "bin/a.txt | bin/sub/b.txt | bin/z/c.txt | bin/sub/back -> ..", "bin > other & DirExclude=back", "3 staged",
        "other/a.txt | other/sub/b.txt | other/z/c.txt", DisplayName = "a link that leads back is excluded")]
    [DataRow(
        "bin/a/a.txt | bin/b/b.txt | bin/a/to-b -> ../b | bin/b/to-a -> ../a", "bin > out", "COW1025, COW1025, 4 staged",
        "out/a/a.txt | out/a/to-b/b.txt | out/b/b.txt | out/b/to-a/a.txt",
        DisplayName = "two links that lead to each other's folders are errors")]
    [DataRow(
        "bin/nowhere.txt -> none", "bin/nowhere.txt > out", "COW1023", "",
        DisplayName = "an item that is a link that leads nowhere does not exist")]
    [DataRow(
        "bin/nowhere.txt -> none", "bin/nowhere.txt > out & VerifyExists=false", "0 staged, 0 skipped", "",
        DisplayName = "an item that is a link that leads nowhere need not exist")]
    [DataRow(
        "bin/a.txt | out/a.txt -> ../bin/a.txt", "bin > out", "1 staged", "-out/a.txt -> ../bin/a.txt | out/a.txt",
        DisplayName = "a link back to the source is replaced by a file")]
    [DataRow(
        "bin/a.txt | out/a.txt -> none", "bin > out & OnlyNewer=true", "1 staged", "-out/a.txt -> none | out/a.txt",
        DisplayName = "a link that leads nowhere is replaced")]
    [DataRow(
        "bin/a.txt | elsewhere/b.txt | out/a.txt -> ../elsewhere", "bin > out & OnlyNewer=true", "1 staged",
        "-out/a.txt -> ../elsewhere | out/a.txt", DisplayName = "a link to a folder is replaced")]
    public void TheFilesAfter(string before, string items, string result, string after, params string[] words) =>
        StageAndCompare(before, items, result, after, words);

    [TestMethod]
    public void ALinkThatLeadsNowhereIsAnErrorAndTheRestIsStaged()
    {
        WriteAll("bin/a.txt");
        MakeLink("bin/nowhere.txt", "none");
        MakeLink("bin/itself.txt", "itself.txt");

        Stage(task => task.RetryCount = 1, Item("bin", "out")).Failed("COW1027", "COW1027")
            .WithErrorOf(PathOf("bin/nowhere.txt"), "a link whose target does not exist")
            .WithErrorOf(PathOf("bin/itself.txt"))
            .WithCounts(staged: 1, skipped: 0);

        AssertHolds("out", "a.txt");
        Stage(Item("bin", "other", "FileExclude=nowhere.txt itself.txt")).Succeeded(staged: 1, skipped: 0);
    }

    [TestMethod]
    [OSCondition(OperatingSystems.Linux | OperatingSystems.OSX)]
    public void PipesAreLeftOutAndNotWaitedFor()
    {
        WriteAll("bin/a.txt");
        Command.OutputOf("mkfifo", PathOf("bin/pipe"));
        MakeLink("bin/link-to-pipe", "pipe");

        Stage(Item("bin", "out")).Succeeded(staged: 1, skipped: 0).WithMessage(PathOf("bin/pipe")).WithMessage(PathOf("bin/link-to-pipe"));
        Stage(Item("bin/pipe", "single")).Failed("COW1023").WithErrorOf("neither a file nor a folder");

        AssertHolds("out", "a.txt");
        AssertHolds("single");
    }
}
