namespace CopyOnWrite.Artifacts.Tests;

/// <summary>The place that an item is staged to: DestinationFolder, and the base of relative paths.</summary>
[TestClass]
public sealed class DestinationFolderTests : StagingTest
{
    [TestMethod]
    [DataRow(" out ")]
    [DataRow("\r\n      out\r\n    ")]
    [DataRow("out/")]
    [DataRow(";out;;")]
    [DataRow("out;out")]
    [DataRow("out; ./out/ ;sub/../out")]
    [DataRow(".\\out\\")]
    public void ItIsTrimmedAndCountsOnce(string destination) =>
        StageAndCompare("bin/a.txt", $"bin > {destination}", "1 staged, 0 skipped", "out/a.txt");

    [TestMethod]
    [DataRow("bin/a.txt", "bin >  one ;\n two/deep;FULL/three", "3 staged, 0 skipped", "one/a.txt | two/deep/a.txt | three/a.txt")]
    [DataRow("bin/a.txt", "bin/a.txt >  one ;\n two/deep;FULL/three", "3 staged, 0 skipped", "one/a.txt | two/deep/a.txt | three/a.txt")]
    [DataRow(
        "bin dir/größe [x], 50%.txt", "bin dir/ > out (für alle), 日本語 %20", "1 staged, 0 skipped",
        "out (für alle), 日本語 %20/größe [x], 50%.txt", DisplayName = "a name may have spaces, and whatever else names have")]
    [DataRow(
        "bin/a.txt", "\\bin > out | bin > out", "COW1020", "out/a.txt", "Item '\\bin' (DestinationFolder='out')",
        "its path '\\bin' begins with a single backslash", DisplayName = "a source that begins with a single backslash is an error")]
    [DataRow(
        "bin/a.txt | bin/sub/b.txt | real/sub/ | out -> real | linked/sub -> ../real/sub", "bin > out;linked", "",
        "-real/sub/ | real/a.txt | real/sub/b.txt | linked/a.txt", DisplayName = "a folder of the destination may be a link")]
    [DataRow(
        "bin/a.txt | bin/b.txt | out", "bin > out | bin > other", "COW1027, COW1027, 2 staged", "other/a.txt | other/b.txt", "bin/b.txt",
        DisplayName = "a file in the folder's place is an error for each file")]
    public void TheFilesAfter(string before, string items, string result, string after, params string[] words) =>
        StageAndCompare(before, items, result, after, words);

    [TestMethod]
    public void RelativePathsBeginAtTheProjectAndNotAtTheWorkingDirectory()
    {
        WriteAll("bin/a.txt");
        Assert.AreNotEqual(Folder, Directory.GetCurrentDirectory(), "The working directory is the project's.");

        Stage(Item("bin", "out"), Item("bin/a.txt", "../" + Path.GetFileName(Folder) + "/other")).Succeeded(staged: 2, skipped: 0);

        AssertHolds(string.Empty, "bin/a.txt", "out/a.txt", "other/a.txt");
        Assert.IsFalse(Directory.Exists("out"), $"Something was staged below {Directory.GetCurrentDirectory()}.");
    }

    [TestMethod]
    [DataRow("", "DestinationFolder metadata is required")]
    [DataRow(" ; ;\n", "DestinationFolder metadata is required")]
    [DataRow("\\out", "its DestinationFolder '\\out' begins with a single backslash")]
    [DataRow("fine;\\out", "its DestinationFolder '\\out' begins with a single backslash")]
    [DataRow("a\0b", "is not a valid path")]
    public void OneThatIsNoFolderIsAnErrorAndTheRestIsStaged(string destination, string words)
    {
        WriteAll("bin/a.txt", "bin/b.txt");

        Stage(Item("bin/a.txt", destination, "FileMatch=*.txt"), Item("bin/b.txt", "out"))
            .Failed("COW1020").WithErrorOf("Item 'bin/a.txt'", "FileMatch='*.txt'", words).WithCounts(staged: 1, skipped: 0);

        AssertHolds(string.Empty, "bin/a.txt", "bin/b.txt", "out/b.txt");
    }

    [TestMethod]
    public void AVeryLongPathIsAFileLikeAnyOther()
    {
        Tools.SkipUnless(!OperatingSystem.IsWindows(), "What is too long there depends on the machine.");
        string deep = string.Join('/', new string('d', 200), new string('e', 200), new string('f', 200));
        WriteAll($"bin/{deep}/a.txt");

        Stage(Item("bin", "out")).Succeeded(staged: 1, skipped: 0);

        AssertHolds("out", $"{deep}/a.txt");
    }

    [TestMethod]
    public void ANameThatIsTooLongIsAnErrorAndTheRestIsStaged()
    {
        WriteAll("bin/a.txt", "bin/b.txt");

        Stage(Item("bin", $"{new string('x', 300)};out")).Failed("COW1027", "COW1027").WithErrorOf("bin/a.txt", "xxxx");

        AssertHolds("out", "a.txt", "b.txt");
    }
}
