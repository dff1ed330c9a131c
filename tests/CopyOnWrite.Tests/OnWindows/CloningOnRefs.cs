using CopyOnWrite.Tests.Windows;

namespace CopyOnWrite.Tests.OnWindows;

/// <summary>The conformance suite through the system's own calls, on a volume that clones: COW_VOLUME_REFS.</summary>
[TestClass]
[TestCategory("Windows")]
public sealed class CloningOnRefs() : CopyConformanceOnWindows("ReFS");

/// <summary>The same on a Dev Drive: COW_VOLUME_DEVDRIVE.</summary>
[TestClass]
[TestCategory("Windows")]
public sealed class CloningOnADevDrive() : CopyConformanceOnWindows("Dev Drive");

/// <summary>The same where temporary files are: NTFS on most machines and under Wine, so everything is the system's own copy.</summary>
[TestClass]
[TestCategory("Windows")]
public sealed class CopyingOnDriveC() : CopyConformanceOnWindows(volume: null);

/// <summary>The suite, with clones proved by the clusters that Windows reports. Sources are recent, so each is flushed first.</summary>
public abstract class CopyConformanceOnWindows(string? volume) : CopyConformance
{
    private readonly Win32Calls _calls = new();

    /// <summary>From 24H2 on the system's copy clones (<see cref="BuildNumberTests"/>), and the outcome is a copy.</summary>
    protected override bool Clones => LibraryClones && _calls.BuildNumber() < WindowsPlatform.FirstBuildThatClones;

    protected override bool LibraryClones => volume is not null;

    protected override bool ClonesOnDemand => LibraryClones;

    protected override int SmallestClone => 4096;

    protected override bool ReadersExclude => true;

    /// <summary>For a name of more than 255 characters: ERROR_INVALID_NAME, under Wine 8 ERROR_FILE_NOT_FOUND.</summary>
    private protected override Reason NameTooLong =>
        NativeLibrary.TryGetExport(NativeLibrary.Load("ntdll.dll"), "wine_get_version", out _)
            ? Reason.OtherError
            : Reason.UnsupportedPath;

    private protected override VolumeUnderTest OpenVolume() =>
        volume is null ? VolumeUnderTest.InTemporaryFolder() : VolumeUnderTest.Require(volume);

    private protected override Platform MakePlatform() =>
        LibraryClones ? new FlushingPlatform(_calls) : new WindowsPlatform(_calls, new Refusals());

    private protected override long BytesInCommon(string path, string other) => LibraryClones ? Extents.BytesInCommon(path, other) : 0;

    private protected override string TemporaryOf(string destination) => Win32Path.TemporaryBeside(destination, 0);

    [TestMethod]
    public void WhatALivingReplaceHoldsIsLeftAloneAndTheDestinationIsReplacedAllTheSame() =>
        AssertLeftAlone(path => new HeldFile(_calls, path));
}
