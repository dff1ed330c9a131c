namespace CopyOnWrite.Artifacts.Tests;

/// <summary>Which files of a folder are staged: FileMatch, FileExclude, IsRecursive.</summary>
[TestClass]
public sealed class FileMatchTests : StagingTest
{
    private static readonly string[] s_thirteen =
    [
        "foo.txt", "foo.exe", "foo.exe.config", "foo.dll", "foo.pdb", "foo.xml", "foo.cs", "foo.ini", "bar.dll", "bar.pdb", "bar.xml",
        "bar.cs", "baz/baz.dll",
    ];

    [TestMethod]
    public void WithoutRecursionOnlyTheFoldersOwnFilesAreStaged()
    {
        WriteAll(
            "bin/foo.txt", "bin/foo.ini", "bin/bar.txt", "bin/bar/bar.pdb", "bin/bar/bar.txt", "bin/bar.cs", "bin/baz/baz.dll",
            "bin/baz/baz.txt");

        Stage(Item("bin", "out", "FileMatch=*txt", "IsRecursive=false")).Succeeded(staged: 2, skipped: 0);

        AssertHolds("out", "bar.txt", "foo.txt");
    }

    [TestMethod]
    public void ARecursiveItemStagesWhatMatchesInItsFolders()
    {
        WriteAll([.. s_thirteen.Select(file => $"bin/{file}")]);

        Stage(Item("bin", "out", "FileMatch=*exe *dll *exe.config")).Succeeded(staged: 5, skipped: 0);

        AssertHolds("out", "bar.dll", "foo.dll", "foo.exe", "foo.exe.config", "baz/baz.dll");
    }

    [TestMethod]
    public void WithoutFileMatchAllFilesAreStagedWithTheirContentAndTime()
    {
        WriteAll([.. s_thirteen.Select(file => $"bin/{file}")]);

        Stage(Item("bin", "out")).Succeeded(staged: 13, skipped: 0);

        AssertHolds("out", s_thirteen);
        foreach (string file in s_thirteen)
        {
            Assert.AreEqual(Read($"bin/{file}"), Read($"out/{file}"), file);
            Assert.AreEqual(Time, File.GetLastWriteTimeUtc(PathOf($"out/{file}")), file);
        }
    }

    [TestMethod]
    public void ASingleNameIsThatFile()
    {
        WriteAll([.. s_thirteen.Select(file => $"bin/{file}")]);

        Stage(Item("bin", "out", "FileMatch=foo.pdb")).Succeeded(staged: 1, skipped: 0);

        AssertHolds("out", "foo.pdb");
    }

    [TestMethod]
    public void ASingleNameIsThatFileInEveryFolder()
    {
        WriteAll([.. s_thirteen.Select(file => $"bin/{file}"), "bin/foo/foo/foo/foo.pdb"]);

        Stage(Item("bin", "out", "FileMatch=foo.pdb")).Succeeded(staged: 2, skipped: 0);

        AssertHolds("out", "foo.pdb", "foo/foo/foo/foo.pdb");
    }

    [TestMethod]
    public void EachNameCounts()
    {
        WriteAll("bin/a.dll", "bin/b.txt", "bin/sub/c.txt");

        Stage(Item("bin", "out", "FileMatch=* a.dll")).Succeeded(staged: 3, skipped: 0);

        AssertHolds("out", "a.dll", "b.txt", "sub/c.txt");
    }

    [TestMethod]
    [DataRow(" ")]
    [DataRow("\t")]
    [DataRow("\n")]
    [DataRow("\r\n    ")]
    [DataRow(";")]
    [DataRow(",")]
    [DataRow(" ; , ")]
    public void NamesStandApartByEachSeparator(string separator)
    {
        WriteAll("bin/a.dll", "bin/b.txt", "bin/c.pdb");

        Stage(Item("bin", "out", $"FileMatch={separator}a.dll{separator}*.txt{separator}")).Succeeded(staged: 2, skipped: 0);

        AssertHolds("out", "a.dll", "b.txt");
    }

    [TestMethod]
    public void FileExcludeIsStrongerThanFileMatch()
    {
        WriteAll("bin/a.dll", "bin/b.dll", "bin/sub/b.dll", "bin/a.test.dll");

        Stage(Item("bin", "out", "FileMatch=*.dll", "FileExclude=b.dll *.test.*")).Succeeded(staged: 1, skipped: 0);

        AssertHolds("out", "a.dll");
    }

