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
    [DataRow("ln -s ../home/victim", "OnlyNewer=true")]
    [DataRow("ln -s ../home/victim", "AlwaysCopy=true")]
    [DataRow("ln -s ../home/none", "OnlyNewer=true")]
    [DataRow("mkfifo", "OnlyNewer=true")]
    [DataRow("mkfifo", "OnlyNewer=true", true, DisplayName = "a pipe that another user reads")]
    [DataRow("mkdir", "OnlyNewer=true")]
    public void WhatIsPlantedStaysAsItIs(string plant, string metadata, bool isRead = false)
    {
        WriteAll("bin/a.txt", "home/victim", "out/");
        string[] planted = [Planted("/\0"), Planted("\0")];
        foreach (string name in planted)
        {
            Command.OutputOf(plant.Split(' ')[0], [.. plant.Split(' ')[1..], name]);

            // Opening to read and write does not wait for the other end (fifo(7)).
            _readers.AddRange(isRead ? [new FileStream(name, FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite, 0)] : []);
        }

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

    /// <summary>The names that staging and copies use.</summary>
    private string Planted(string end) =>
        PathOf($"out/{TemporaryFiles.NameOf(NativePath.HashOfName(Encoding.UTF8.GetBytes(PathOf("out/a.txt") + end)), 0)}");
}
