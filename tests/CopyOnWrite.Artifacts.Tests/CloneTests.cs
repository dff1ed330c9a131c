using CopyOnWrite.Tasks;

namespace CopyOnWrite.Artifacts.Tests;

/// <summary>Staged files share their blocks with the sources, where the volume can.</summary>
public abstract class CloneTests(string volume, bool clones) : StagingTest
{
    private const int Length = 256 * 1024;

    private protected override VolumeUnderTest OpenVolume() => VolumeUnderTest.Require(volume);

    [TestMethod]
    [DataRow("bin", "", "", true)]
    [DataRow("bin/a.dll", "", "", true)]
    [DataRow("bin", "OnlyNewer=true", "", true)]
    [DataRow("bin", "", " True ", false)]
    [DataRow("bin", "", "off", true)]
    public void AStagedFileSharesItsBlocksUnlessThatIsTurnedOff(string include, string metadata, string disable, bool isOn)
    {
        WriteToDisk("bin/a.dll");

        StagingRun run = Stage(task => task.DisableCopyOnWrite = disable, Item(include, "out", metadata.Length > 0 ? [metadata] : []));

        AssertShares("out/a.dll", clones && isOn, run.Succeeded(staged: 1, skipped: 0));
    }

    [TestMethod]
    public void EveryFileOfAChainSharesThem()
    {
        WriteToDisk("bin/a.dll");

        StagingRun run = Stage(Item("bin", "first"), Item("first", "second"), Item("second/a.dll", "third")).Succeeded(
            staged: 3, skipped: 0);

        AssertShares("third/a.dll", clones, run);
        Assert.AreEqual(clones ? 3 : 0, run.Cloned, run.Log);
    }

    private void WriteToDisk(string relative)
    {
        var content = new byte[Length];
        new Random(42).NextBytes(content);
        Directory.CreateDirectory(Path.GetDirectoryName(PathOf(relative))!);
        using (var file = new FileStream(PathOf(relative), FileMode.Create))
        {
            file.Write(content);
            file.Flush(flushToDisk: true);
        }

        File.SetLastWriteTimeUtc(PathOf(relative), Time);
    }

    private void AssertShares(string relative, bool expected, StagingRun run)
    {
        CollectionAssert.AreEqual(File.ReadAllBytes(PathOf("bin/a.dll")), File.ReadAllBytes(PathOf(relative)));
        Assert.AreEqual(Time, File.GetLastWriteTimeUtc(PathOf(relative)));
        Assert.AreEqual(
            expected ? Length : 0, Extents.BytesInCommon(PathOf("bin/a.dll"), PathOf(relative)), $"Bytes of the disk in common. {run.Log}");
        run.WithMessage($"{(expected ? "Cloned" : "Copied")} '").WithMessage($"to '{PathOf(relative)}'.");
    }
}

[TestClass]
[OSCondition(OperatingSystems.Linux)]
public sealed class CloneOnBtrfsTests() : CloneTests("btrfs", clones: true)
{
    /// <summary>As of Copy.</summary>
    [TestMethod]
    [TestCategory("Slow")]
    public void AFileOnAnotherVolumeIsCopiedOnceAndClonedFromTheCacheThen()
    {
        using VolumeUnderTest plain = VolumeUnderTest.Require("plain");
        string source = plain.PathOf("big.bin");
        byte[] content = new byte[128 * 1024];
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
        Assert.AreEqual(content.Length, Extents.BytesInCommon(entry, PathOf("second/big.bin")), second.Log);
    }
}

[TestClass]
[OSCondition(OperatingSystems.Linux)]
public sealed class CloneOnXfsTests() : CloneTests("xfs", clones: true);

[TestClass]
public sealed class CopyOnAPlainVolumeTests() : CloneTests("plain", clones: false);
