namespace CopyOnWrite.Artifacts.Tests;

/// <summary>Items whose files meet: duplicates, files onto themselves, several files with one destination.</summary>
[TestClass]
public sealed class OrderTests : StagingTest
{
    [TestMethod]
    [DataRow("bin/foo.txt", "AlwaysCopy=false")]
    [DataRow("bin/foo.txt", "AlwaysCopy=true")]
    [DataRow("bin", "AlwaysCopy=false")]
    public void ADozenItemsWithTheSameFileAreOneCopy(string others, string metadata)
    {
        WriteAll("bin/foo.txt");

        Stage([.. Enumerable.Range(0, 12).Select(i => Item(i < 6 ? "bin/foo.txt" : others, "out", metadata))]).Succeeded(staged: 1);

        AssertHolds("out", "foo.txt");
    }

    [TestMethod]
    [DataRow("bin/foo.txt", "bin")]
    [DataRow("bin", "bin")]
    [DataRow("bin/foo.txt", "./sub/../bin/")]
    [DataRow("./bin/../bin", "bin")]
    [DataRow("bin/foo.txt", "FULL")]
    [DataRow("bin", "FULL")]
    public void AFileOntoItselfIsSkipped(string include, string destination)
    {
        string path = Write("bin/foo.txt");

        Stage(Item(include, destination.Replace("FULL", PathOf("bin")), "AlwaysCopy=true")).Succeeded(staged: 0, skipped: 1);

        AssertHolds("bin", "foo.txt");
        Assert.AreEqual("content of bin/foo.txt", File.ReadAllText(path));
    }

    [TestMethod]
    public void AFileOntoItselfThroughALinkKeepsItsContent()
    {
        WriteAll("bin/foo.txt");
        MakeLink("same", "bin");

        Stage(Item("bin", "same", "AlwaysCopy=true"), Item("bin/foo.txt", "same"), Item("bin", "same", "OnlyNewer=true")).Succeeded();

        AssertHolds("bin", "foo.txt");
        Assert.AreEqual("content of bin/foo.txt", Read("bin/foo.txt"));
    }

    [TestMethod]
    [DataRow("one", "three", "two")]
    [DataRow("two", "one", "three")]
    public void OfSeveralFilesWithOneDestinationTheLastStays(string first, string second, string last)
    {
        WriteAll("one/foo.txt", "two/foo.txt", "three/foo.txt");

        Stage([.. new[] { first, second, last }.Select(source => Item($"{source}/foo.txt", "out", "AlwaysCopy=true"))]).Succeeded(
            staged: 3, skipped: 0);

        Assert.AreEqual($"content of {last}/foo.txt", Read("out/foo.txt"));
    }

    [TestMethod]
    public void OfMoreFilesThanOneThreadStagesTheLastStaysToo()
    {
        const int Count = 60;
        for (int i = 0; i < Count; i++)
        {
            // The later the smaller, so that by several threads an earlier one would be the last to be written.
            Write($"{i}/foo.txt", $"{i} " + new string('x', (Count - i) * 20_000));
        }

        Stage([.. Enumerable.Range(0, Count).Select(i => Item($"{i}/foo.txt", "out", "AlwaysCopy=true"))]).Succeeded(
            staged: Count, skipped: 0);

        Assert.StartsWith($"{Count - 1} ", Read("out/foo.txt"));
    }

    [TestMethod]
    public void ItemsOfFilesAndOfFoldersGoInOrder()
    {
        WriteAll("one/foo.txt", "second/foo.txt", "the last/foo.txt");

        Stage(Item("one", "out"), Item("second/foo.txt", "out"), Item("the last", "out")).Succeeded(staged: 3);
        Assert.AreEqual("content of the last/foo.txt", Read("out/foo.txt"));

        Stage(Item("one/foo.txt", "out"), Item("the last", "out"), Item("second/foo.txt", "out")).Succeeded(staged: 3);
        Assert.AreEqual("content of second/foo.txt", Read("out/foo.txt"));
    }

    [TestMethod]
    public void ItemsWithOneFolderAreNotStagedTogetherPastThoseBetween()
    {
        WriteAll("one/a.txt", "one/b.dll", "between/a.txt", "between/b.dll");

        Stage(Item("one", "out", "FileMatch=*.txt"), Item("between", "out"), Item("one", "out", "FileMatch=*.dll")).Succeeded(staged: 4);

        Assert.AreEqual("content of between/a.txt", Read("out/a.txt"));
        Assert.AreEqual("content of one/b.dll", Read("out/b.dll"));
    }

    [TestMethod]
    public void AFileThatIsReplacedLaterHasGoneOnBefore()
    {
        WriteAll("one/foo.txt", "second/foo.txt");

        Stage(Item("one/foo.txt", "a"), Item("a/foo.txt", "b"), Item("second/foo.txt", "a")).Succeeded(staged: 3, skipped: 0);

        Assert.AreEqual("content of second/foo.txt", Read("a/foo.txt"));
        Assert.AreEqual("content of one/foo.txt", Read("b/foo.txt"));
    }
}
