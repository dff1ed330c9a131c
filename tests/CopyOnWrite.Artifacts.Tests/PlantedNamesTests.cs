namespace CopyOnWrite.Artifacts.Tests;

/// <summary>Another user plants something under names that files in the making have. It stays, and what is staged is right.</summary>
[TestClass]
[OSCondition(OperatingSystems.Linux)]
public sealed class PlantedNamesTests : StagingTest
{
    private readonly List<FileStream> _readers = [];

    [TestCleanup]
    public void CloseReaders() => _readers.ForEach(reader => reader.Dispose());

    [TestMethod]
    [DataRow("a link", "OnlyNewer=true")]
    [DataRow("a link", "AlwaysCopy=true")]
    [DataRow("a link that leads nowhere", "OnlyNewer=true")]
    [DataRow("a pipe that nobody reads", "OnlyNewer=true")]
    [DataRow("a pipe that another user reads", "OnlyNewer=true")]
    [DataRow("a folder", "OnlyNewer=true")]
    public void WhatIsPlantedStaysAsItIs(string what, string metadata)
    {
        WriteAll("bin/a.txt", "home/victim", "out/");
        string[] planted = [Planted("/\0"), Planted("\0")];
        Array.ForEach(planted, name => Plant(what, name));

        // A pipe has another time once something was written to it (pipe_write in fs/pipe.c).
        FileStatus[] before = Array.ConvertAll([.. planted, PathOf("home/victim")], FileStatus.Of);

        Stage(Item("bin", "out", metadata)).Succeeded(staged: 1);

        CollectionAssert.AreEqual(before, Array.ConvertAll([.. planted, PathOf("home/victim")], FileStatus.Of));
        AssertHolds("home", "victim");
        Assert.IsTrue(FileStatus.Of(PathOf("out/a.txt")).IsRegularFile);
        Assert.AreEqual("content of bin/a.txt", Read("out/a.txt"));
        string[] found = [.. Directory.EnumerateFileSystemEntries(PathOf("out"))];
        CollectionAssert.AreEquivalent((string[])[.. planted, PathOf("out/a.txt")], found, string.Join(", ", found));
    }

    private void Plant(string what, string path)
    {
        if (what.StartsWith("a link", StringComparison.Ordinal))
        {
            File.CreateSymbolicLink(path, PathOf(what == "a link" ? "home/victim" : "home/none"));
        }
        else if (what == "a folder")
        {
            Directory.CreateDirectory(path);
        }
        else
        {
            Command.OutputOf("mkfifo", path);
        }

        if (what == "a pipe that another user reads")
        {
            // Opening to read and write does not wait for the other end (fifo(7)).
            _readers.Add(new FileStream(path, FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite, 0));
        }
    }

    /// <summary>The names that staging and copies use.</summary>
    private string Planted(string end) =>
        PathOf($"out/{TemporaryFiles.NameOf(NativePath.HashOfName(Encoding.UTF8.GetBytes(PathOf("out/a.txt") + end)), 0)}");
}
