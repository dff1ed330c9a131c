using CopyOnWrite.Windows;
using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Tests.Windows;

/// <summary>The strategy for Windows on a model of ReFS, with a system whose own copy does not clone.</summary>
[TestClass]
public sealed class CloningOnTheModelOfRefs : CopyConformanceOnTheModel
{
    protected override bool Clones => true;

    protected override int SmallestClone => (int)Model.Volume.ClusterSize;

    private protected override FileCloner MakeCloner() => new WindowsCloner(MakeModel(), new VolumePairs());
}

/// <summary>The same with clusters of 64 KiB, and with checksums on.</summary>
[TestClass]
public sealed class CloningOnTheModelWithLargeClusters : CopyConformanceOnTheModel
{
    protected override bool Clones => true;

    protected override int SmallestClone => 64 * 1024;

    private protected override FileCloner MakeCloner()
    {
        RefsModel model = MakeModel();
        model.Volume.ClusterSize = 64 * 1024;
        model.Volume.IntegrityOfNewFiles = 2;
        return new WindowsCloner(model, new VolumePairs());
    }
}

/// <summary>Everything was written a moment ago, and what is cloned is flushed first.</summary>
[TestClass]
public sealed class CloningWhatWasJustWrittenOnTheModelOfRefs : CopyConformanceOnTheModel
{
    protected override bool ReadersPreventFlush => true;

    protected override bool Clones => true;

    protected override int SmallestClone => (int)Model.Volume.ClusterSize;

    private protected override FileCloner MakeCloner()
    {
        RefsModel model = MakeModel();
        model.Ahead = 0;
        return new WindowsCloner(model, new VolumePairs(), flushesSources: true);
    }
}

/// <summary>The same as a compiler's outputs are: they are copied.</summary>
[TestClass]
public sealed class CopyingWhatWasJustWrittenOnTheModelOfRefs : CopyConformanceOnTheModel
{
    protected override bool Clones => false;

    protected override bool ClonesOnDemand => true;

    private protected override FileCloner MakeCloner()
    {
        RefsModel model = MakeModel();
        model.Ahead = 0;
        return new WindowsCloner(model, new VolumePairs());
    }
}

/// <summary>A volume without clones, such as NTFS: everything is the system's own copy.</summary>
[TestClass]
public sealed class CopyingOnTheModelOfAVolumeThatCannotClone : CopyConformanceOnTheModel
{
    protected override bool Clones => false;

    private protected override FileCloner MakeCloner()
    {
        RefsModel model = MakeModel();
        model.Volume.Flags &= ~FILE_SUPPORTS_BLOCK_REFCOUNTING;
        return new WindowsCloner(model, new VolumePairs());
    }
}

/// <summary>A volume without POSIX renames, such as ReFS of Windows Server 2019 and 2022.</summary>
[TestClass]
public sealed class CloningOnTheModelWithoutPosixRenames : CopyConformanceOnTheModel
{
    protected override bool Clones => true;

    protected override int SmallestClone => (int)Model.Volume.ClusterSize;

    private protected override FileCloner MakeCloner()
    {
        RefsModel model = MakeModel();
        model.Volume.Flags &= ~FILE_SUPPORTS_POSIX_UNLINK_RENAME;
        return new WindowsCloner(model, new VolumePairs());
    }
}

/// <summary>The conformance suite on <see cref="RefsModel"/>; leaves no handle open.</summary>
public abstract class CopyConformanceOnTheModel : CopyConformance
{
    private protected RefsModel Model { get; private set; } = null!;

    protected override bool ReadersExclude => true;

    private protected RefsModel MakeModel() => Model = new RefsModel(Volume.Folder);

    private protected override VolumeUnderTest OpenVolume() => ModelTests.RequireLinux();

    private protected override long BytesInCommon(string path, string other) => Model.BytesInCommon(path, other);

    private protected override string TemporaryOf(string destination) => Win32Path.TemporaryBeside(destination, 0);

    [TestMethod]
    public void WhatALivingReplaceHoldsIsLeftAloneAndTheDestinationIsReplacedAllTheSame() =>
        AssertLeftAlone(path => new HeldFile(Model, path));

    [TestCleanup]
    public void NothingIsLeftOpen()
    {
        Assert.AreEqual(0, Model?.OpenHandles ?? 0, "handles left open");
    }
}
