namespace CopyOnWrite.Tests;

/// <summary>What the strategies for Linux and macOS do besides: permission bits, the umask, pipes.</summary>
public abstract class UnixCopyConformance : CopyConformance
{
    private protected override string TemporaryOf(string destination) =>
        Path.Combine(Path.GetDirectoryName(destination)!, $".cow-{PathHash.Of(Encoding.UTF8.GetBytes(destination + '\0')):x16}.tmp");

    [TestMethod]
    public void ModeIsTheSources()
    {
        string source = Files.Write(
            Volume.PathOf("source"),
            5000,
            UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute | UnixFileMode.GroupRead);

        Strategy.Copy(source, Volume.PathOf("destination"));

        Assert.AreEqual(File.GetUnixFileMode(source), File.GetUnixFileMode(Volume.PathOf("destination")));
    }

    [TestMethod]
    public void TheUmaskTakesNothingAway()
    {
        string source = Files.Write(Volume.PathOf("source"), 5000, (UnixFileMode)Convert.ToInt32("751", 8));
        using IDisposable _ = Files.Umask(Convert.ToUInt32("077", 8));

        Strategy.Copy(source, Volume.PathOf("destination"));

        Assert.AreEqual("751", ModeOf("destination"));
    }

    [TestMethod]
    [DataRow("4755", "755")]
    [DataRow("2755", "755")]
    [DataRow("444", "644")]
    [DataRow("555", "755")]
    [DataRow("400", "600")]
    [DataRow("666", "666")]
    public void TheModeIsTheOneThatTheBuiltInTaskLeaves(string source, string expected)
    {
        string path = Files.Write(Volume.PathOf("source"), 5000, (UnixFileMode)Convert.ToInt32(source, 8));

        Strategy.Copy(path, Volume.PathOf("destination"));

        Assert.AreEqual(expected, ModeOf("destination"));
    }

    [TestMethod]
    public void APipeAsSourceIsNotHandledAndNotWaitedFor()
    {
        Assert.AreEqual(0, Links.mkfifo(Volume.PathOf("pipe"), 0x1B6), $"errno {Marshal.GetLastPInvokeError()}");
        AssertNotHandled(Volume.PathOf("pipe"), Volume.PathOf("destination"), Reason.SourceIsNotAFile, "pipe");
    }

    private string ModeOf(string name) => Convert.ToString((int)File.GetUnixFileMode(Volume.PathOf(name)), 8);
}
