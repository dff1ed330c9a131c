namespace CopyOnWrite.Artifacts.Tests;

/// <summary>What one item stages is the source of the next.</summary>
[TestClass]
public sealed class ChainTests : StagingTest
{
    [TestMethod]
    [TestCategory("Slow")]
    [DataRow("*", 10)]
    [DataRow("*.txt", 10)]
    [DataRow("*", 100)]
    [DataRow("*.txt", 100)]
    [DataRow("*", 1000)]
    [DataRow("*.txt", 1000)]
    public void AFileGoesThroughAsManyFoldersAsItemsSay(string match, int length)
    {
        WriteAll("source/chain1.txt", "source/chain2.txt", "source/long.txt");
        WriteAll("there/there.txt", "there/other.ext", "there/sub/sub.txt", "there/sub/sub.excludeme");
        var items = new List<ProjectItem>
        {
            Item("source/chain1.txt", "d0"),
            Item("d0/chain1.txt", "d1"),
            Item("source/chain2.txt", "d0"),
            Item("d0/chain2.txt", "d1"),
            Item("d1/chain2.txt", "d2"),
            Item("source/chain1.txt", "there"),
            Item("there", "wild", $"FileMatch={match}", "FileExclude=*.excludeme"),
            Item("source/long.txt", "d0"),
        };
        items.AddRange(Enumerable.Range(1, length - 1).Select(i => Item(Numbered(i - 1) + "/long.txt", Numbered(i))));

        Stage([.. items]).Succeeded(staged: length + 9 + (match == "*" ? 1 : 0), skipped: 0);

        AssertHolds("d0", "chain1.txt", "chain2.txt", "long.txt");
        AssertHolds("d1", "chain1.txt", "chain2.txt", "long.txt");
        AssertHolds("d2", "chain2.txt", "long.txt");
        AssertHolds(
            "wild", [.. new[] { "chain1.txt", "there.txt", "sub/sub.txt" }, .. match == "*" ? ["other.ext"] : Array.Empty<string>()]);
        for (int i = 3; i < length; i++)
        {
            AssertHolds(Numbered(i), "long.txt");
            Assert.AreEqual("content of source/long.txt", Read(Numbered(i) + "/long.txt"));
            Assert.AreEqual(Time, File.GetLastWriteTimeUtc(PathOf(Numbered(i) + "/long.txt")), $"Time of the copy in folder {i}.");
        }

        Stage([.. items]).Succeeded(staged: 0);
    }

    [TestMethod]
    [DataRow("*", 21)]
    [DataRow("*.txt", 14)]
    public void FoldersGoOnWithWhatWasInThemAndWhatWasStagedThere(string match, int expected)
    {
        WriteAll("source/source1.txt", "source/source2.other", "source/source.excludeme.txt", "source/last.txt");
        WriteAll("first/first.txt", "first/first.other", "first/sub/sub.txt", "first/sub/sub.excludeme.txt");
        Directory.CreateDirectory(PathOf("third"));
        string matches = $"FileMatch={match}";
        const string Excludes = "FileExclude=*.excludeme.*";

        Stage(
            Item("source", "first", matches),
            Item("first", "second", matches, Excludes),
            Item("first", "third", matches, Excludes),
            Item("third", "fourth", matches, Excludes, "IsRecursive=false")).Succeeded(staged: expected, skipped: 0);

        string[] others = match == "*" ? ["first.other", "source2.other"] : [];
        string[] flat = ["source1.txt", "last.txt", "first.txt", .. others];
        AssertHolds(
            "first", ["source.excludeme.txt", "sub/sub.txt", "sub/sub.excludeme.txt", "first.other", .. flat.Except(["first.other"])]);
        AssertHolds("second", ["sub/sub.txt", .. flat]);
        AssertHolds("third", ["sub/sub.txt", .. flat]);
        AssertHolds("fourth", flat);
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
    public void TheFilesAfter(string before, string items, string result, string after, params string[] words) =>
        StageAndCompare(before, items, result, after, words);

    private static string Numbered(int i) => "d" + i.ToString(CultureInfo.InvariantCulture);
}
