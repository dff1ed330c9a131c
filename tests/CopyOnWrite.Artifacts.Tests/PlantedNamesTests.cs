namespace CopyOnWrite.Artifacts.Tests;

/// <summary>
/// Who may create files in the destination folder puts something under the names that files in the making have or once had, where those
/// can be predicted. It stays as it is, and what is staged is right.
/// </summary>
[TestClass]
[OSCondition(OperatingSystems.Linux)]
public sealed class PlantedNamesTests : StagingTest
{
    private const string Marker = "x";

    [TestMethod]
    [DataRow("OnlyNewer=true")]
    [DataRow("AlwaysCopy=true")]
    public void ALinkIsNotFollowed(string metadata)
    {
        Write("home/victim", "as it was");
        foreach (string planted in PlantedNames)
        {
            MakeLink(planted, PathOf("home/victim"));
        }

        StageAll(metadata);

        Assert.AreEqual(("as it was", Time), (Read("home/victim"), File.GetLastWriteTimeUtc(PathOf("home/victim"))));
        Assert.IsTrue(PlantedNames.All(planted => new FileInfo(PathOf(planted)).LinkTarget is not null), "A link is gone.");
    }

    [TestMethod]
    public void ALinkThatLeadsNowhereMakesNothing()
    {
        foreach (string planted in PlantedNames)
        {
            MakeLink(planted, PathOf("home"));
        }

        StageAll("OnlyNewer=true");

        Assert.IsFalse(Path.Exists(PathOf("home")), "The link's target was made.");
    }

    [TestMethod]
    public void APipeThatAnotherUserReadsGetsNothing()
    {
        FileStream[] pipes = [.. PlantedNames.Select(planted =>
        {
            MakePipe(planted);

            // Opening to read and write does not wait for the other end (fifo(7)).
            return new FileStream(PathOf(planted), FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite, 0);
        })];

        StageAll("OnlyNewer=true");

        foreach (FileStream pipe in pipes)
        {
            var read = new byte[1000];
            pipe.Write(Encoding.UTF8.GetBytes(Marker));
            Assert.AreEqual(Marker, Encoding.UTF8.GetString(read, 0, pipe.Read(read)));
            pipe.Dispose();
        }
    }

    [TestMethod]
    public void APipeWithoutAReaderIsNotWaitedFor()
    {
        foreach (string planted in PlantedNames)
        {
            MakePipe(planted);
        }

        StageAll("OnlyNewer=true");
    }

    [TestMethod]
    public void AFolderStays()
    {
        foreach (string planted in PlantedNames)
        {
            Directory.CreateDirectory(PathOf(planted));
        }

        StageAll("OnlyNewer=true");

        Assert.IsTrue(PlantedNames.All(planted => Directory.Exists(PathOf(planted))), "A folder is gone.");
    }

    /// <summary>The names that staging and copies use.</summary>
    private string[] PlantedNames => [$"out/{FormerNameOf("out/a.txt")}", $"out/{NameOf("out/a.txt", 0)}"];

    private void StageAll(string metadata)
    {
        WriteAll("bin/a.txt");
        Stage(Item("bin", "out", metadata)).Succeeded(staged: 1);

        // A pipe has no length, and reading it would wait.
        Assert.AreEqual("content of bin/a.txt".Length, new FileInfo(PathOf("out/a.txt")).Length);
        Assert.AreEqual("content of bin/a.txt", Read("out/a.txt"));
        string[] left = [.. Directory.EnumerateFileSystemEntries(PathOf("out"))
            .Select(entry => $"out/{Path.GetFileName(entry)}").Except([.. PlantedNames, "out/a.txt"])];
        Assert.IsEmpty(left, $"Left over: {string.Join(", ", left)}");
    }

    private void MakePipe(string relative)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(PathOf(relative))!);
        Command.OutputOf("mkfifo", PathOf(relative));
    }

    private string NameOf(string relative, int number) =>
        TemporaryFiles.NameOf(NativePath.Hash(Encoding.UTF8.GetBytes(PathOf(relative) + "\0")), number);

    private string FormerNameOf(string relative) =>
        TemporaryFiles.NameOf(NativePath.Hash(Encoding.UTF8.GetBytes(PathOf(relative) + "/\0")), 0);
}
