namespace CopyOnWrite.Artifacts.Tests;

/// <summary>What one item stages is the source of the next.</summary>
[TestClass]
public sealed class ChainTests : StagingTest
{
    [TestMethod]
    [TestCategory("Slow")]
    [DataRow(10)]
    [DataRow(1000)]
    public void AFileGoesThroughAsManyFoldersAsItemsSay(int length)
    {
        WriteAll("d0/long.txt");
        ProjectItem[] items = [.. Enumerable.Range(1, length).Select(i => Item($"d{i - 1}/long.txt", $"d{i}"))];

        Stage(items).Succeeded(staged: length, skipped: 0);

        for (int i = 1; i <= length; i++)
        {
            AssertHolds($"d{i}", "long.txt");
            Assert.AreEqual("content of d0/long.txt", Read($"d{i}/long.txt"));
            Assert.AreEqual(Time, File.GetLastWriteTimeUtc(PathOf($"d{i}/long.txt")), $"Time of the copy in folder {i}.");
        }

        Stage(items).Succeeded(staged: 0);
    }

    [TestMethod]
    [DataRow(
        "source/a.txt | source/sub/b.txt", "source > first | first > second | second/sub > third | third/b.txt > fourth",
        "6 staged, 0 skipped", "first/a.txt | first/sub/b.txt | second/a.txt | second/sub/b.txt | third/b.txt | fourth/b.txt",
        DisplayName = "folders that are not there at the start are staged on")]
    [DataRow(
        "source/a.txt | source/b.txt", "source/a.txt > first | source/b.txt > first | first > second", "4 staged, 0 skipped",
        "first/a.txt | first/b.txt | second/a.txt | second/b.txt", DisplayName = "a folder that single files have made is staged on")]
    [DataRow(
        "source/a.txt", "first/a.txt > second | source/a.txt > first", "COW1023", "first/a.txt", "first/a.txt",
        DisplayName = "what a later item stages is not there yet")]
    [DataRow(
        "source/a.txt | source/b.other | first/c.txt | first/d.other | first/sub/e.txt | first/sub/f.excludeme.txt | third/",
        "source > first | first > second & FileExclude=*.excludeme.* | first > third & FileExclude=*.excludeme.* "
            + "| third > fourth & IsRecursive=false",
        "16 staged, 0 skipped",
        "first/a.txt | first/b.other | second/a.txt | second/b.other | second/c.txt | second/d.other | second/sub/e.txt | -third/ "
            + "| third/a.txt | third/b.other | third/c.txt | third/d.other | third/sub/e.txt "
            + "| fourth/a.txt | fourth/b.other | fourth/c.txt | fourth/d.other",
        DisplayName = "folders go on with what was in them and what was staged there")]
    [DataRow(
        "source/a.txt | source/b.other | first/c.txt | first/d.other",
        "source > first & FileMatch=*.txt | first > second & FileMatch=*.txt", "3 staged, 0 skipped",
        "first/a.txt | second/a.txt | second/c.txt", DisplayName = "and with what matches")]
    public void TheFilesAfter(string before, string items, string result, string after, params string[] words) =>
        StageAndCompare(before, items, result, after, words);
}
