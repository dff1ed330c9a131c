using CopyOnWrite.Tasks;

namespace CopyOnWrite.Artifacts.Tests;

/// <summary>Staging from another volume goes through the cross-volume cache, as Copy does.</summary>
[TestClass]
[OSCondition(OperatingSystems.Linux)]
public sealed class CacheTests : StagingTest
{
    private const int Length = 128 * 1024;

    private protected override VolumeUnderTest OpenVolume() => VolumeUnderTest.Require("btrfs");

    [TestMethod]
    [TestCategory("Slow")]
    public void AFileOnAnotherVolumeIsCopiedOnceAndClonedFromTheCacheThen()
    {
        using VolumeUnderTest plain = VolumeUnderTest.Require("plain");
        string source = plain.PathOf("big.bin");
        byte[] content = new byte[Length];
        new Random(7).NextBytes(content);
        File.WriteAllBytes(source, content);
        _ = SettledFiles.Settle(source);
        Write("Directory.Build.props", "<Project />");

        StagingRun first = Stage(Item(source, "first")).Succeeded(staged: 1, skipped: 0);
        TaskProcess.Instance.Platform!.CacheFiller.Wait();
        StagingRun second = Stage(Item(source, "second")).Succeeded(staged: 1, skipped: 0);

        first.WithMessage("on another volume, being added to the cache");
        second.WithMessage("1 cloned from the cache (131,072 bytes)");
        CollectionAssert.AreEqual(content, File.ReadAllBytes(PathOf("second/big.bin")));
        string entry = Directory.GetFiles(PathOf(".copyonwrite-cache"), "*.entry").Single();
        Assert.AreEqual(Length, Extents.BytesInCommon(entry, PathOf("second/big.bin")), second.Log);
    }
}
