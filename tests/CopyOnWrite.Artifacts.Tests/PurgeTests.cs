namespace CopyOnWrite.Artifacts.Tests;

/// <summary>Purge makes the destination hold what the call stages there and nothing else.</summary>
[TestClass]
public sealed class PurgeTests : StagingTest
{
    [TestMethod]
    public void FilesFoldersAndLinksAreRemovedAndWhatLinksLeadToStays()
    {
        WriteAll(
            "bin/a.txt",
            "bin/sub/b.txt",
            "out/old.txt",
            "out/sub/old.txt",
            "out/old/deep/c.txt",
            "elsewhere/d.txt",
            "elsewhere/more/e.txt");
        Directory.CreateDirectory(PathOf("out/empty"));
        MakeLink("out/link.txt", "../elsewhere/d.txt");
        MakeLink("out/link", "../elsewhere");
        MakeLink("out/old/link", "../../elsewhere/more");
        MakeLink("out/nowhere", "none");
        File.SetAttributes(Write("out/read-only.txt"), FileAttributes.ReadOnly);

        Stage(Item("bin", "out", "Purge=true")).Succeeded(staged: 2, skipped: 0).WithMessage($"Removed '{PathOf("out/old.txt")}'.");

        AssertHolds("out", "a.txt", "sub/b.txt");
        AssertHolds("elsewhere", "d.txt", "more/e.txt");
    }

    [TestMethod]
    [DataRow(
        "", "bin/sub/a.txt|bin/b.txt|real/own.txt|out/old.txt|out/sub -> ../real",
        "bin/sub/a.txt|bin/b.txt|real/own.txt|real/a.txt|out/b.txt|out/sub -> ../real",
        DisplayName = "a folder that is a link is kept, with what is staged through it")]
    [DataRow(
        "", "bin/a.txt|real/old.txt|out -> real", "bin/a.txt|real/a.txt|out -> real",
        DisplayName = "a destination that is a link is purged where it leads")]
    [DataRow(
        "IsRecursive=false", "bin/a.txt|out/old.txt|out/sub/old.txt|out/empty/", "bin/a.txt|out/a.txt|out/sub/old.txt|out/empty/",
        DisplayName = "without recursion folders are kept")]
    [DataRow("FileMatch=*.dll", "bin/a.txt|out/old.txt", "bin/a.txt|out/", DisplayName = "with nothing to stage all of it is removed")]
    [DataRow("FileMatch=*.dll", "bin/a.txt", "bin/a.txt", DisplayName = "with nothing to stage no destination is needed")]
    [DataRow(
        "", "bin/a.txt|out/.copyonwrite-cache/entry", "bin/a.txt|out/a.txt|out/.copyonwrite-cache/entry",
        DisplayName = "the cache is kept")]
    [DataRow(
        "", "bin/a.exe|out/.cow-0-a.exe.old|out/.cow-9-a.exe.old", "bin/a.exe|out/a.exe|out/.cow-0-a.exe.old",
        DisplayName = "what a program still uses is kept")]
    public void AfterIt(string metadata, string before, string after)
    {
        WriteAll(before.Split('|'));

        Stage(Item("bin", "out", ["Purge=true", .. metadata.Split('|', StringSplitOptions.RemoveEmptyEntries)])).Succeeded(skipped: 0);

        AssertHolds(string.Empty, after.Split('|'));
    }

    [TestMethod]
    public void WhatWasThereAlreadyIsKept()
    {
        WriteAll("bin/a.txt", "bin/sub/b.txt");
        Stage(Item("bin", "out")).Succeeded(staged: 2);
        Write("out/old.txt");

        Stage(Item("bin", "out", "Purge=true")).Succeeded(staged: 0, skipped: 2);

        AssertHolds("out", "a.txt", "sub/b.txt");
    }

    /// <summary>
    /// The look at a folder fails once, whichever of them it is: no answer is not the answer that nothing was staged there.
    /// </summary>
    [TestMethod]
    [OSCondition(OperatingSystems.Linux)]
    public void WhatIsStagedInAFolderThatCannotBeLookedAtStays()
    {
        const int MoreThanLooks = 8;
        WriteAll("bin/a.txt", "bin/sub/b.txt", "out/old.txt");
        for (int look = 1; look <= MoreThanLooks; look++)
        {
            StagingRun run;
            using (InjectedErrors.Into("statx", $"EACCES:when={look}", PathOf("out/sub")))
            {
                run = Stage(Item("bin", "out", "Purge=true"));
            }

            Assert.IsTrue(File.Exists(PathOf("out/sub/b.txt")), $"Gone after look {look}: {run}");
        }

        Stage(Item("bin", "out", "Purge=true")).Succeeded(staged: 0, skipped: 2);
        AssertHolds("out", "a.txt", "sub/b.txt");
    }

    [TestMethod]
    public void WhatIsExcludedNowIsRemoved()
    {
        WriteAll("bin/a.txt", "bin/b.pdb", "bin/ref/c.txt");
        Stage(Item("bin", "out")).Succeeded(staged: 3);

        Stage(Item("bin", "out", "Purge=true", "FileExclude=*.pdb", "DirExclude=ref")).Succeeded(staged: 0, skipped: 1);

        AssertHolds("out", "a.txt");
    }

