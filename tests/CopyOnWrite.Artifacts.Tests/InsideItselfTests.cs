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
    [DataRow("DirExclude=out")]
    [DataRow("IsRecursive=false")]
    public void IsFineWhenItIsNotGoneInto(string metadata)
    {
        WriteAll("bin/a.txt", "bin/out/old.txt");

        Stage(Item("bin", "bin/out", metadata)).Succeeded(staged: 1, skipped: 0);
        Stage(Item("bin", "bin/out", metadata)).Succeeded(staged: 0, skipped: 1);

        AssertHolds("bin/out", "a.txt", "old.txt");
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
    [DataRow("DirExclude=out")]
    [DataRow("DirExclude=deep")]
    [DataRow("DirExclude=deep/out")]
    [DataRow("DirExclude=d*")]
    [DataRow("IsRecursive=false")]
    public void IsFineFromTheFirstBuildOnWhenItIsNotGoneInto(string metadata)
    {
        WriteAll("bin/a.txt");

        Stage(Item("bin", "bin/deep/out", metadata)).Succeeded(staged: 1, skipped: 0);
        Stage(Item("bin", "bin/deep/out", metadata)).Succeeded(staged: 0, skipped: 1);
    }

    [TestMethod]
    public void AFolderWhoseNameOnlyBeginsLikeTheSourcesIsFine()
    {
        WriteAll("bin/a.txt");

        Stage(Item("bin", "bin-out;binary/bin")).Succeeded(staged: 2, skipped: 0);
    }
}
