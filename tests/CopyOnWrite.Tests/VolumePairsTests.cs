namespace CopyOnWrite.Tests;

[TestClass]
public sealed class VolumePairsTests
{
    private readonly VolumePairs _pairs = new();

    [TestMethod]
    public void NothingIsKnownAtFirst()
    {
        Assert.IsTrue(_pairs.HasNoRefusalFrom(1));
        Assert.AreEqual(Reason.None, _pairs.WhyNot(1, 2));
    }

    [TestMethod]
    public void APairThatCannotIsRememberedAndOnlyThatPair()
    {
        _pairs.RememberCannot(1, 2, Reason.DifferentVolumes);

        Assert.AreEqual(Reason.DifferentVolumes, _pairs.WhyNot(1, 2));
        Assert.AreEqual(Reason.None, _pairs.WhyNot(2, 1));
        Assert.AreEqual(Reason.None, _pairs.WhyNot(1, 1));
        Assert.IsFalse(_pairs.HasNoRefusalFrom(1));
        Assert.IsTrue(_pairs.HasNoRefusalFrom(2));
    }

    [TestMethod]
    public void OneFilesRefusalIsNotRemembered()
    {
        _pairs.CountRefusal(1, 2);
        Assert.AreEqual(Reason.None, _pairs.WhyNot(1, 2));
    }

    [TestMethod]
    public void APairThatOnlyRefusesIsGivenUp()
    {
        for (int i = 0; i < 100; i++)
        {
            _pairs.CountRefusal(1, 2);
        }

        Assert.AreEqual(Reason.VolumeCannotClone, _pairs.WhyNot(1, 2));
    }

    [TestMethod]
    public void APairThatWasGivenUpIsTriedAgainLater()
    {
        var pairs = new VolumePairs(givesUpFor: TimeSpan.Zero);
        for (int i = 0; i < 100; i++)
        {
            pairs.CountRefusal(1, 2);
        }

        Assert.AreEqual(Reason.None, pairs.WhyNot(1, 2));
        pairs.RememberCannot(1, 3, Reason.DifferentVolumes);
        Assert.AreEqual(Reason.DifferentVolumes, pairs.WhyNot(1, 3), "What a system call has answered stays.");
    }

    [TestMethod]
    public void ACloneInBetweenForgetsTheRefusals()
    {
        for (int i = 0; i < 100; i++)
        {
            _pairs.CountRefusal(1, 2);
            _pairs.ForgetRefusals(1, 2);
        }

        Assert.AreEqual(Reason.None, _pairs.WhyNot(1, 2));
    }

    [TestMethod]
    public void ManyThreadsMayRememberAtOnce()
    {
        Parallel.For(0, 200, i => _pairs.RememberCannot((ulong)(i % 20), (ulong)(i / 20), Reason.VolumeCannotClone));
        for (int i = 0; i < 200; i++)
        {
            Assert.AreEqual(Reason.VolumeCannotClone, _pairs.WhyNot((ulong)(i % 20), (ulong)(i / 20)));
        }
    }
}
