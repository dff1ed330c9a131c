namespace CopyOnWrite.Tests;

/// <summary>
/// What a worker does besides where no lock says whose a temporary file is: each has a random name, with the ids of its process and system.
/// </summary>
public abstract class WithoutLocksConformance : UnixCopyConformance
{
    /// <summary>The outcome does not report a clone.</summary>
    protected override bool Clones => false;

    /// <summary>Not asked: the suite takes each file for a copy. Of APFS no call tells.</summary>
    private protected override long BytesInCommon(string path, string other) => 0;

    /// <summary>What a process that has ended left.</summary>
    private protected override string TemporaryOf(string destination) =>
        Path.Combine(Path.GetDirectoryName(destination)!, Files.LeftByAnEndedProcess(Strategy));

    [TestMethod]
    [DataRow("of a living process", false)]
    [DataRow("of another system", true)]
    [DataRow("of another user", true)]
    public void WhatMayBeAnotherProcessesIsLeftAlone(string whose, bool hasEnded)
    {
        Tools.SkipUnless(whose != "of another user" || OperatingSystem.IsLinux(), "Only Linux is asked for a file's owner.");
        string name = hasEnded ? Files.LeftByAnEndedProcess(Strategy) : Strategy.ProcessFiles.NewName();
        name = whose == "of another system" ? name[..^"0.user".Length] + (name[^"0.user".Length] == '0' ? "1.user" : "0.user") : name;
        string planted = Files.Write(Volume.PathOf(name), 100);
        if (whose == "of another user")
        {
            Command.OutputOf("chown", "1", planted);
        }

        Strategy.Copy(Source, Destination).AssertIs(OutcomeKind.Copied);
        Strategy.Copy(Source, Destination).AssertIs(OutcomeKind.Copied);

        AssertOnly(name, "destination", "source");
    }

    /// <summary>MSBuild's server lives for days.</summary>
    [TestMethod]
    public void EachFileThatAnEndedProcessLeftIsRemovedAlsoLaterInTheLifeOfAProcess()
    {
        var files = new ProcessFiles(Strategy, betweenListings: TimeSpan.Zero);
        for (int build = 0; build < 2; build++)
        {
            Array.ForEach([1, 2, 3], thread => Files.Write(TemporaryOf(Destination), 4000));

            Assert.IsNotNull(files.NewNameIn(Volume.Folder));

            AssertOnly();
        }
    }
}

[TestClass]
[OSCondition(OperatingSystems.Linux)]
public sealed class CopyingWithoutLocks : WithoutLocksConformance
{
    private protected override VolumeUnderTest OpenVolume() => VolumeUnderTest.Require("plain");

    /// <summary>The folder has refused a lock.</summary>
    private protected override Platform MakePlatform()
    {
        var platform = new LinuxPlatform(new Refusals());
        platform.RefusingFolders.Remember(
            NativePath.Hash(Encoding.UTF8.GetBytes(Volume.Folder + "/\0")), LinuxDestination.Locks, Reason.DestinationFolderRefuses);
        return platform;
    }
}

/// <summary>On APFS, by clonefile(2) where a clone is wanted: COW_VOLUME_APFS.</summary>
[TestClass]
[OSCondition(OperatingSystems.OSX)]
public sealed class CopyingOnApfs : WithoutLocksConformance
{
    protected override bool ClonesOnDemand => true;

    private protected override VolumeUnderTest OpenVolume() => VolumeUnderTest.Require("apfs");

    private protected override Platform MakePlatform() => new CopyOnWrite.MacOS.MacPlatform();
}
