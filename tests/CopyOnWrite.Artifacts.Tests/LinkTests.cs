namespace CopyOnWrite.Artifacts.Tests;

/// <summary>Links are followed in the source and replaced in the destination; pipes are left out.</summary>
[TestClass]
public sealed class LinkTests : StagingTest
{
    [TestMethod]
    public void ALinkToAFileIsStagedAsThatFile()
    {
        Write("elsewhere/real.txt", "the real one");
        MakeLink("bin/link.txt", "../elsewhere/real.txt");

        Stage(Item("bin", "out"), Item("bin/link.txt", "single")).Succeeded(staged: 2, skipped: 0);

        foreach (string folder in new[] { "out", "single" })
        {
            AssertHolds(folder, "link.txt");
            Assert.AreEqual("the real one", Read($"{folder}/link.txt"));
            Assert.AreEqual(Time, File.GetLastWriteTimeUtc(PathOf($"{folder}/link.txt")));
        }

        Stage(Item("bin", "out"), Item("bin/link.txt", "single")).Succeeded(staged: 0, skipped: 2);
    }

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
    public void ALinkToAFolderIsStagedAsThatFolder()
    {
        WriteAll("elsewhere/a.txt", "elsewhere/deep/b.txt", "bin/c.txt");
        MakeLink("bin/sub", "../elsewhere");
        MakeLink("linked", "bin");

        Stage(Item("bin", "out"), Item("linked", "whole")).Succeeded(staged: 6, skipped: 0);

        AssertHolds("out", "c.txt", "sub/a.txt", "sub/deep/b.txt");
        AssertHolds("whole", "c.txt", "sub/a.txt", "sub/deep/b.txt");
    }

    [TestMethod]
    public void ALinkToAFolderIsExcludedByItsName()
    {
        WriteAll("elsewhere/a.txt", "bin/c.txt");
        MakeLink("bin/sub", "../elsewhere");

        Stage(Item("bin", "out", "DirExclude=sub"), Item("bin", "flat", "IsRecursive=false")).Succeeded(staged: 2, skipped: 0);

        AssertHolds("out", "c.txt");
        AssertHolds("flat", "c.txt");
    }

    [TestMethod]
    public void TwoLinksToOneFolderAreTwoFolders()
    {
        WriteAll("bin/real/a.txt");
        MakeLink("bin/one", "real");
        MakeLink("bin/two", "real");

        Stage(Item("bin", "out")).Succeeded(staged: 3, skipped: 0);

        AssertHolds("out", "real/a.txt", "one/a.txt", "two/a.txt");
    }

    [TestMethod]
    [DataRow("..")]
    [DataRow(".")]
    [DataRow("../../bin")]
    public void ALinkThatLeadsBackIsAnErrorAndTheRestIsStaged(string target)
    {
        WriteAll("bin/a.txt", "bin/sub/b.txt", "bin/z/c.txt");
        MakeLink("bin/sub/back", target);

        Stage(Item("bin", "out", "FileMatch=*.txt"), Item("bin/a.txt", "more"))
            .Failed("COW1025")
            .WithErrorOf("Item 'bin' (DestinationFolder='out', FileMatch='*.txt')", PathOf("bin/sub/back"), "leads back")
            .WithCounts(staged: 4, skipped: 0);

        AssertHolds("out", "a.txt", "sub/b.txt", "z/c.txt");
        Stage(Item("bin", "other", "DirExclude=back")).Succeeded(staged: 3, skipped: 0);
    }

    [TestMethod]
    public void TwoLinksThatLeadToEachOthersFoldersAreErrors()
    {
        WriteAll("bin/a/a.txt", "bin/b/b.txt");
        MakeLink("bin/a/to-b", "../b");
        MakeLink("bin/b/to-a", "../a");

        Stage(Item("bin", "out")).Failed("COW1025", "COW1025");

        AssertHolds("out", "a/a.txt", "a/to-b/b.txt", "b/b.txt", "b/to-a/a.txt");
    }

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
    public void AnItemThatIsALinkThatLeadsNowhereDoesNotExist()
    {
        MakeLink("bin/nowhere.txt", "none");

        Stage(Item("bin/nowhere.txt", "out")).Failed("COW1023");
        Stage(Item("bin/nowhere.txt", "out", "VerifyExists=false")).Succeeded(staged: 0, skipped: 0);
    }

    [TestMethod]
    [DataRow("bin", "")]
    [DataRow("bin/a.txt", "")]
    [DataRow("bin", "AlwaysCopy=true")]
    [DataRow("bin", "OnlyNewer=true")]
    public void ALinkInAFilesPlaceIsReplacedAndWhatItLedToStays(string include, string metadata)
    {
        WriteAll("bin/a.txt");
        Write("elsewhere/real.txt", "as it was", Time.AddDays(-1));
        MakeLink("out/a.txt", "../elsewhere/real.txt");

        Stage(Item(include, "out", metadata.Length > 0 ? [metadata] : [])).Succeeded(staged: 1, skipped: 0);

        AssertHolds("out", "a.txt");
        Assert.AreEqual("content of bin/a.txt", Read("out/a.txt"));
        Assert.AreEqual("as it was", Read("elsewhere/real.txt"));
    }

    [TestMethod]
    public void ALinkBackToTheSourceInTheDestinationIsReplacedByAFile()
    {
        WriteAll("bin/a.txt");
        MakeLink("out/a.txt", "../bin/a.txt");

        Stage(Item("bin", "out")).Succeeded(staged: 1, skipped: 0);

        AssertHolds("out", "a.txt");
        Assert.AreEqual("content of bin/a.txt", Read("bin/a.txt"));
    }

    [TestMethod]
    [DataRow("none")]
    [DataRow("../elsewhere")]
    public void ALinkThatLeadsNowhereOrToAFolderIsReplacedToo(string target)
    {
        WriteAll("bin/a.txt", "elsewhere/b.txt");
        MakeLink("out/a.txt", target);

        Stage(Item("bin", "out", "OnlyNewer=true")).Succeeded(staged: 1, skipped: 0);

        AssertHolds("out", "a.txt");
        AssertHolds("elsewhere", "b.txt");
    }

    [TestMethod]
    public void PipesAreLeftOutAndNotWaitedFor()
    {
        Tools.SkipUnless(!OperatingSystem.IsWindows(), "Windows has none in folders.");
        WriteAll("bin/a.txt");
        Command.OutputOf("mkfifo", PathOf("bin/pipe"));
        MakeLink("bin/link-to-pipe", "pipe");

        Stage(Item("bin", "out")).Succeeded(staged: 1, skipped: 0).WithMessage(PathOf("bin/pipe")).WithMessage(PathOf("bin/link-to-pipe"));
        Stage(Item("bin/pipe", "single")).Failed("COW1023").WithErrorOf("neither a file nor a folder");

        AssertHolds("out", "a.txt");
        AssertHolds("single");
    }

    [TestMethod]
    public void APipeInAFilesPlaceIsReplacedAndNotWrittenTo()
    {
        Tools.SkipUnless(!OperatingSystem.IsWindows(), "Windows has none in folders.");
        WriteAll("bin/a.txt");
        Directory.CreateDirectory(PathOf("out"));
        Command.OutputOf("mkfifo", PathOf("out/a.txt"));

        Stage(Item("bin", "out")).Succeeded(staged: 1, skipped: 0);

        Assert.IsTrue(FileStatus.Of(PathOf("out/a.txt")).IsRegularFile, "It is a pipe still.");
        Assert.AreEqual("content of bin/a.txt", Read("out/a.txt"));
    }
}