    [TestMethod]
    [DataRow("sub/a.txt", "sub/a.txt")]
    [DataRow("sub\\a.txt", "sub/a.txt")]
    [DataRow("deep/sub/a.txt", "deep/sub/a.txt")]
    [DataRow("sub/*", "sub/a.txt sub/b.txt")]
    [DataRow("*/a.txt", "sub/a.txt deep/sub/a.txt")]
    [DataRow("*sub/a.txt", "sub/a.txt deep/sub/a.txt")]
    public void ANameWithASeparatorIsAPathFromTheItemsFolderOn(string match, string expected)
    {
        WriteAll("bin/a.txt", "bin/sub/a.txt", "bin/sub/b.txt", "bin/deep/sub/a.txt");

        Stage(Item("bin", "out", $"FileMatch={match}")).Succeeded();

        AssertHolds("out", expected.Split(' '));
    }

    [TestMethod]
    public void AFullPathIsThatFile()
    {
        WriteAll("bin/a.txt", "bin/sub/a.txt");

        Stage(Item("bin", "out", $"FileMatch=\"{PathOf("bin/sub/a.txt")}\"")).Succeeded(staged: 1, skipped: 0);
        Stage(Item("bin", "rest", $"FileExclude=\"{PathOf("bin/sub/a.txt")}\"")).Succeeded(staged: 1, skipped: 0);

        AssertHolds("out", "sub/a.txt");
        AssertHolds("rest", "a.txt");
    }

    [TestMethod]
    [DataRow("\"read me.txt\"", "read me.txt")]
    [DataRow("\"read me.txt\" a.dll", "read me.txt|a.dll")]
    [DataRow("\"a;b.txt\" \"c,d.txt\"", "a;b.txt|c,d.txt")]
    [DataRow("\"read *\"", "read me.txt")]
    [DataRow("[x].txt", "[x].txt")]
    [DataRow("[a-z].*", "")]
    [DataRow("größe*", "größe.txt")]
    [DataRow("*日本*", "日本語.txt")]
    [DataRow("50%.txt", "50%.txt")]
    public void OddNamesAreTakenAsTheyStand(string match, string expected)
    {
        WriteAll(
            "bin/read me.txt", "bin/a.dll", "bin/a;b.txt", "bin/c,d.txt", "bin/[x].txt", "bin/x.txt", "bin/größe.txt", "bin/日本語.txt",
            "bin/50%.txt");

        Stage(Item("bin", "out", $"FileMatch={match}")).Succeeded();

        AssertHolds("out", expected.Split('|', StringSplitOptions.RemoveEmptyEntries));
    }

    [TestMethod]
    public void CaseCounts()
    {
        Tools.SkipUnless(!OperatingSystem.IsWindows(), "On Windows it does not.");
        WriteAll("bin/a.DLL", "bin/b.dll");

        Stage(Item("bin", "out", "FileMatch=*.dll")).Succeeded(staged: 1, skipped: 0);

        AssertHolds("out", "b.dll");
    }

    [TestMethod]
    public void FoldersWithNothingToStageAreNotMade()
    {
        WriteAll("bin/a.dll", "bin/docs/a.md");
        Directory.CreateDirectory(PathOf("bin/empty"));

        Stage(Item("bin", "out", "FileMatch=*.dll")).Succeeded(staged: 1, skipped: 0);

        AssertHolds("out", "a.dll");
    }

    [TestMethod]
    public void WhatNothingMatchesIsNoError()
    {
        WriteAll("bin/a.dll");

        Stage(Item("bin", "out", "FileMatch=*.exe")).Succeeded(staged: 0, skipped: 0);

        AssertHolds("out");
    }

    [TestMethod]
    public void ForASingleFileTheNamesDoNotCount()
    {
        WriteAll("bin/a.dll");

        Stage(Item("bin/a.dll", "out", "FileMatch=*.exe", "FileExclude=*", "DirExclude=*")).Succeeded(staged: 1, skipped: 0);

        AssertHolds("out", "a.dll");
    }

    [TestMethod]
    [TestCategory("Slow")]
    public void ManyFilesInManyFoldersAllComeOverByAllThreads()
    {
        string[] files = [.. Enumerable.Range(0, 1500).Select(i => $"{i % 40}/{i}.dll")];
        WriteAll([.. files.Select(file => $"bin/{file}")]);

        Stage(Item("bin", "out")).Succeeded(staged: 1500, skipped: 0);

        AssertHolds("out", files);
        Assert.IsTrue(files.All(file => Read($"out/{file}") == $"content of bin/{file}"), "A file has another's content.");
        Stage(Item("bin", "out")).Succeeded(staged: 0, skipped: 1500);
    }
}
