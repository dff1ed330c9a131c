namespace CopyOnWrite.Tests;

/// <summary>Source and destination on different volumes, and a destination volume without space.</summary>
[TestClass]
public sealed class TwoVolumesTests
{
    private readonly Refusals _pairs = new();

    [TestMethod]
    [DataRow("plain", "btrfs")]
    [DataRow("btrfs", "xfs")]
    [DataRow("tmpfs", "xfs")]
    public void AFileIsCopiedInFullAndTheReasonIsTheOtherVolume(string from, string to)
    {
        using VolumeUnderTest source = VolumeUnderTest.Require(from);
        using VolumeUnderTest destination = VolumeUnderTest.Require(to);
        string file = Files.Write(source.PathOf("file"), 300_000);

        for (int i = 0; i < 3; i++)
        {
            CloneOutcome outcome = new LinuxPlatform(_pairs).Copy(file, destination.PathOf($"copy-{i}"));
            outcome.AssertIs(OutcomeKind.Copied);
            Assert.AreEqual(Reason.DifferentVolumesWithoutCache, outcome.Reason, outcome.ToString());
            CollectionAssert.AreEqual(File.ReadAllBytes(file), File.ReadAllBytes(destination.PathOf($"copy-{i}")));
        }
    }

    [TestMethod]
    public void APairThatCannotDoesNotKeepTheSourcesOwnVolumeFromCloning()
    {
        using VolumeUnderTest source = VolumeUnderTest.Require("btrfs");
        using VolumeUnderTest other = VolumeUnderTest.Require("plain");
        string file = Files.Write(source.PathOf("file"), 300_000);
        var strategy = new LinuxPlatform(_pairs);

        Assert.AreEqual(OutcomeKind.Copied, strategy.Copy(file, other.PathOf("copy")).Kind);
        Assert.AreEqual(OutcomeKind.Cloned, strategy.Copy(file, source.PathOf("copy")).Kind);
    }

    [TestMethod]
    [DataRow(false)]
    [DataRow(true)]
    public void AnExceptionWhileAFileIsMadeLeavesNothingOpenAndNothingBehind(bool destinationExists)
    {
        using VolumeUnderTest source = VolumeUnderTest.Require("plain");
        using VolumeUnderTest destination = VolumeUnderTest.Require("btrfs");
        string file = Files.Write(source.PathOf("file"), 300_000);
        if (destinationExists)
        {
            Files.Write(destination.PathOf("copy"), 1000);
        }

        var platform = new LinuxPlatform(_pairs);
        using CloneCache cache = platform.NewCache(() => throw new NotSupportedException())!;
        Assert.ThrowsExactly<NotSupportedException>(() => platform.Copy(file, destination.PathOf("copy"), cache));

        string[] open = OpenFiles.In(destination.Folder);
        Assert.IsEmpty(open, string.Join('\n', open));
        Assert.HasCount(destinationExists ? 1 : 0, Directory.GetFiles(destination.Folder));
        Assert.IsTrue(!destinationExists || new FileInfo(destination.PathOf("copy")).Length == 1000);
    }

    [TestMethod]
    [DataRow(false)]
    [DataRow(true)]
    public void AVolumeWithoutRoomIsNotHandledAndLeavesWhatWasThere(bool destinationExists)
    {
        using VolumeUnderTest source = VolumeUnderTest.Require("btrfs");
        using VolumeUnderTest full = VolumeUnderTest.Require("full");
        string file = source.PathOf("file");
        using (FileStream big = File.Create(file))
        {
            big.SetLength(Volume.At(full.Folder).TotalBytes + 1_000_000);
        }

        if (destinationExists)
        {
            Files.Write(full.PathOf("copy"), 1000);
        }

        CloneOutcome outcome = new LinuxPlatform(_pairs).Copy(file, full.PathOf("copy"));

        outcome.AssertIs(OutcomeKind.NotHandled, Reason.VolumeFull);
        Assert.HasCount(destinationExists ? 1 : 0, Directory.GetFiles(full.Folder));
        Assert.IsTrue(!destinationExists || new FileInfo(full.PathOf("copy")).Length == 1000);
    }
}
