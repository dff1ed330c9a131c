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
public sealed class CloneOnBtrfsTests() : CloneTests("btrfs", clones: true);

[TestClass]
[OSCondition(OperatingSystems.Linux)]
public sealed class CloneOnXfsTests() : CloneTests("xfs", clones: true);

[TestClass]
public sealed class CopyOnAPlainVolumeTests() : CloneTests("plain", clones: false);