    [TestMethod]
    public void WhatOtherItemsOfTheCallStageIsKeptBeforeAndAfter()
    {
        WriteAll("before/a.txt", "bin/b.txt", "after/c.txt", "deep/d.txt", "single.txt", "out/old.txt", "out/inner/old.txt");

        Stage(
            Item("before", "out"),
            Item("bin", "out", "Purge=true"),
            Item("after", "out/sub"),
            Item("deep", "out/inner/most"),
            Item("single.txt", "out/x;out")).Succeeded(
            staged: 6, skipped: 0);

        AssertHolds("out", "a.txt", "b.txt", "sub/c.txt", "inner/most/d.txt", "x/single.txt", "single.txt");
    }

    [TestMethod]
    public void WhatAnotherItemStagesUnderAnotherNameOfTheFolderIsKept()
    {
        WriteAll("bin/a.txt", "more/b.txt", "single.txt", "out/old.txt");
        MakeLink("same", "out");

        Stage(Item("bin", "out", "Purge=true"), Item("more", "same"), Item("more", "same/sub"), Item("single.txt", "same")).Succeeded(
            staged: 4, skipped: 0);

        AssertHolds("out", "a.txt", "b.txt", "sub/b.txt", "single.txt");
    }

    [TestMethod]
    public void EachDestinationOfTheItemIsPurgedAndNoOther()
    {
        WriteAll("bin/a.txt", "one/old.txt", "two/old.txt", "three/old.txt");

        Stage(Item("bin", "one;two", "Purge=true"), Item("bin", "three")).Succeeded(staged: 3, skipped: 0);

        AssertHolds("one", "a.txt");
        AssertHolds("two", "a.txt");
        AssertHolds("three", "a.txt", "old.txt");
    }

    [TestMethod]
    public void ANameThatDiffersInCaseIsAnotherFile()
    {
        Tools.SkipUnless(!OperatingSystem.IsWindows() && !OperatingSystem.IsMacOS(), "It is the same one there.");
        WriteAll("bin/a.txt", "bin/sub/b.txt", "out/A.TXT", "out/SUB/b.txt", "out/sub/B.txt");

        Stage(Item("bin", "out", "Purge=true")).Succeeded(staged: 2, skipped: 0);

        AssertHolds("out", "a.txt", "sub/b.txt");
    }

    [TestMethod]
    public void TheManifestIsKept()
    {
        WriteAll("bin/a.txt", "out/manifest.json", "out/lists/manifest.json", "out/lists/old.txt");

        Stage(task => task.Manifest = "out/manifest.json", Item("bin", "out", "Purge=true")).Succeeded(staged: 1);
        AssertHolds("out", "a.txt", "manifest.json");

        WriteAll("out/lists/old.txt");
        Stage(task => task.Manifest = "out/lists/manifest.json", Item("bin", "out", "Purge=true")).Succeeded(staged: 0);
        AssertHolds("out", "a.txt", "lists/manifest.json");
    }

    [TestMethod]
    public void ASourceThatIsNotThereRemovesNothing()
    {
        WriteAll("out/old.txt");

        Stage(Item("bin", "out", "Purge=true", "VerifyExists=false")).Succeeded(staged: 0, skipped: 0);
        Stage(Item("bin", "out", "Purge=true")).Failed("COW1023");

        AssertHolds("out", "old.txt");
    }

    [TestMethod]
    public void NothingIsRemovedWhenAnythingFailed()
    {
        WriteAll("bin/a.txt", "out/old.txt", "taken/b.txt/in-the-way.txt", "more/b.txt");
        string[] inPlace = ["a.txt", "old.txt"];

        Stage(Item("bin", "out", "Purge=true"), Item("none", "out")).Failed("COW1023").WithMessage("nothing is removed");
        AssertHolds("out", inPlace);
        Stage(Item("bin", "out", "Purge=true"), Item("bin", "")).Failed("COW1020");
        AssertHolds("out", inPlace);
        Stage(Item("bin", "out", "Purge=true"), Item("more", "taken")).Failed("COW1027");
        AssertHolds("out", inPlace);
        MakeLink("bin/back", ".");
        Stage(Item("bin", "out", "Purge=true")).Failed("COW1025");
        AssertHolds("out", inPlace);
    }

    [TestMethod]
    public void WhatCannotBeRemovedIsAnErrorAndTheRestIsRemoved()
    {
        using VolumeUnderTest plain = VolumeUnderTest.Require("plain");
        WriteAll("bin/a.txt");
        string kept = Path.Combine(plain.Folder, "kept.txt");
        File.WriteAllText(kept, "kept");
        File.WriteAllText(Path.Combine(plain.Folder, "a-old.txt"), "old");
        File.WriteAllText(Path.Combine(plain.Folder, "z-old.txt"), "old");
        using (new Immutable(kept))
        {
            Stage(Item("bin", plain.Folder, "Purge=true"))
                .Failed("COW1030")
                .WithErrorOf("Item 'bin' ", $"'{kept}' cannot be removed")
                .WithCounts(staged: 1, skipped: 0);
        }

        AssertHolds(plain.Folder, "a.txt", "kept.txt");
    }

    [TestMethod]
    public void ForASingleFileItIsRefused()
    {
        WriteAll("bin/a.txt", "out/old.txt");

        Stage(Item("bin/a.txt", "out", "Purge=true"), Item("bin", "more"))
            .Failed("COW1029")
            .WithErrorOf("Purge applies to folders", PathOf("bin/a.txt"));

        AssertHolds("out", "old.txt");
        AssertHolds("more", "a.txt");
    }
}
