namespace CopyOnWrite.Artifacts.Tests;

/// <summary>The place that an item is staged to: DestinationFolder, and the base of relative paths.</summary>
[TestClass]
public sealed class DestinationFolderTests : StagingTest
{
    [TestMethod]
    [DataRow(" out ")]
    [DataRow("\r\n      out\r\n    ")]
    [DataRow("out/")]
    [DataRow("out//")]
    [DataRow(";out;;")]
    [DataRow("out;out")]
    [DataRow("out; ./out/ ;sub/../out")]
    [DataRow(".\\out\\")]
    public void ItIsTrimmedAndCountsOnce(string destination)
    {
        WriteAll("bin/a.txt");

        Stage(Item("bin", destination)).Succeeded(staged: 1, skipped: 0);

        AssertHolds(string.Empty, "bin/a.txt", "out/a.txt");
    }

    [TestMethod]
    [DataRow("bin")]
    [DataRow("bin/a.txt")]
    public void SeveralStandApartBySemicolons(string include)
    {
        WriteAll("bin/a.txt");

        Stage(Item(include, $" one ;\n two/deep;{PathOf("three")}")).Succeeded(staged: 3, skipped: 0);

        AssertHolds(string.Empty, "bin/a.txt", "one/a.txt", "two/deep/a.txt", "three/a.txt");
    }

    [TestMethod]
    public void ANameMayHaveSpacesAndWhatElseNamesHave()
    {
        WriteAll("bin dir/größe [x], 50%.txt");

        Stage(Item("bin dir/", "out (für alle), 日本語 %20")).Succeeded(staged: 1, skipped: 0);

        AssertHolds("out (für alle), 日本語 %20", "größe [x], 50%.txt");
    }

    [TestMethod]
    public void RelativePathsBeginAtTheProjectAndNotAtTheWorkingDirectory()
    {
        WriteAll("bin/a.txt");
        Assert.AreNotEqual(Folder, Directory.GetCurrentDirectory(), "The working directory is the project's.");

        Stage(
            task => task.Manifest = "lists/manifest.json",
            Item("bin", "out"),
            Item("bin/a.txt", "../" + Path.GetFileName(Folder) + "/other")).Succeeded(
            staged: 2, skipped: 0);

        AssertHolds(string.Empty, "bin/a.txt", "out/a.txt", "other/a.txt", "lists/manifest.json");
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
    public void ASourceThatBeginsWithASingleBackslashIsAnError()
    {
        WriteAll("bin/a.txt");

        Stage(Item("\\bin", "out"), Item("bin", "out"))
            .Failed("COW1020")
            .WithErrorOf("Item '\\bin' (DestinationFolder='out')", "its path '\\bin' begins with a single backslash");

        AssertHolds("out", "a.txt");
    }

    [TestMethod]
    public void AFileInTheFoldersPlaceIsAnErrorForEachFile()
    {
        WriteAll("bin/a.txt", "bin/b.txt", "out");

        Stage(Item("bin", "out"), Item("bin", "other")).Failed("COW1027", "COW1027").WithErrorOf("bin/a.txt").WithErrorOf("bin/b.txt");

        AssertHolds("other", "a.txt", "b.txt");
        Assert.AreEqual("content of out", Read("out"));
    }

    [TestMethod]
    public void AFolderOfTheDestinationMayBeALink()
    {
        WriteAll("bin/a.txt", "bin/sub/b.txt");
        Directory.CreateDirectory(PathOf("real/sub"));
        MakeLink("out", "real");
        MakeLink("linked/sub", "../real/sub");

        Stage(Item("bin", "out;linked")).Succeeded();

        AssertHolds("real", "a.txt", "sub/b.txt");
        AssertHolds("linked", "a.txt", "sub -> ../real/sub");
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
