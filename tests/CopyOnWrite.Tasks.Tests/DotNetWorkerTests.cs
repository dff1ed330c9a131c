namespace CopyOnWrite.Tasks.Tests;

/// <summary>The worker of systems without one of their own, in the task's assembly: .NET Standard has no replacing File.Move.</summary>
[TestClass]
public sealed class DotNetWorkerTests
{
    [TestMethod]
    public void AFileIsMadeAndReplacedByAnotherFileAndNothingElseIsLeft()
    {
        using VolumeUnderTest volume = VolumeUnderTest.InTemporaryFolder();
        var cloner = new DotNetPlatform();
        using CloneWorker worker = cloner.NewWorker(new CloneCall(cloner));
        string destination = volume.PathOf("destination");
        File.WriteAllText(volume.PathOf("first"), "first");
        File.WriteAllText(volume.PathOf("second"), "second");

        Assert.AreEqual(OutcomeKind.Copied, worker.Copy(volume.PathOf("first"), destination).Kind);
        using FileStream old = File.OpenRead(destination);
        CloneOutcome outcome = worker.Copy(volume.PathOf("second"), destination);

        Assert.AreEqual((OutcomeKind.Copied, Reason.SystemCopyClones), (outcome.Kind, outcome.Reason), outcome.ToString());
        Assert.AreEqual("second", File.ReadAllText(destination));
        Assert.AreEqual("first", new StreamReader(old).ReadToEnd());
        CollectionAssert.AreEquivalent(
            new[] { "destination", "first", "second" },
            Directory.EnumerateFileSystemEntries(volume.Folder).Select(Path.GetFileName).ToArray());
    }
}
