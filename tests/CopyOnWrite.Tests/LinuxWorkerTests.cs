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
