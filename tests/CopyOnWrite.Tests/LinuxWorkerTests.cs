namespace CopyOnWrite.Tests;

/// <summary>Workers and the buffers that they take turns in.</summary>
[TestClass]
[OSCondition(OperatingSystems.Linux)]
public sealed class LinuxWorkerTests
{
    private readonly LinuxCloner _cloner = new(new VolumePairs());

    [TestMethod]
    public void AWorkerThatIsDisposedTwiceGivesItsBuffersBackOnce()
    {
        CloneWorker worker = _cloner.NewWorker(new CloneCall(_cloner));
        worker.Dispose();
        worker.Dispose();
        Assert.AreNotSame(_cloner.TakeScratch(), _cloner.TakeScratch());
    }

    [TestMethod]
    public void AWorkerThatIsDisposedCopiesNothing()
    {
        CloneWorker worker = _cloner.NewWorker(new CloneCall(_cloner));
        worker.Dispose();
        Assert.ThrowsExactly<ObjectDisposedException>(() => worker.Copy("/none", "/none-either"));
    }

    [TestMethod]
    public void TheNextCallTakesTheSameBuffers()
    {
        LinuxScratch first = ((LinuxWorker)_cloner.NewWorker(new CloneCall(_cloner))).Scratch;
        _cloner.Return(first);
        using CloneWorker next = _cloner.NewWorker(new CloneCall(_cloner));
        Assert.AreSame(first, ((LinuxWorker)next).Scratch);
    }
}
