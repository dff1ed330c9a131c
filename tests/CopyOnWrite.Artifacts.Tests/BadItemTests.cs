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
    [DataRow("IsRecursive", "no")]
    [DataRow("IsRecursive", "off")]
    [DataRow("IsRecursive", " false")]
    [DataRow("VerifyExists", "0")]
    [DataRow("AlwaysCopy", "yes")]
    [DataRow("OnlyNewer", "on")]
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
    [DataRow("IsRecursive=false", "a.txt")]
    [DataRow("IsRecursive=FALSE", "a.txt")]
    [DataRow("IsRecursive=true", "a.txt sub/b.txt")]
    [DataRow("IsRecursive=True", "a.txt sub/b.txt")]
    [DataRow("IsRecursive=", "a.txt sub/b.txt")]
    [DataRow("IsRecursive=  ", "a.txt sub/b.txt")]
    public void TrueAndFalseInAnyCaseAndNothingForTheDefault(string metadata, string expected)
    {
        WriteAll("bin/a.txt", "bin/sub/b.txt");

        Stage(Item("bin", "out", metadata)).Succeeded();

        AssertHolds("out", expected.Split(' '));
    }

    [TestMethod]
    public void OtherMetadataHasNoEffect()
    {
        WriteAll("bin/a.txt", "out/old.txt");

        Stage(Item("bin", "out", "Purge=true", "Mirror=perhaps")).Succeeded(staged: 1, skipped: 0);

        AssertHolds("out", "a.txt", "old.txt");
    }

    [TestMethod]
    [DataRow("FileMatch")]
    [DataRow("FileExclude")]
    [DataRow("DirExclude")]
    public void AQuoteThatIsNotClosed(string metadata)
    {
        WriteAll("bin/a.txt", "more/b.txt");

        Stage(Item("bin", "out", $"{metadata}=\"read me.txt *.dll"), Item("more", "out"))
            .Failed("COW1022")
            .WithErrorOf("Item 'bin' (DestinationFolder='out'", $"its {metadata} has an unclosed quote: \"read me.txt *.dll")
            .WithCounts(staged: 1, skipped: 0);

        AssertHolds("out", "b.txt");
    }

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
    public void TheFilesAfter(string before, string items, string result, string after, params string[] words) =>
        StageAndCompare(before, items, result, after, words);

    [TestMethod]
    public void BracesInNamesAreNoPlacesOfAFormat()
    {
        WriteAll("bin/{0}.txt", "bin/a.txt");

        Stage(Item("{1}", "{2}"), Item("bin", "out {3}"))
            .Failed("COW1023")
            .WithErrorOf("Item '{1}' (DestinationFolder='{2}')")
            .WithMessage("{0}.txt");

        AssertHolds("out {3}", "a.txt", "{0}.txt");
    }

    [TestMethod]
    public void ASwitchOfTheRepositoryThatIsNeitherStagesNothing()
    {
        WriteAll("bin/a.txt");

        Stage(task => task.DisableCopyOnWrite = "maybe", Item("bin", "out")).Failed("COW1001").WithErrorOf("DisableCopyOnWrite is 'maybe'");

        AssertHolds("out");
    }

    /// <summary>The same values as in the targets' conditions that turn the Copy task off.</summary>
    [TestMethod]
    [DataRow("on")]
    [DataRow("Yes")]
    [DataRow("off")]
    [DataRow("no")]
    public void MSBuildsOtherWordsForTrueAndFalseAreAccepted(string value)
    {
        WriteAll("bin/a.txt");

        Stage(task => task.DisableCopyOnWrite = value, Item("bin", "out")).Succeeded(staged: 1, skipped: 0);

        AssertHolds("out", "a.txt");
    }
}
