namespace CopyOnWrite.Tests.Windows;

/// <summary>The strategy for Windows on a model of ReFS, with a system whose own copy does not clone.</summary>
[TestClass]
[OSCondition(OperatingSystems.Linux)]
public sealed class CloningOnTheModelOfRefs() : CopyConformanceOnTheModel(clones: true);

/// <summary>The same with clusters of 64 KiB, and with checksums on.</summary>
[TestClass]
[OSCondition(OperatingSystems.Linux)]
public sealed class CloningOnTheModelWithLargeClusters() : CopyConformanceOnTheModel(clones: true, smallestClone: 64 * 1024)
{
    private protected override void Prepare(RefsModel model)
    {
        model.Volume.ClusterSize = 64 * 1024;
        model.Volume.IntegrityOfNewFiles = 2;
    }
}

/// <summary>Everything was written a moment ago, and what is cloned is flushed first.</summary>
[TestClass]
[OSCondition(OperatingSystems.Linux)]
public sealed class CloningWhatWasJustWrittenOnTheModelOfRefs() : CopyConformanceOnTheModel(clones: true, flushes: true)
{
    protected override bool ReadersPreventFlush => true;

    private protected override void Prepare(RefsModel model) => model.Ahead = 0;
}

/// <summary>The same as a compiler's outputs are: they are copied.</summary>
[TestClass]
[OSCondition(OperatingSystems.Linux)]
public sealed class CopyingWhatWasJustWrittenOnTheModelOfRefs() : CopyConformanceOnTheModel(clones: false)
{
    protected override bool ClonesOnDemand => true;

    private protected override void Prepare(RefsModel model) => model.Ahead = 0;
}

/// <summary>A volume without clones, such as NTFS: everything is the system's own copy.</summary>
[TestClass]
[OSCondition(OperatingSystems.Linux)]
public sealed class CopyingOnTheModelOfAVolumeThatCannotClone() : CopyConformanceOnTheModel(clones: false)
{
    private protected override void Prepare(RefsModel model) => model.Volume.Flags &= ~FILE_SUPPORTS_BLOCK_REFCOUNTING;
}

/// <summary>A volume without POSIX renames, such as ReFS of Windows Server 2019 and 2022.</summary>
[TestClass]
[OSCondition(OperatingSystems.Linux)]
public sealed class CloningOnTheModelWithoutPosixRenames() : CopyConformanceOnTheModel(clones: true)
{
    private protected override void Prepare(RefsModel model) => model.Volume.Flags &= ~FILE_SUPPORTS_POSIX_UNLINK_RENAME;
}

/// <summary>The conformance suite on <see cref="RefsModel"/>; leaves no handle open.</summary>
public abstract class CopyConformanceOnTheModel(bool clones, int smallestClone = 4096, bool flushes = false) : CopyConformance
{
    private RefsModel? _model;

    protected override bool Clones => clones;

    protected override int SmallestClone => smallestClone;

    protected override bool ReadersExclude => true;

    private protected virtual void Prepare(RefsModel model)
    {
    }

    private protected override Platform MakePlatform()
    {
        Prepare(_model = new RefsModel(Volume.Folder));
        return flushes ? new FlushingPlatform(_model) : new WindowsPlatform(_model, new Refusals());
    }

    private protected override VolumeUnderTest OpenVolume() => VolumeUnderTest.InTemporaryFolder();

    private protected override long BytesInCommon(string path, string other) => _model!.BytesInCommon(path, other);

    private protected override string TemporaryOf(string destination) => Win32Path.TemporaryBeside(destination, 0);

    [TestMethod]
    public void WhatALivingReplaceHoldsIsLeftAloneAndTheDestinationIsReplacedAllTheSame() =>
        AssertLeftAlone(path => new HeldFile(_model!, path));

    [TestCleanup]
    public void NothingIsLeftOpen() => Assert.AreEqual(0, _model?.OpenHandles ?? 0, "handles left open");
}
