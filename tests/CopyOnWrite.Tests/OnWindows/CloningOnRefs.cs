using CopyOnWrite.Tests.Windows;

namespace CopyOnWrite.Tests.OnWindows;

/// <summary>The conformance suite through the system's own calls, on a volume that clones: COW_VOLUME_REFS.</summary>
[TestClass]
[TestCategory("Windows")]
public sealed class CloningOnRefs() : CopyConformanceOnWindows(clones: true)
{
    private protected override VolumeUnderTest OpenVolume() => VolumeUnderTest.Require("ReFS");
}

/// <summary>The same on a Dev Drive: COW_VOLUME_DEVDRIVE.</summary>
[TestClass]
[TestCategory("Windows")]
public sealed class CloningOnADevDrive() : CopyConformanceOnWindows(clones: true)
{
    private protected override VolumeUnderTest OpenVolume() => VolumeUnderTest.Require("Dev Drive");
}

/// <summary>The same where temporary files are: NTFS on most machines and under Wine, so everything is the system's own copy.</summary>
[TestClass]
[TestCategory("Windows")]
public sealed class CopyingOnDriveC() : CopyConformanceOnWindows(clones: false)
{
    private protected override VolumeUnderTest OpenVolume() => VolumeUnderTest.InTemporaryFolder();
}

/// <summary>The suite, with clones proved by the clusters that Windows reports. Sources are recent, so each is flushed first.</summary>
public abstract class CopyConformanceOnWindows(bool clones) : CopyConformance
{
    private readonly Win32Calls _calls = new();

    protected override bool Clones => clones;

    protected override int SmallestClone => 4096;

    protected override bool ReadersExclude => true;

    private protected override Reason NameTooLong => WineErrors.NameTooLong;

    private protected override Platform MakePlatform() =>
        clones ? new FlushingPlatform(_calls) : new WindowsPlatform(_calls, new Refusals());

    private protected override long BytesInCommon(string path, string other) => clones ? Extents.BytesInCommon(path, other) : 0;

    private protected override string TemporaryOf(string destination) => Win32Path.TemporaryBeside(destination, 0);

    [TestMethod]
    public void WhatALivingReplaceHoldsIsLeftAloneAndTheDestinationIsReplacedAllTheSame() =>
        AssertLeftAlone(path => new HeldFile(_calls, path));
}
