namespace CopyOnWrite.Artifacts.Tests;

/// <summary>Items that cannot be understood, or name what is not there: an error that says which, and the rest is staged.</summary>
[TestClass]
public sealed class BadItemTests : StagingTest
{
    [TestMethod]
    [DataRow("IsRecursive", "maybe")]
    [DataRow("VerifyExists", "2")]
    [DataRow("AlwaysCopy", "truefalse")]
    [DataRow("OnlyNewer", "!true")]
    [DataRow("IsRecursive", " false")]
    [DataRow("AlwaysCopy", "yes")]
    public void ABooleanThatIsNeitherTrueNorFalse(string metadata, string value)
    {
        WriteAll("bin/a.txt", "bin/b.txt");

        Stage(Item("bin/a.txt", "out", $"{metadata}={value}", "FileMatch=*.txt"), Item("bin/b.txt", "out"))
            .Failed("COW1021")
            .WithErrorOf(
                "Item 'bin/a.txt' (DestinationFolder='out', FileMatch='*.txt'", $"{metadata}='{value}'", $"its {metadata} is '{value}'")
            .WithCounts(staged: 1, skipped: 0);

        AssertHolds("out", "b.txt");
    }

    [TestMethod]
    [DataRow("IsRecursive=false", "out/a.txt")]
    [DataRow("IsRecursive=FALSE", "out/a.txt")]
    [DataRow("IsRecursive=true", "out/a.txt | out/sub/b.txt")]
    [DataRow("IsRecursive=True", "out/a.txt | out/sub/b.txt")]
    [DataRow("IsRecursive=", "out/a.txt | out/sub/b.txt")]
    [DataRow("IsRecursive=  ", "out/a.txt | out/sub/b.txt")]
    public void TrueAndFalseInAnyCaseAndNothingForTheDefault(string metadata, string expected) =>
        StageAndCompare("bin/a.txt | bin/sub/b.txt", $"bin > out & {metadata}", "0 skipped", expected);

    [TestMethod]
    [DataRow(
        "bin/a.txt", "bin/none.txt > out | bin/a.txt > out", "COW1023, 1 staged, 0 skipped", "out/a.txt",
        "Item 'bin/none.txt' (DestinationFolder='out')", "does not exist", "VerifyExists")]
    [DataRow(
        "bin/a.txt", "none > out | bin/a.txt > out", "COW1023, 1 staged, 0 skipped", "out/a.txt", "Item 'none' (DestinationFolder='out')",
        "does not exist", "VerifyExists")]
    [DataRow(
        "bin/a.txt", "none/ > out | bin/a.txt > out", "COW1023, 1 staged, 0 skipped", "out/a.txt", "Item 'none/' (DestinationFolder='out')",
        "does not exist", "VerifyExists")]
    [DataRow(
        "bin/a.txt", "bin/a.txt/deeper > out | bin/a.txt > out", "COW1023, 1 staged, 0 skipped", "out/a.txt",
        "Item 'bin/a.txt/deeper' (DestinationFolder='out')", "does not exist", "VerifyExists")]
    [DataRow("bin/a.txt", "bin/none.txt > out & VerifyExists=false | bin/a.txt > out", "1 staged, 0 skipped", "out/a.txt")]
    [DataRow("bin/a.txt", "none > out & VerifyExists=false | bin/a.txt > out", "1 staged, 0 skipped", "out/a.txt")]
    [DataRow(
        "bin/a.txt", "bin >  & IsRecursive=maybe | bin > out & IsRecursive=maybe & OnlyNewer=no & FileMatch=\" | none > out | bin > out",
        "COW1020, COW1021, COW1021, COW1022, COW1023, 1 staged, 0 skipped", "out/a.txt",
        DisplayName = "each bad item and each bad metadata is an error")]
    [DataRow(
        "bin/a.txt | more/b.txt", "bin > out & FileMatch=\"read me.txt *.dll | more > out", "COW1022, 1 staged, 0 skipped", "out/b.txt",
        "Item 'bin' (DestinationFolder='out'", "its FileMatch has an unclosed quote: \"read me.txt *.dll")]
    [DataRow("bin/a.txt | more/b.txt", "bin > out & FileExclude=\"a | more > out", "COW1022", "out/b.txt", "its FileExclude has")]
    [DataRow("bin/a.txt | more/b.txt", "bin > out & DirExclude=\"a | more > out", "COW1022", "out/b.txt", "its DirExclude has an unclosed")]
    [DataRow("bin/a.txt | out/old.txt", "bin > out & Purge=true & Mirror=perhaps", "1 staged", "out/a.txt", DisplayName = "other metadata")]
    [DataRow(
        "bin/{0}.txt", "{1} > {2} | bin > out {3}", "COW1023", "out {3}/{0}.txt", "Item '{1}' (DestinationFolder='{2}')",
        DisplayName = "braces in names are no places of a format")]
    public void TheFilesAfter(string before, string items, string result, string after, params string[] words) =>
        StageAndCompare(before, items, result, after, words);

    [TestMethod]
    public void ASwitchOfTheRepositoryThatIsNeitherStagesNothing()
    {
        WriteAll("bin/a.txt");

        Stage(task => task.DisableCopyOnWrite = "maybe", Item("bin", "out")).Failed("COW1001").WithErrorOf("DisableCopyOnWrite is 'maybe'");

        AssertHolds("out");
    }
}
