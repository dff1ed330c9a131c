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
        "bin/sub/a.txt | bin/b.txt | real/own.txt | out/old.txt | out/sub -> ../real", "bin > out & Purge=true", "2 staged, 0 skipped",
        "-out/old.txt | real/a.txt | out/b.txt", DisplayName = "a folder that is a link is kept, with what is staged through it")]
    [DataRow(
        "bin/a.txt | real/old.txt | out -> real", "bin > out & Purge=true", "1 staged, 0 skipped", "-real/old.txt | real/a.txt",
        DisplayName = "a destination that is a link is purged where it leads")]
    [DataRow(
        "bin/a.txt | out/old.txt | out/sub/old.txt | out/empty/", "bin > out & Purge=true & IsRecursive=false", "1 staged, 0 skipped",
        "-out/old.txt | out/a.txt", DisplayName = "without recursion folders are kept")]
    [DataRow(
        "bin/a.txt | out/old.txt | out/", "bin > out & Purge=true & FileMatch=*.dll", "0 staged, 0 skipped", "-out/old.txt",
        DisplayName = "with nothing to stage all of it is removed")]
    [DataRow(
        "bin/a.txt", "bin > out & Purge=true & FileMatch=*.dll", "0 staged, 0 skipped", "",
        DisplayName = "with nothing to stage no destination is needed")]
    [DataRow(
        "bin/a.txt | out/.copyonwrite-cache/entry", "bin > out & Purge=true", "1 staged, 0 skipped", "out/a.txt",
        DisplayName = "the cache is kept")]
    [DataRow(
        "bin/a.exe | out/.cow-0-a.exe.old.user | out/.cow-9-a.exe.old.user", "bin > out & Purge=true", "1 staged, 0 skipped",
        "-out/.cow-9-a.exe.old.user | out/a.exe", DisplayName = "what a program still uses is kept")]
    [DataRow(
        "before/a.txt | bin/b.txt | after/c.txt | deep/d.txt | single.txt | out/old.txt | out/in/old.txt",
        "before > out | bin > out & Purge=true | after > out/sub | deep > out/in/most | single.txt > out/x;out", "6 staged, 0 skipped",
        "-out/old.txt | -out/in/old.txt | out/a.txt | out/b.txt | out/sub/c.txt | out/in/most/d.txt | out/x/single.txt | out/single.txt",
        DisplayName = "what other items of the call stage is kept, before and after")]
    [DataRow(
        "bin/a.txt | more/b.txt | single.txt | out/old.txt | same -> out",
        "bin > out & Purge=true | more > same | more > same/sub | single.txt > same", "4 staged, 0 skipped",
        "-out/old.txt | out/a.txt | out/b.txt | out/sub/b.txt | out/single.txt",
        DisplayName = "what another item stages under another name of the folder is kept")]
    [DataRow(
        "bin/a.txt | one/old.txt | two/old.txt | three/old.txt", "bin > one;two & Purge=true | bin > three", "3 staged, 0 skipped",
        "-one/old.txt | -two/old.txt | one/a.txt | two/a.txt | three/a.txt",
        DisplayName = "each destination of the item is purged, and no other")]
    [DataRow(
        "out/old.txt", "bin > out & Purge=true & VerifyExists=false", "0 staged, 0 skipped", "",
        DisplayName = "a source that need not be there removes nothing")]
    [DataRow("out/old.txt", "bin > out & Purge=true", "COW1023", "", DisplayName = "a source that is missing removes nothing")]
    [DataRow(
        "bin/a.txt | out/old.txt", "bin/a.txt > out & Purge=true | bin > more", "COW1029", "more/a.txt", "Purge applies to folders",
        "FULL/bin/a.txt", DisplayName = "for a single file it is refused")]
    public void TheFilesAfter(string before, string items, string result, string after, params string[] words) =>
        StageAndCompare(before, items, result, after, words);

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
    public void WindowsWayToDeleteAFolderEntersNoLink()
    {
        WriteAll("out/old/deep/c.txt", "elsewhere/d.txt", "elsewhere/more/e.txt");
        MakeLink("out/old/link", "../../elsewhere");
        MakeLink("out/old/deep/link.txt", "../../../elsewhere/d.txt");
        MakeLink("out/old/nowhere", "none");
        File.SetAttributes(PathOf("out/old/deep/c.txt"), FileAttributes.ReadOnly);

        Purge.DeleteReadOnly(new DirectoryInfo(PathOf("out/old")));

        AssertHolds("out");
        AssertHolds("elsewhere", "d.txt", "more/e.txt");
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
}
