namespace CopyOnWrite.Tests;

/// <summary>A range between two handles, through the system's own calls.</summary>
public abstract class RangeTests
{
    // A multiple of every volume's cluster.
    private const int Unit = 64 * 1024;

    private readonly FileCloner _cloner = FileCloner.Shared;
    private VolumeUnderTest? _volume;

    private protected abstract string VolumeName { get; }

    private string Source => _volume!.PathOf("source");

    private string Destination => _volume!.PathOf("destination");

    [TestInitialize]
    public void RequireVolume() => _volume = VolumeUnderTest.Require(VolumeName);

    [TestCleanup]
    public void ReleaseVolume() => _volume?.Dispose();

    [TestMethod]
    public void ARangeIsClonedToItsPlaceAndTheRestIsAsItWas()
    {
        byte[] source = File.ReadAllBytes(Files.Write(Source, 4 * Unit));
        byte[] expected = File.ReadAllBytes(Files.Write(Destination, 5 * Unit));
        Array.Copy(source, Unit, expected, 3 * Unit, Unit);

        CloneOutcome outcome = CloneRange(Unit, 3 * Unit, Unit);

        outcome.AssertIs(OutcomeKind.Cloned);
        Assert.AreEqual(Unit, outcome.Bytes);
        CollectionAssert.AreEqual(expected, File.ReadAllBytes(Destination));
        Assert.AreEqual(Unit, Extents.BytesInCommon(Source, Destination));
    }

    [TestMethod]
    public void ARangeToTheEndOfTheSourceGrowsTheDestination()
    {
        byte[] source = File.ReadAllBytes(Files.Write(Source, (2 * Unit) + 1000));
        byte[] expected = new byte[(3 * Unit) + 1000];
        File.ReadAllBytes(Files.Write(Destination, Unit)).CopyTo(expected, 0);
        source.AsSpan(Unit).CopyTo(expected.AsSpan(2 * Unit));

        CloneRange(Unit, 2 * Unit, Unit + 1000).AssertIs(OutcomeKind.Cloned);
        CollectionAssert.AreEqual(expected, File.ReadAllBytes(Destination));
    }

    [TestMethod]
    [DataRow(1, 0, Unit)]
    [DataRow(0, 1, Unit)]
    [DataRow(0, 0, 1000)]
    [DataRow(Unit, 0, 2 * Unit)]
    public void ARangeThatIsNotWholeClustersOrReachesBehindTheSourceIsRefused(int sourceOffset, int destinationOffset, int length)
    {
        Files.Write(Source, 2 * Unit);
        byte[] before = File.ReadAllBytes(Files.Write(Destination, 2 * Unit));

        CloneOutcome outcome = CloneRange(sourceOffset, destinationOffset, length);

        outcome.AssertIs(OutcomeKind.NotHandled, Reason.FileCannotBeCloned);
        Assert.AreNotEqual(0, outcome.ErrorNumber);
        CollectionAssert.AreEqual(before, File.ReadAllBytes(Destination));
    }

    [TestMethod]
    public void TheClusterSizeIsTheSmallestUnitOfARange()
    {
        Files.Write(Source, 2 * Unit);
        Files.Write(Destination, 2 * Unit);
        SafeFileHandle file = File.OpenHandle(Source);
        int cluster = checked((int)_cloner.GetClusterSize(file));
        file.Dispose(); // Windows opens no file to write that another handle only lets read.

        CloneRange(cluster, 3 * cluster, cluster).AssertIs(OutcomeKind.Cloned);
        CloneRange(cluster / 2, 0, cluster).AssertIs(OutcomeKind.NotHandled, Reason.FileCannotBeCloned);
        CloneRange(0, 0, cluster / 2).AssertIs(OutcomeKind.NotHandled, Reason.FileCannotBeCloned);
        Assert.ThrowsExactly<ObjectDisposedException>(() => _cloner.GetClusterSize(file));
        Assert.ThrowsExactly<ArgumentNullException>(() => _cloner.GetClusterSize(null!));
    }

