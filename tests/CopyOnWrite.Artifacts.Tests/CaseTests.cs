namespace CopyOnWrite.Artifacts.Tests;

/// <summary>Names that differ in upper and lower case only, on a volume that tells them apart.</summary>
[TestClass]
[OSCondition(OperatingSystems.Linux)]
public sealed class CaseTests : StagingTest
{
    private static readonly string[] s_files = ["bin/Readme.txt", "bin/README.txt", "bin/Sub/a.txt", "bin/sub/a.txt", "bin/sub/b.txt"];

    [TestMethod]
    public void AllAreStaged()
    {
        WriteAll(s_files);

        Stage(Item("bin", "out")).Succeeded(staged: 5, skipped: 0);
        Stage(Item("bin", "out"), Item("bin/Readme.txt", "single"), Item("bin/README.txt", "single")).Succeeded(staged: 2, skipped: 5);

        AssertHolds("out", [.. s_files.Select(file => file["bin/".Length..])]);
        AssertHolds("single", "Readme.txt", "README.txt");
        Assert.IsTrue(s_files.All(file => Read(file.Replace("bin/", "out/")) == $"content of {file}"), "A file has another's content.");
    }

    [TestMethod]
    public void OneFolderIsStagedToTheOther()
    {
        Write("bin/a.txt");

        Stage(Item("bin", "BIN")).Succeeded(staged: 1, skipped: 0);

        AssertHolds("BIN", "a.txt");
    }

    [TestMethod]
    public void OneFileIsStagedToSeveralSuchFolders()
    {
        Write("bin/a.txt");

        Stage(Item("bin/a.txt", "out;OUT")).Succeeded(staged: 2, skipped: 0);

        AssertHolds("OUT", "a.txt");
    }
}
