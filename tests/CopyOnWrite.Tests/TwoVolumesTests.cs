namespace CopyOnWrite.Tests;

/// <summary>Source and destination on different volumes.</summary>
[TestClass]
[OSCondition(OperatingSystems.Linux)]
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
            new LinuxPlatform(_pairs).Copy(file, destination.PathOf($"copy-{i}"))
                .AssertIs(OutcomeKind.Copied, Reason.DifferentVolumesWithoutCache);
            CollectionAssert.AreEqual(File.ReadAllBytes(file), File.ReadAllBytes(destination.PathOf($"copy-{i}")));
        }
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
}
