namespace CopyOnWrite.Artifacts.Tests;

/// <summary>Destinations inside of what is staged to them.</summary>
[TestClass]
public sealed class InsideItselfTests : StagingTest
{
    [TestMethod]
    [DataRow("bin/out")]
    [DataRow("bin/deep/out")]
    [DataRow("link-to-out")]
    public void IsAnErrorOnceTheDestinationIsThereAndTheRestIsStaged(string destination)
    {
        WriteAll("bin/a.txt", "bin/sub/b.txt");
        string inside = destination == "bin/deep/out" ? destination : "bin/out";
        Write($"{inside}/old.txt");
        MakeLink("link-to-out", "bin/out");

        Stage(Item("bin", destination), Item("bin/a.txt", "more"))
            .Failed("COW1026").WithErrorOf("Item 'bin' ", "is inside the staged folder").WithCounts(staged: 3, skipped: 0);

        AssertHolds(inside, "a.txt", "sub/b.txt", "old.txt");
    }

    [TestMethod]
    public void StagingFromTheDestinationsOwnFolderUpwardsIsFine()
    {
        WriteAll("out/bin/a.txt");

        Stage(Item("out/bin", "out")).Succeeded(staged: 1, skipped: 0);
        Stage(Item("out/bin", "out")).Succeeded(staged: 0, skipped: 1);

        AssertHolds("out", "a.txt", "bin/a.txt");
    }

    [TestMethod]
    [DataRow("bin/out")]
    [DataRow("bin/deep/out")]
    public void IsAnErrorFromTheFirstBuildOn(string destination)
    {
        WriteAll("bin/a.txt");

        for (int build = 1; build < 3; build++)
        {
            Stage(Item("bin", destination)).Failed("COW1026").WithErrorOf(PathOf(destination), "is inside the staged folder");
            AssertHolds(string.Empty, "bin/a.txt", $"{destination}/a.txt");
        }
    }

    [TestMethod]
    [DataRow("bin/out", "DirExclude=out")]
    [DataRow("bin/out", "IsRecursive=false")]
    [DataRow("bin/deep/out", "DirExclude=out")]
    [DataRow("bin/deep/out", "DirExclude=deep")]
    [DataRow("bin/deep/out", "DirExclude=deep/out")]
    [DataRow("bin/deep/out", "DirExclude=d*")]
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

    [TestMethod]
    public void AFolderWhoseNameOnlyBeginsLikeTheSourcesIsFine()
    {
        WriteAll("bin/a.txt");

        Stage(Item("bin", "bin-out;binary/bin")).Succeeded(staged: 2, skipped: 0);
    }
}
