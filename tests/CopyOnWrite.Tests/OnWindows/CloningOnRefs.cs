using CopyOnWrite.Tests.Windows;

namespace CopyOnWrite.Tests.OnWindows;

/// <summary>The conformance suite through the system's own calls, on a volume that clones: COW_VOLUME_REFS.</summary>
[TestClass]
[TestCategory("Windows")]
public sealed class CloningOnRefs : CopyConformanceOnWindows
{
    private protected override VolumeUnderTest OpenVolume() => VolumeUnderTest.Require("ReFS");
}

/// <summary>The same on a Dev Drive: COW_VOLUME_DEVDRIVE.</summary>
[TestClass]
[TestCategory("Windows")]
public sealed class CloningOnADevDrive : CopyConformanceOnWindows
{
    private protected override VolumeUnderTest OpenVolume() => VolumeUnderTest.Require("Dev Drive");
}

/// <summary>
/// The conformance suite where clones are proved by the clusters that Windows reports. Sources are recent, so each is flushed first.
/// </summary>
public abstract class CopyConformanceOnWindows : CopyConformance
{
    private readonly Win32Calls _calls = new();

    protected override bool Clones => true;

    protected override int SmallestClone => 4096;

    protected override bool ReadersExclude => true;

    private protected override Reason NameTooLong => WineErrors.NameTooLong;

    private protected override Platform MakePlatform() => new WindowsPlatform(_calls, new Refusals(), flushesSources: true);

    private protected override long BytesInCommon(string path, string other) => Extents.BytesInCommon(path, other);

    private protected override string TemporaryOf(string destination) => Win32Path.TemporaryBeside(destination, 0);

    [TestMethod]
    public void WhatALivingReplaceHoldsIsLeftAloneAndTheDestinationIsReplacedAllTheSame() =>
        AssertLeftAlone(path => new HeldFile(_calls, path));
}
