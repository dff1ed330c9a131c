namespace CopyOnWrite.Artifacts.Tests;

/// <summary>What one item stages is the source of the next; destinations inside of sources; names that differ in case only.</summary>
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

    [TestMethod]
    [DataRow(
        "bin/a.txt | bin/sub/b.txt | link-to-out -> bin/out | bin/out/old.txt", "bin > bin/out | bin/a.txt > more",
        "COW1026, 3 staged, 0 skipped", "bin/out/a.txt | bin/out/sub/b.txt | more/a.txt", "Item 'bin' ", "is inside the staged folder")]
    [DataRow(
        "bin/a.txt | bin/sub/b.txt | link-to-out -> bin/out | bin/out/old.txt", "bin > link-to-out | bin/a.txt > more",
        "COW1026, 3 staged, 0 skipped", "bin/out/a.txt | bin/out/sub/b.txt | more/a.txt", "Item 'bin' ", "is inside the staged folder")]
    [DataRow(
        "bin/a.txt", "bin > bin-out;binary/bin", "2 staged, 0 skipped", "bin-out/a.txt | binary/bin/a.txt",
        DisplayName = "a name that only begins like the source's is fine")]
    [DataRow("out/bin/a.txt", "out/bin > out | out/bin > out", "1 staged, 1 skipped", "out/a.txt", DisplayName = "upwards is fine")]
    [DataRow("bin/a.txt", "bin > bin/out", "COW1026", "bin/out/a.txt", "FULL/bin/out", "is inside", DisplayName = "in the first build")]
    [DataRow("bin/a.txt", "bin > bin/deep/out", "COW1026", "bin/deep/out/a.txt", "FULL/bin/deep/out", DisplayName = "and deeper")]
    public void InsideOfWhatIsStagedIsAnError(string before, string items, string result, string after, params string[] words) =>
        StageAndCompare(before, items, result, after, words);

    [TestMethod]
    [DataRow("bin/out", "DirExclude=out")]
    [DataRow("bin/out", "IsRecursive=false")]
    [DataRow("bin/deep/out", "DirExclude=out")]
    [DataRow("bin/deep/out", "DirExclude=deep")]
    [DataRow("bin/deep/out", "DirExclude=deep/out")]
    [DataRow("bin/deep/out", "IsRecursive=false")]
    public void InsideIsFineWhenItIsNotGoneIntoWhetherItIsThereOrNot(string destination, string metadata)
    {
        WriteAll("bin/a.txt");
        foreach (bool isThere in new[] { false, true })
        {
            Stage(Item("bin", destination, metadata)).Succeeded(staged: isThere ? 0 : 1, skipped: isThere ? 1 : 0);
            AssertHolds(destination, ["a.txt", .. isThere ? ["old.txt"] : Array.Empty<string>()]);
            Write($"{destination}/old.txt");
        }
    }

    /// <summary>On a volume that tells them apart.</summary>
    [TestMethod]
    [OSCondition(OperatingSystems.Linux)]
    [DataRow(
        "bin/Readme.txt | bin/README.txt | bin/Sub/a.txt | bin/sub/a.txt", "bin > out | bin/Readme.txt > one | bin/README.txt > one",
        "6 staged, 0 skipped",
        "out/Readme.txt | out/README.txt | out/Sub/a.txt | out/sub/a.txt = bin/sub/a.txt | one/Readme.txt | one/README.txt",
        DisplayName = "all are staged")]
    [DataRow("bin/a.txt", "bin > BIN", "1 staged, 0 skipped", "BIN/a.txt", DisplayName = "one folder is staged to the other")]
    [DataRow("bin/a.txt", "bin/a.txt > out;OUT", "2 staged, 0 skipped", "out/a.txt | OUT/a.txt", DisplayName = "one file to both")]
    public void NamesThatDifferInCaseOnlyAreDifferent(string before, string items, string result, string after) =>
        StageAndCompare(before, items, result, after);
}
