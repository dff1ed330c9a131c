using System.IO.Pipes;

namespace CopyOnWrite.Tests;

/// <summary>Workers and the buffers that they take turns in.</summary>
[TestClass]
[OSCondition(OperatingSystems.Linux)]
public sealed class LinuxWorkerTests
{
    private readonly LinuxPlatform _cloner = new(new Refusals());

    [TestMethod]
    public void AWorkerThatIsDisposedTwiceGivesItsBuffersBackOnce()
    {
        CloneWorker worker = _cloner.NewWorker(new CloneCall(_cloner));
        worker.Dispose();
        worker.Dispose();
        Assert.AreNotSame(_cloner.TakeScratch(), _cloner.TakeScratch());
    }

    /// <summary>A pipe takes what it has room for; then it would have to be waited for.</summary>
    [TestMethod]
    public unsafe void WhatAShortWriteLeavesIsWrittenAsWell()
    {
        const int SetFlags = 4; // F_SETFL
        using var pipe = new AnonymousPipeServerStream(PipeDirection.Out);
        int file = (int)pipe.SafePipeHandle.DangerousGetHandle();
        Assert.AreEqual(0, LinuxNative.fcntl(file, SetFlags, LinuxNative.O_NONBLOCK));
        fixed (byte* content = new byte[1 << 20])
        {
            Assert.AreEqual(LinuxNative.EAGAIN, ReadWriteCopy.Write(file, content, 1 << 20));
        }
    }

    /// <summary>A file server (Samba, the kernel's NFS server) has it, and gives it up when another process opens the file.</summary>
    [TestMethod]
    public void TheCopyWaitsUntilALeaseOnTheSourceIsGivenUp()
    {
        // fcntl(2), and signal(7): one that is ignored unless a program handles it.
        const int F_SETSIG = 10;
        const int F_SETLEASE = 1024;
        const int F_UNLCK = 2;
        const int SIGURG = 23;
        using VolumeUnderTest volume = VolumeUnderTest.Require("plain");
        string source = Files.Write(volume.PathOf("source"), 9000);
        int server = (int)Files.OpenForWriting(source);
        Assert.AreEqual(0, LinuxNative.fcntl(server, F_SETSIG, SIGURG));
        Assert.AreEqual(0, LinuxNative.fcntl(server, F_SETLEASE, LinuxNative.F_WRLCK));
        string inode = $":{FileStatus.Of(source).Identity.Split('/')[1]} ";
        bool IsBroken() => File.ReadLines("/proc/locks").Any(line => line.Contains("BREAKING ") && line.Contains(inode)); // proc_locks(5)
        Task giving = Task.Run(() =>
        {
            SpinWait.SpinUntil(IsBroken, TimeSpan.FromMinutes(1));
            _ = LinuxNative.fcntl(server, F_SETLEASE, F_UNLCK);
            _ = LinuxNative.close(server);
        });

        _cloner.Copy(source, volume.PathOf("destination")).AssertIs(OutcomeKind.Copied);

        giving.GetAwaiter().GetResult();
        CollectionAssert.AreEqual(File.ReadAllBytes(source), File.ReadAllBytes(volume.PathOf("destination")));
    }

    /// <summary>A process has inherited the open files of the one that starts it, with their locks, until it calls execve.</summary>
    [TestMethod]
    public void ACopyIsNotLockedAnyMoreAlsoWhileAProcessIsStarted()
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require("plain");
        string source = Files.Write(volume.PathOf("source"), 4096);
        Task starting = Task.Run(() =>
        {
            for (int started = 0; started < 200; started++)
            {
                using var process = Process.Start("true");
                process.WaitForExit();
            }
        });
        int copies = 0;
        do
        {
            string destination = volume.PathOf($"copy-{copies++}");
            _cloner.Copy(source, destination).AssertIs(OutcomeKind.Copied);
            using FileStream read = File.OpenRead(destination);
            using FileStream written = File.Open(source, FileMode.Open, FileAccess.ReadWrite, FileShare.None);
        }
        while (!starting.IsCompleted);
        starting.GetAwaiter().GetResult();
    }
}
