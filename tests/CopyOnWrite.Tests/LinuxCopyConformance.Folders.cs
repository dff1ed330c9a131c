namespace CopyOnWrite.Tests;

/// <summary>What happens to the folders of neighbouring files while a worker copies them is seen.</summary>
public abstract partial class LinuxCopyConformance
{
    private const int Neighbours = 3;

    [TestMethod]
    [DataRow("in")]
    [DataRow("out")]
    public void FilesOfAFolderThatWasMadeAgainAreThoseOfTheNewOne(string again)
    {
        using CloneWorker worker = NewWorker();
        CopyNeighbours(worker, "in", "out");
        Directory.Delete(Volume.PathOf(again), recursive: true);
        Directory.CreateDirectory(Volume.PathOf("out"));
        WriteNeighbours("in", length: 7000);

        AssertCopies(worker, "in", "out", Neighbours - 1);
        Assert.AreEqual(7000 + Neighbours - 1, new FileInfo(NeighbourIn("out", Neighbours - 1)).Length);
    }

    [TestMethod]
    public void AFolderThatIsGoneIsMissing()
    {
        using CloneWorker worker = NewWorker();
        CopyNeighbours(worker, "in", "out");
        Directory.Delete(Volume.PathOf("out"), recursive: true);
        Assert.AreEqual(Reason.DestinationFolderMissing, worker.Copy(NeighbourIn("in", 0), NeighbourIn("out", 0)).Reason);

        CopyNeighbours(worker, "in", "out");
        Directory.Delete(Volume.PathOf("in"), recursive: true);
        Assert.AreEqual(Reason.SourceMissing, worker.Copy(NeighbourIn("in", 0), NeighbourIn("out", 0)).Reason);
    }

    [TestMethod]
    public void NeighboursAreReplacedInFoldersWhoseNamesHaveMoreBytesThanLetters()
    {
        using CloneWorker worker = NewWorker();
        CopyNeighbours(worker, "ein/größe", "aus/Ωμέγα");
        Directory.Delete(Volume.PathOf("ein/größe"), recursive: true);
        CopyNeighbours(worker, "ein/größe", "aus/Ωμέγα", length: 6000);

        Assert.AreEqual(Neighbours, Directory.GetFileSystemEntries(Volume.PathOf("aus/Ωμέγα")).Length);
    }

    private CloneWorker NewWorker() => Strategy.NewWorker(new CloneCall(Strategy));

    private string NeighbourIn(string folder, int file) => Volume.PathOf($"{folder}/{file}é.bin");

    private void WriteNeighbours(string folder, int length)
    {
        Directory.CreateDirectory(Volume.PathOf(folder));
        foreach (int file in Enumerable.Range(0, Neighbours))
        {
            Files.Write(NeighbourIn(folder, file), length + file);
        }
    }

    private void CopyNeighbours(CloneWorker worker, string from, string to, int length = 5000)
    {
        WriteNeighbours(from, length);
        Directory.CreateDirectory(Volume.PathOf(to));
        foreach (int file in Enumerable.Range(0, Neighbours))
        {
            AssertCopies(worker, from, to, file);
        }
    }

    private void AssertCopies(CloneWorker worker, string from, string to, int file)
    {
        CloneOutcome outcome = worker.Copy(NeighbourIn(from, file), NeighbourIn(to, file));
        Assert.IsTrue(outcome.Kind is OutcomeKind.Cloned or OutcomeKind.Copied, $"{from}/{file} to {to}: {outcome}");
        CollectionAssert.AreEqual(File.ReadAllBytes(NeighbourIn(from, file)), File.ReadAllBytes(NeighbourIn(to, file)), $"{from}/{file}");
        Assert.IsTrue(worker.IsUnchanged(NeighbourIn(from, file), NeighbourIn(to, file)), $"{from}/{file} to {to}");
    }
}
