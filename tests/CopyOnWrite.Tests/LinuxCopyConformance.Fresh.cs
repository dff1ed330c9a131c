namespace CopyOnWrite.Tests;

/// <summary>Files that were just written, and permission bits.</summary>
public abstract partial class LinuxCopyConformance
{
    [TestMethod]
    [DataRow(10_000)]
    [DataRow(1_000_000)]
    public void ASourceThatWasJustWrittenIsCloned(int length)
    {
        string source = Files.Write(Volume.PathOf("source"), length, fresh: true);

        Strategy.Copy(source, Volume.PathOf("destination")).AssertIs(Clones ? OutcomeKind.Cloned : OutcomeKind.Copied);
        Assert.AreEqual(Clones, BytesInCommon(source, Volume.PathOf("destination")) >= length);
        CollectionAssert.AreEqual(File.ReadAllBytes(source), File.ReadAllBytes(Volume.PathOf("destination")));
    }

    [TestMethod]
    [DoNotParallelize]
    public void EveryFileOfAFolderGetsItsOwnMode()
    {
        using IDisposable _ = Files.Umask(Convert.ToUInt32("027", 8));
        string[] modes = ["644", "755", "640", "777", "644", "755", "600", "777"];
        foreach ((string mode, int i) in modes.Select((mode, i) => (mode, i)))
        {
            var bits = (UnixFileMode)Convert.ToInt32(mode, 8);
            string source = Files.Write(Volume.PathOf($"source{i}"), 100, bits);

            Strategy.Copy(source, Volume.PathOf($"destination{i}"));

            Assert.AreEqual(bits, File.GetUnixFileMode(Volume.PathOf($"destination{i}")), $"{i}: {mode}");
        }
    }
}