    [TestMethod]
    public void ARangeThatEndsWithinAClusterOfLongerContentIsRefused()
    {
        Files.Write(Source, 1000);
        byte[] before = File.ReadAllBytes(Files.Write(Destination, Unit));

        CloneRange(0, 0, 1000).AssertIs(OutcomeKind.NotHandled, Reason.FileCannotBeCloned);
        CollectionAssert.AreEqual(before, File.ReadAllBytes(Destination));
    }

    [TestMethod]
    public void RangesOfOneFileMayNotOverlap()
    {
        byte[] before = File.ReadAllBytes(Files.Write(Source, 4 * Unit));
        using SafeFileHandle file = File.OpenHandle(Source, FileMode.Open, FileAccess.ReadWrite);

        CloneOutcome overlapping = _cloner.TryCloneRange(file, 0, file, Unit, 2 * Unit);
        var seen = new byte[before.Length];
        RandomAccess.Read(file, seen, 0); // By the same handle: Windows lets no other open a file that is open to write.
        CollectionAssert.AreEqual(before, seen, "changed");
        CloneOutcome apart = _cloner.TryCloneRange(file, 0, file, 2 * Unit, 2 * Unit);

        overlapping.AssertIs(OutcomeKind.NotHandled, Reason.FileCannotBeCloned);
        apart.AssertIs(OutcomeKind.Cloned);
    }

    [TestMethod]
    [DataRow(-1, 0, Unit, "sourceOffset")]
    [DataRow(0, -1, Unit, "destinationOffset")]
    [DataRow(0, 0, 0, "length")]
    [DataRow(Unit, 0, long.MaxValue, "length")]
    public void NumbersThatNoFileHasAreRefused(long sourceOffset, long destinationOffset, long length, string parameter)
    {
        Files.Write(Source, Unit);
        Files.Write(Destination, Unit);

        Assert.AreEqual(
            parameter,
            Assert.ThrowsExactly<ArgumentOutOfRangeException>(() => CloneRange(sourceOffset, destinationOffset, length)).ParamName);
    }

    [TestMethod]
    public void AClosedHandleIsRefused()
    {
        SafeFileHandle closed = File.OpenHandle(Files.Write(Source, Unit));
        closed.Dispose();
        using SafeFileHandle open = File.OpenHandle(Files.Write(Destination, Unit), FileMode.Open, FileAccess.ReadWrite);

        Assert.ThrowsExactly<ObjectDisposedException>(() => _cloner.TryCloneRange(closed, 0, open, 0, Unit));
    }

    private CloneOutcome CloneRange(long sourceOffset, long destinationOffset, long length)
    {
        // Opened to write as well: it was written a moment ago, and Windows before 24H2 has to flush it.
        using SafeFileHandle source = File.OpenHandle(Source, FileMode.Open, FileAccess.ReadWrite);
        using SafeFileHandle destination = File.OpenHandle(Destination, FileMode.Open, FileAccess.ReadWrite);
        return _cloner.TryCloneRange(source, sourceOffset, destination, destinationOffset, length);
    }
}

[TestClass]
public sealed class RangesOnBtrfs : RangeTests
{
    private protected override string VolumeName => "btrfs";
}

[TestClass]
public sealed class RangesOnXfs : RangeTests
{
    private protected override string VolumeName => "xfs";
}

[TestClass]
public sealed class RangesBetweenOtherVolumes
{
    [TestMethod]
    [DataRow("plain", "plain", Reason.VolumeCannotClone)]
    [DataRow("tmpfs", "tmpfs", Reason.VolumeCannotClone)]
    [DataRow("xfs", "btrfs", Reason.DifferentVolumes)]
    internal void TheReasonIsTheVolumes(string from, string to, Reason reason)
    {
        using VolumeUnderTest one = VolumeUnderTest.Require(from);
        using VolumeUnderTest other = VolumeUnderTest.Require(to);
        using SafeFileHandle source = File.OpenHandle(Files.Write(one.PathOf("source"), 65_536));
        using SafeFileHandle destination = File.OpenHandle(
            Files.Write(other.PathOf("destination"), 65_536), FileMode.Open, FileAccess.ReadWrite);

        FileCloner.Shared.TryCloneRange(source, 0, destination, 0, 65_536).AssertIs(OutcomeKind.NotHandled, reason);
    }
}
