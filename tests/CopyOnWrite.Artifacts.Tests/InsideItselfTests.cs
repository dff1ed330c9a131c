namespace CopyOnWrite.Artifacts.Tests;

/// <summary>Destinations inside of what is staged to them.</summary>
[TestClass]
public sealed class InsideItselfTests : StagingTest
{
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
    public void TheFilesAfter(string before, string items, string result, string after, params string[] words) =>
        StageAndCompare(before, items, result, after, words);

    [TestMethod]
    [DataRow("bin/out", "DirExclude=out")]
    [DataRow("bin/out", "IsRecursive=false")]
    [DataRow("bin/deep/out", "DirExclude=out")]
    [DataRow("bin/deep/out", "DirExclude=deep")]
    [DataRow("bin/deep/out", "DirExclude=deep/out")]
    [DataRow("bin/deep/out", "IsRecursive=false")]
    public void IsFineWhenItIsNotGoneIntoWhetherItIsThereOrNot(string destination, string metadata)
    {
        WriteAll("bin/a.txt");
        foreach (bool isThere in new[] { false, true })
        {
            Stage(Item("bin", destination, metadata)).Succeeded(staged: isThere ? 0 : 1, skipped: isThere ? 1 : 0);
            AssertHolds(destination, ["a.txt", .. isThere ? ["old.txt"] : Array.Empty<string>()]);
            Write($"{destination}/old.txt");
        }
    }
}
