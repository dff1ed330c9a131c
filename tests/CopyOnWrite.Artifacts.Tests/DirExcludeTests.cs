namespace CopyOnWrite.Artifacts.Tests;

/// <summary>Which folders are not gone into.</summary>
[TestClass]
public sealed class DirExcludeTests : StagingTest
{
    [TestMethod]
    [DataRow(" ")]
    [DataRow("\t")]
    [DataRow("\n")]
    [DataRow("\r\n    ")]
    [DataRow(";")]
    [DataRow(",")]
    [DataRow(" ;\t, ")]
    public void NamesStandApartByEachSeparator(string separator)
    {
        WriteAll("bin/a.txt", "bin/one/b.txt", "bin/two/c.txt", "bin/three/d.txt");

        Stage(Item("bin", "out", $"DirExclude=one{separator}two")).Succeeded(staged: 2, skipped: 0);

        AssertHolds("out", "a.txt", "three/d.txt");
    }

    [TestMethod]
    public void ANameIsExact()
    {
        WriteAll("bin/ref/a.txt", "bin/xref/b.txt", "bin/href/c.txt", "bin/refs/d.txt", "bin/deep/ref/e.txt", "bin/ref.d/f.txt");

        Stage(Item("bin", "out", "DirExclude=ref")).Succeeded(staged: 4, skipped: 0);

        AssertHolds("out", "xref/b.txt", "href/c.txt", "refs/d.txt", "ref.d/f.txt");
    }

    [TestMethod]
    public void AFileOfThatNameIsStaged()
    {
        WriteAll("bin/ref", "bin/sub/ref");

        Stage(Item("bin", "out", "DirExclude=ref")).Succeeded(staged: 2, skipped: 0);
    }

    [TestMethod]
    public void WildcardsCountAtEveryDepth()
    {
        WriteAll("bin/a.txt", "bin/obj1/b.txt", "bin/sub/obj2/c.txt", "bin/sub/deep/obj/d.txt", "bin/sub/xobj/e.txt");

        Stage(Item("bin", "out", "DirExclude=obj*")).Succeeded(staged: 2, skipped: 0);

        AssertHolds("out", "a.txt", "sub/xobj/e.txt");
    }

    [TestMethod]
    [DataRow("b/ref")]
    [DataRow("b\\ref")]
    [DataRow("b/ref/")]
    [DataRow("a/b/ref")]
    public void ANameWithASeparatorIsTheLastPartsOfThePath(string exclude)
    {
        WriteAll("bin/a/b/ref/x.txt", "bin/a/xb/ref/y.txt", "bin/ref/z.txt");

        Stage(Item("bin", "out", $"DirExclude={exclude}")).Succeeded(staged: 2, skipped: 0);

        AssertHolds("out", "a/xb/ref/y.txt", "ref/z.txt");
    }

    [TestMethod]
    public void AFullPathIsThatFolder()
    {
        WriteAll("bin/ref/a.txt", "bin/sub/ref/b.txt");

        Stage(Item("bin", "out", $"DirExclude=\"{PathOf("bin/ref")}\"")).Succeeded(staged: 1, skipped: 0);

        AssertHolds("out", "sub/ref/b.txt");
    }

    [TestMethod]
    public void ANameWithASpaceStandsInQuotes()
    {
        WriteAll("bin/my ref/a.txt", "bin/my/b.txt", "bin/ref/c.txt");

        Stage(Item("bin", "out", "DirExclude=\"my ref\"")).Succeeded(staged: 2, skipped: 0);

        AssertHolds("out", "my/b.txt", "ref/c.txt");
    }

    [TestMethod]
    public void TheItemsOwnFolderIsStagedWhateverItsName()
    {
        WriteAll("ref/a.txt", "ref/ref/b.txt");

        Stage(Item("ref", "out", "DirExclude=ref")).Succeeded(staged: 1, skipped: 0);

        AssertHolds("out", "a.txt");
    }

    [TestMethod]
    public void AnotherItemHasItsOwn()
    {
        WriteAll("bin/ref/a.txt");

        Stage(Item("bin", "out", "DirExclude=ref"), Item("bin", "all")).Succeeded(staged: 1, skipped: 0);

        AssertHolds("out");
        AssertHolds("all", "ref/a.txt");
    }
}
