using CopyOnWrite.Tests.Windows;

namespace CopyOnWrite.Tests.OnWindows;

/// <summary>
/// The conformance suite through the system's own calls, where temporary files are: NTFS on most machines and under Wine, so everything is
/// the system's own copy.
/// </summary>
[TestClass]
[TestCategory("Windows")]
public sealed class CopyingOnDriveC : CopyConformance
{
    private readonly Win32Calls _calls = new();

    protected override bool Clones => false;

    protected override bool ReadersExclude => true;

    private protected override VolumeUnderTest OpenVolume() => VolumeUnderTest.InTemporaryFolder();

    private protected override Reason NameTooLong => WineErrors.NameTooLong;

    private protected override Platform MakePlatform() => new WindowsPlatform(_calls, new Refusals());

    // A volume that clones nothing has nothing in common.
    private protected override long BytesInCommon(string path, string other) => 0;

    private protected override string TemporaryOf(string destination) => Win32Path.TemporaryBeside(destination, 0);

    [TestMethod]
    public void WhatALivingReplaceHoldsIsLeftAloneAndTheDestinationIsReplacedAllTheSame() =>
        AssertLeftAlone(path => new HeldFile(_calls, path));
}
