namespace CopyOnWrite.Tests;

[TestClass]
public sealed class RefusalsTests
{
    private readonly Refusals _pairs = new();

    [TestMethod]
    public void APairThatCannotIsRememberedAndOnlyThatPair()
    {
        _pairs.Remember(1, 2, Reason.DifferentVolumes);

        Assert.AreEqual(Reason.DifferentVolumes, _pairs.Find(1, 2));
        Assert.AreEqual(Reason.None, _pairs.Find(2, 1));
        Assert.AreEqual(Reason.None, _pairs.Find(1, 1));
    }

    [TestMethod]
    public void WhatWasRefusedIsTriedAgainLater()
    {
        var pairs = new Refusals(rememberedFor: TimeSpan.Zero);
        pairs.Remember(1, 3, Reason.DifferentVolumes);

        Assert.AreEqual(Reason.None, pairs.Find(1, 3));
    }

    [TestMethod]
    public void ThousandsOfFoldersThatRefuseAreNotAllRemembered()
    {
        for (ulong folder = 0; folder < 1000; folder++)
        {
            _pairs.Remember(folder, 1, Reason.AccessDenied);
        }

        Assert.AreEqual(Reason.None, _pairs.Find(0, 1));
        Assert.AreEqual(Reason.AccessDenied, _pairs.Find(1000 - 256, 1));
        Assert.AreEqual(Reason.AccessDenied, _pairs.Find(999, 1));
    }

    [TestMethod]
    public void ManyThreadsMayRememberAtOnce()
    {
        Parallel.For(0, 200, i => _pairs.Remember((ulong)(i % 20), (ulong)(i / 20), Reason.VolumeCannotClone));
        for (int i = 0; i < 200; i++)
        {
            Assert.AreEqual(Reason.VolumeCannotClone, _pairs.Find((ulong)(i % 20), (ulong)(i / 20)));
        }
    }
}
