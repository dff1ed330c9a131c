namespace CopyOnWrite.Tests;

/// <summary>A file server (Samba, the kernel's NFS server) has a lease on a source, and gives it up when another process opens it.</summary>
[TestClass]
[OSCondition(OperatingSystems.Linux)]
public sealed class LeasedSourceTests
{
    // fcntl(2), and signal(7): one that is ignored unless a program handles it.
    private const int F_SETSIG = 10;
    private const int F_SETLEASE = 1024;
    private const int F_UNLCK = 2;
    private const int SIGURG = 23;

    [TestMethod]
    public void TheCopyWaitsUntilTheLeaseIsGivenUp()
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require("plain");
        string source = Files.Write(volume.PathOf("source"), 9000);
        int server = (int)Files.OpenForWriting(source);
        Assert.AreEqual(0, LinuxNative.fcntl(server, F_SETSIG, SIGURG));
        Assert.AreEqual(0, LinuxNative.fcntl(server, F_SETLEASE, LinuxNative.F_WRLCK));
        string inode = $":{FileStatus.Of(source).Identity.Split('/')[1]} ";
        Task giving = Task.Run(() =>
        {
            // proc_locks(5)
            SpinWait.SpinUntil(
                () => File.ReadLines("/proc/locks").Any(line => line.Contains("BREAKING ") && line.Contains(inode)), TimeSpan.FromMinutes(1));
            _ = LinuxNative.fcntl(server, F_SETLEASE, F_UNLCK);
            _ = LinuxNative.close(server);
        });

        var platform = new LinuxPlatform(new Refusals());
        platform.Copy(source, volume.PathOf("destination")).AssertIs(OutcomeKind.Copied);

        giving.GetAwaiter().GetResult();
        CollectionAssert.AreEqual(File.ReadAllBytes(source), File.ReadAllBytes(volume.PathOf("destination")));
    }
}
