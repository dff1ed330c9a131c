namespace CopyOnWrite.Artifacts.Tests;

/// <summary>Names that differ in upper and lower case only.</summary>
[TestClass]
public sealed class CaseTests : StagingTest
{
    private static readonly string[] s_files = ["bin/Readme.txt", "bin/README.txt", "bin/Sub/a.txt", "bin/sub/a.txt", "bin/sub/b.txt"];

    [TestInitialize]
    public void RequireCase() =>
        Tools.SkipUnless(!OperatingSystem.IsWindows() && !OperatingSystem.IsMacOS(), "The source's volume has to tell them apart.");

    [TestMethod]
    public void WhereTheyAreSeveralFilesAllAreStaged()
    {
        WriteAll(s_files);

        Stage(Item("bin", "out")).Succeeded(staged: 5, skipped: 0);
        Stage(Item("bin", "out"), Item("bin/Readme.txt", "single"), Item("bin/README.txt", "single")).Succeeded(staged: 2, skipped: 5);

        AssertHolds("out", [.. s_files.Select(file => file["bin/".Length..])]);
        AssertHolds("single", "Readme.txt", "README.txt");
        Assert.IsTrue(s_files.All(file => Read(file.Replace("bin/", "out/")) == $"content of {file}"), "A file has another's content.");
    }

    [TestMethod]
    public void WhereTheyAreOneTheFirstIsStagedAndTheOtherIsAnError()
    {
        WriteAll("bin/Readme.txt", "bin/README.txt", "bin/other.txt");

        RecordingEngine first = StageBlindly(Item("bin", "out"));
        AssertOneOfTwo(first);

        AssertOneOfTwo(StageBlindly(Item("bin", "out")));
    }

    [TestMethod]
    [DataRow("one/Readme.txt", "two/README.txt")]
    [DataRow("one", "two")]
    [DataRow("one/Readme.txt", "two")]
    public void WhereTheyAreOneAlsoOfTwoItemsTheFirstIsStaged(string first, string second)
    {
        WriteAll("one/Readme.txt", "two/README.txt");

        RecordingEngine engine = StageBlindly(Item(first, "out"), Item(second, "OUT"));

        Assert.Contains("error COW1028", engine.ToString());
        AssertHolds("out", "Readme.txt");
        Assert.AreEqual("content of one/Readme.txt", Read("out/Readme.txt"));
        AssertHolds("OUT");
    }

    [TestMethod]
    public void WhereTheyAreOneFoldersAreNotMixed()
    {
        WriteAll("bin/Sub/a.txt", "bin/sub/a.txt", "bin/sub/b.txt");

        RecordingEngine engine = StageBlindly(Item("bin", "out"));

        Assert.Contains("error COW1028", engine.ToString());
        string folder = Path.GetFileName(Directory.EnumerateDirectories(PathOf("out")).Single());
        Assert.AreEqual($"content of bin/{folder}/a.txt", Read($"out/{folder}/a.txt"), engine.ToString());
    }

    [TestMethod]
    public void AFolderOntoItsOwnNameInAnotherCaseIsNothingToDoWhereTheyAreOne()
    {
        string file = Write("bin/a.txt");
        string before = FileStatus.Of(file).Identity;

        RecordingEngine engine = StageBlindly(Item("bin", "BIN", "AlwaysCopy=true"));

        Assert.AreEqual(before, FileStatus.Of(file).Identity, $"bin/a.txt is another file than before.\n{engine}");
        Assert.DoesNotContain("error", engine.ToString());
    }

    [TestMethod]
    public void WhereTheyAreSeveralFoldersOneIsStagedToTheOther()
    {
        Write("bin/a.txt");

        Stage(Item("bin", "BIN")).Succeeded(staged: 1, skipped: 0);

        AssertHolds("BIN", "a.txt");
    }

    [TestMethod]
    public void AFolderInsideItselfInAnotherCaseIsAnErrorBeforeItIsThere()
    {
        Write("bin/a.txt");

        RecordingEngine engine = StageBlindly(Item("bin", "BIN/out"));

        Assert.Contains("error COW1026", engine.ToString());
    }

    [TestMethod]
    public void AFileStagedAgainAfterItsSourceWasStagedInAnotherCaseIsTheNewOne()
    {
        WriteAll("one/f", "two/F");

        RecordingEngine engine = StageBlindly(
            Item("one/f", "out"), Item("two/F", "ONE", "AlwaysCopy=true"), Item("one/f", "out", "AlwaysCopy=true"));

        Assert.AreEqual("content of two/F", Read("one/f"), engine.ToString());
        Assert.AreEqual("content of two/F", Read("out/f"), engine.ToString());
    }

    private void AssertOneOfTwo(RecordingEngine engine)
    {
        string[] names = [.. Directory.EnumerateFiles(PathOf("out")).Select(path => Path.GetFileName(path)).Order(StringComparer.Ordinal)];
        Assert.HasCount(2, names, engine.ToString());
        Assert.AreEqual("content of bin/other.txt", Read("out/other.txt"));
        Assert.AreEqual($"content of bin/{names[0]}", Read($"out/{names[0]}"), engine.ToString());
        string left = names[0] == "README.txt" ? "Readme.txt" : "README.txt";
        Assert.Contains($"error COW1028: Item 'bin' (DestinationFolder='out'): '{PathOf($"bin/{left}")}' is not staged", engine.ToString());
    }

    /// <summary>Does what the task does on a volume that few machines can mount.</summary>
    private RecordingEngine StageBlindly(params ProjectItem[] items)
    {
        var engine = new RecordingEngine();
        var task = new Robocopy { BuildEngine = engine };
        var log = new StagingLog(task.Log);
        var volume = new CaseBlindVolume(FileCloner.ForThisSystem()!, Folder);
        var options = new StagingOptions();
        List<StagedItem> understood = [.. items.Select(item => StagedItem.Parse(item, Folder, log)!)];
        new Stager(new CloneCall(volume), options, log, new StagedFiles(options, log, keepsOutcomes: false), default).Stage(understood);
        return engine;
    }
}
