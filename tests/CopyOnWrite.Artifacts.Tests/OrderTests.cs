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
    [DataRow("bin/foo.txt", "bin/foo.txt > bin & AlwaysCopy=true", "0 staged, 1 skipped", "")]
    [DataRow("bin/foo.txt", "bin > bin & AlwaysCopy=true", "0 staged, 1 skipped", "")]
    [DataRow("bin/foo.txt", "bin/foo.txt > ./sub/../bin/ & AlwaysCopy=true", "0 staged, 1 skipped", "")]
    [DataRow("bin/foo.txt", "bin/foo.txt > FULL/bin & AlwaysCopy=true", "0 staged, 1 skipped", "")]
    [DataRow(
        "bin/foo.txt | same -> bin", "bin > same & AlwaysCopy=true | bin/foo.txt > same | bin > same & OnlyNewer=true", "", "",
        DisplayName = "a file onto itself through a link")]
    [DataRow(
        "one/foo.txt | two/foo.txt | three/foo.txt",
        "one/foo.txt > out & AlwaysCopy=true | three/foo.txt > out & AlwaysCopy=true | two/foo.txt > out & AlwaysCopy=true",
        "3 staged, 0 skipped", "out/foo.txt = two/foo.txt", DisplayName = "of several files with one destination the last stays")]
    [DataRow(
        "one/foo.txt | two/foo.txt | three/foo.txt",
        "two/foo.txt > out & AlwaysCopy=true | one/foo.txt > out & AlwaysCopy=true | three/foo.txt > out & AlwaysCopy=true",
        "3 staged, 0 skipped", "out/foo.txt = three/foo.txt", DisplayName = "in any order")]
    [DataRow(
        "one/foo.txt | second/foo.txt | the last/foo.txt", "one > out | second/foo.txt > out | the last > out", "3 staged",
        "out/foo.txt = the last/foo.txt", DisplayName = "items of files and of folders, a folder last")]
    [DataRow(
        "one/foo.txt | second/foo.txt | the last/foo.txt", "one/foo.txt > out | the last > out | second/foo.txt > out", "3 staged",
        "out/foo.txt = second/foo.txt", DisplayName = "items of files and of folders, a file last")]
    [DataRow(
        "one/a.txt | one/b.dll | between/a.txt | between/b.dll",
        "one > out & FileMatch=*.txt | between > out | one > out & FileMatch=*.dll", "4 staged",
        "out/a.txt = between/a.txt | out/b.dll = one/b.dll",
        DisplayName = "items of one folder are not staged together past the one between")]
    [DataRow(
        "one/foo.txt | second/foo.txt", "one/foo.txt > a | a/foo.txt > b | second/foo.txt > a", "3 staged, 0 skipped",
        "a/foo.txt = second/foo.txt | b/foo.txt = one/foo.txt", DisplayName = "a file that is replaced later was staged on before")]
    public void TheFilesAfter(string before, string items, string result, string after) => StageAndCompare(before, items, result, after);

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
    [DataRow("new/N > middle", "alias/N > out", "out/N = new", DisplayName = "a source over a link to its folder")]
    [DataRow("new/N > middle", "to-N > out", "out/to-N = new", DisplayName = "a source that is a link")]
    [DataRow("new/N > middle", "late/N > alias", "middle/N = late", DisplayName = "a destination over a link to its folder")]
    [DataRow("new/N > middle/a/b", "late/N > alias/a/b", "middle/a/b/N = late", DisplayName = "below it, in missing folders")]
    [DataRow("new/N > missing", "late/N > to-missing", "missing/N = late", DisplayName = "over a link to a missing folder")]
    [DataRow("new/N > middle", "alias/N > out", "out/N = new", true, DisplayName = "where numbers say nothing of folders")]
    public void ItemsAreInOrderUnderWhateverNames(string first, string second, string staged, bool onFuse = false)
    {
        const int Count = 40;
        using FusePlace? place = onFuse ? new FusePlace("inonew") : null;
        WriteAll(onFuse ? $"middle -> {place!.Folder}" : "middle/");
        WriteAll("alias -> middle", "to-missing -> missing");
        for (int i = 0; i < Count; i++)
        {
            // So large that another thread can stage the second item meanwhile.
            Write($"new/{i}", "new" + new string('n', 1_000_000));
            Write($"middle/{i}", "old");
            Write($"late/{i}", "late");
            MakeLink($"to-{i}", $"middle/{i}");
        }

        Stage([.. Enumerable.Range(0, 2 * Count).Select(i =>
        {
            string[] item = (i % 2 == 0 ? first : second).Replace("N", $"{i / 2}").Split(" > ");
            return Item(item[0], item[1], "AlwaysCopy=true");
        })]).Succeeded();

        string[] found = [.. Enumerable.Range(0, Count).Select(i => Read(staged.Split(" = ")[0].Replace("N", $"{i}"))[..3])];
        Assert.IsEmpty(found.Where(content => content != staged.Split(" = ")[1][..3]), $"{string.Join(' ', found)}");
    }
}
