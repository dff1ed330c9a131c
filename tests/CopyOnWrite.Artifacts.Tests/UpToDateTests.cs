namespace CopyOnWrite.Artifacts.Tests;

/// <summary>Which files are there already: by length and time, OnlyNewer, AlwaysCopy.</summary>
[TestClass]
public sealed class UpToDateTests : StagingTest
{
    [TestMethod]
    [DataRow("AlwaysCopy=false", "same length", 0, false)]
    [DataRow("AlwaysCopy=false", "another length", 0, true)]
    [DataRow("AlwaysCopy=false", "same length", 1, true)]
    [DataRow("AlwaysCopy=false", "same length", -1, true)]
    [DataRow("AlwaysCopy=false", "another length", -1, true)]
    [DataRow("OnlyNewer=true", "same length", 0, false)]
    [DataRow("OnlyNewer=true", "another length", 0, true)]
    [DataRow("OnlyNewer=true", "same length", 1, false)]
    [DataRow("OnlyNewer=true", "another length", 1, false)]
    [DataRow("OnlyNewer=true", "same length", -1, true)]
    [DataRow("OnlyNewer=true", "another length", -1, true)]
    [DataRow("AlwaysCopy=true", "same length", 0, true)]
    [DataRow("AlwaysCopy=true", "another length", 1, true)]
    public void AFileIsThereByItsLengthAndTime(string metadata, string there, int ticksLater, bool staged)
    {
        foreach (string include in new[] { "bin", "bin/a.txt" })
        {
            Write("bin/a.txt", "SAME LENGTH");
            Write("out/a.txt", there, Time.AddTicks(ticksLater * 10));

            Stage(Item(include, "out", metadata)).Succeeded(staged: staged ? 1 : 0, skipped: staged ? 0 : 1);

            Assert.AreEqual(staged ? "SAME LENGTH" : there, Read("out/a.txt"), include);
        }
    }

    [TestMethod]
    [OSCondition(OperatingSystems.Linux)]
    [DataRow("OnlyNewer=true")]
    [DataRow("OnlyNewer=false")]
    public void APipeInAFilesPlaceIsReplacedAndNotWrittenTo(string metadata)
    {
        Write("bin/a.txt");
        Directory.CreateDirectory(PathOf("out"));
        _ = Command.OutputOf("mkfifo", PathOf("out/a.txt"));

        Stage(Item("bin", "out", metadata)).Succeeded(staged: 1);

        Assert.IsTrue(FileStatus.Of(PathOf("out/a.txt")).IsRegularFile, "It is a pipe still.");
        Assert.AreEqual("content of bin/a.txt", Read("out/a.txt"));
    }

    [TestMethod]
    public void NothingIsTouchedWhenAllIsThere()
    {
        WriteAll("bin/a.txt", "bin/sub/b.txt");
        Stage(Item("bin", "out"), Item("bin/a.txt", "single")).Succeeded(staged: 3, skipped: 0);
        string[] paths = ["out/a.txt", "out/sub/b.txt", "single/a.txt"];
        FileStatus[] before = Array.ConvertAll(paths, path => FileStatus.Of(PathOf(path)));

        Stage(Item("bin", "out"), Item("bin/a.txt", "single")).Succeeded(staged: 0, skipped: 3);

        CollectionAssert.AreEqual(before, Array.ConvertAll(paths, path => FileStatus.Of(PathOf(path))));
    }

    [TestMethod]
    [DataRow(
        "bin/a.txt | bin/.cow-0123456789abcdef.user | bin/.cow-0123456789abcdef-2.user | bin/.cow-0-a.exe.old.user | bin/.cow-mine.user | "
        + "bin/.cow-0123456789abcdef-12-fedcba9876543210.user | bin/.cow-0123456789abcdefmine.user | "
        + "bin/.cow-0123456789abcdef-mine.user | bin/.cow-0123456789abcdez.user", "bin > out", "5 staged, 0 skipped",
        "out/a.txt | out/.cow-mine.user | out/.cow-0123456789abcdefmine.user | out/.cow-0123456789abcdef-mine.user | "
        + "out/.cow-0123456789abcdez.user", DisplayName = "temporary files are not staged")]
    [DataRow(
        "bin/a.txt | out/a.txt/", "bin > out & OnlyNewer=true", "COW1027", "",
        DisplayName = "with OnlyNewer a folder is not taken for a newer file")]
    [DataRow(
        "bin/a.txt", "bin > out;deep/out & OnlyNewer=true | bin/a.txt > third & OnlyNewer=true", "3 staged, 0 skipped",
        "out/a.txt | deep/out/a.txt | third/a.txt", DisplayName = "with OnlyNewer a file that is not there is staged with its time")]
    public void TheFilesAfter(string before, string items, string result, string after) => StageAndCompare(before, items, result, after);
}
