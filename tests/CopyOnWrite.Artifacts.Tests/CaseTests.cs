namespace CopyOnWrite.Artifacts.Tests;

/// <summary>Names that differ in upper and lower case only, on a volume that tells them apart.</summary>
[TestClass]
[OSCondition(OperatingSystems.Linux)]
public sealed class CaseTests : StagingTest
{
    [TestMethod]
    [DataRow(
        "bin/Readme.txt | bin/README.txt | bin/Sub/a.txt | bin/sub/a.txt", "bin > out | bin/Readme.txt > one | bin/README.txt > one",
        "6 staged, 0 skipped",
        "out/Readme.txt | out/README.txt | out/Sub/a.txt | out/sub/a.txt = bin/sub/a.txt | one/Readme.txt | one/README.txt",
        DisplayName = "all are staged")]
    [DataRow("bin/a.txt", "bin > BIN", "1 staged, 0 skipped", "BIN/a.txt", DisplayName = "one folder is staged to the other")]
    [DataRow("bin/a.txt", "bin/a.txt > out;OUT", "2 staged, 0 skipped", "out/a.txt | OUT/a.txt", DisplayName = "one file to both")]
    public void TheFilesAfter(string before, string items, string result, string after) => StageAndCompare(before, items, result, after);
}
