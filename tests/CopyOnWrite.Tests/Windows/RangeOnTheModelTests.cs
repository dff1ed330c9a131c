namespace CopyOnWrite.Tests.Windows;

/// <summary>A range between two handles on the model of ReFS, which refuses what [MS-FSA] 2.1.5.10.4 says.</summary>
[TestClass]
public sealed class RangeOnTheModelTests : ModelTests
{
    private int Cluster => (int)Model.Volume.ClusterSize;

    [TestMethod]
    public void ARangeIsClonedToItsPlaceAndTheRestIsAsItWas()
    {
        byte[] source = File.ReadAllBytes(Source(4 * Cluster));
        byte[] expected = File.ReadAllBytes(Files.Write(PathOf("destination"), 5 * Cluster));
        System.Array.Copy(source, Cluster, expected, 3 * Cluster, Cluster);

        Clone(Cluster, 3 * Cluster, Cluster).AssertIs(OutcomeKind.Cloned);
        CollectionAssert.AreEqual(expected, File.ReadAllBytes(PathOf("destination")));
        Assert.AreEqual(Model.FileAt(PathOf("source")).Clusters[1], Model.FileAt(PathOf("destination")).Clusters[3]);
    }

    [TestMethod]
    public void TheLastClusterOfTheSourceGrowsTheDestinationToItsEnd()
    {
        byte[] source = File.ReadAllBytes(Source(Cluster + 100));
        Files.Write(PathOf("destination"), 0);

        Clone(0, 0, Cluster + 100).AssertIs(OutcomeKind.Cloned);
        CollectionAssert.AreEqual(source, File.ReadAllBytes(PathOf("destination")));
    }

    [TestMethod]
    public void ASourceThatChangedAMomentAgoIsFlushedFirstOrRefused()
    {
        Model.Ahead = 0;
        Source(Cluster);
        Files.Write(PathOf("destination"), Cluster);

        CloneOutcome read = Clone(0, 0, Cluster);
        CloneOutcome written = Clone(0, 0, Cluster, sourceAccess: GENERIC_READ | GENERIC_WRITE);

        read.AssertIs(OutcomeKind.NotHandled, Reason.SourceIsDirty);
        written.AssertIs(OutcomeKind.Cloned);
    }

    [TestMethod]
    public void TheErrorOfARefusalIsTold()
    {
        Model.Injections.Add(nameof(FSCTL_DUPLICATE_EXTENTS_TO_FILE), ERROR_BLOCK_TOO_MANY_REFERENCES);
        Source(Cluster);
        Files.Write(PathOf("destination"), Cluster);

        Clone(0, 0, Cluster).AssertIs(OutcomeKind.NotHandled, Reason.ReferenceLimitByOthers, ERROR_BLOCK_TOO_MANY_REFERENCES);
    }

    [TestMethod]
    public void AfterARefusalTheDestinationIsAsLongAsBefore()
    {
        Model.Injections.Add(nameof(FSCTL_DUPLICATE_EXTENTS_TO_FILE), ERROR_INVALID_PARAMETER);
        Source(Cluster);
        Files.Write(PathOf("destination"), 100);

        Assert.AreEqual(0, Model.CreateFile(PathOf("source"), GENERIC_READ, FILE_SHARE_READ, OPEN_EXISTING, 0, out nint file));
        Assert.AreEqual(Cluster, Strategy.ClusterSizeOf(file));
        Model.CloseHandle(file);
        Clone(0, 4 * Cluster, Cluster).AssertIs(OutcomeKind.NotHandled, Reason.FileCannotBeCloned);
        Assert.AreEqual(100, new FileInfo(PathOf("destination")).Length);
    }

    [TestMethod]
    public void From24H2OnNothingIsFlushed()
    {
        Model.Build = 26100;
        Model.Ahead = 0;
        Source(Cluster);
        Files.Write(PathOf("destination"), Cluster);

        Clone(0, 0, Cluster).AssertIs(OutcomeKind.Cloned);
        Assert.AreEqual(0, Model.Injections.CountOf(nameof(Model.FlushFileBuffers)));
    }

    private CloneOutcome Clone(long sourceOffset, long destinationOffset, long length, uint sourceAccess = GENERIC_READ)
    {
        const uint ShareAll = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
        Assert.AreEqual(0, Model.CreateFile(PathOf("source"), sourceAccess, ShareAll, OPEN_EXISTING, 0, out nint source));
        Assert.AreEqual(
            0, Model.CreateFile(PathOf("destination"), GENERIC_READ | GENERIC_WRITE, ShareAll, OPEN_EXISTING, 0, out nint destination));
        CloneOutcome outcome = Strategy.CloneRange(source, destination, new FileRange(sourceOffset, destinationOffset, length));
        Model.CloseHandle(source);
        Model.CloseHandle(destination);
        return outcome;
    }
}
