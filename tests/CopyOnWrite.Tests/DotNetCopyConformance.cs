namespace CopyOnWrite.Tests;

/// <summary>The suite for the worker that copies by .NET, as on macOS, in the platform for preloaded libraries.</summary>
public abstract class DotNetCopyConformance(string volume, bool clones) : WithoutLocksConformance
{
    private protected override VolumeUnderTest OpenVolume() => VolumeUnderTest.Require(volume);

    private protected override Platform MakePlatform() => new DotNetLinuxPlatform();

    [TestMethod]
    public void DotNetClonesWhereTheVolumeCanAndTheOutcomeIsTheSystemsCopy()
    {
        string source = Files.Write(Volume.PathOf("source"), 262_144);

        Strategy.Copy(source, Destination).AssertIs(OutcomeKind.Copied, Reason.SystemCopyClones);

        Assert.AreEqual(clones ? 262_144 : 0, Extents.BytesInCommon(source, Destination));
    }

    [TestMethod]
    public void TheTimeIsTheSourcesToTheNanosecond()
    {
        Command.OutputOf("touch", "-d", "2021-01-02 03:04:05.123456789", Source);

        Strategy.Copy(Source, Destination).AssertIs(OutcomeKind.Copied);
        Strategy.Copy(Source, Destination).AssertIs(OutcomeKind.Copied);

        Assert.AreEqual(FileStatus.Of(Source).Modified, FileStatus.Of(Destination).Modified);
        Assert.AreEqual(123456789, FileStatus.Of(Destination).Modified % 1_000_000_000);
    }

    [TestMethod]
    public void AFolderWhoseFilesCannotBeRemovedKeepsOneTemporaryFileAtMost()
    {
        Tools.SkipUnless(Environment.UserName == "root", "Only root makes a folder append-only.");
        string folder = Directory.CreateDirectory(Volume.PathOf("drop")).FullName;
        Command.OutputOf("chattr", "+a", folder);
        try
        {
            Strategy.Copy(Source, Path.Combine(folder, "one")).AssertIs(OutcomeKind.NotHandled, Reason.AccessDenied);
            Strategy.Copy(Source, Path.Combine(folder, "two")).AssertIs(OutcomeKind.NotHandled, Reason.DestinationFolderRefuses);

            string[] left = Directory.GetFileSystemEntries(folder);
            Assert.HasCount(1, left, string.Join(", ", left));
        }
        finally
        {
            Command.OutputOf("chattr", "-a", folder);
        }
    }
}

[TestClass]
[OSCondition(OperatingSystems.Linux)]
public sealed class CopyingByDotNetOnBtrfs() : DotNetCopyConformance("btrfs", clones: true);

[TestClass]
[OSCondition(OperatingSystems.Linux)]
public sealed class CopyingByDotNetOnXfs() : DotNetCopyConformance("xfs", clones: true);

[TestClass]
[OSCondition(OperatingSystems.Linux)]
public sealed class CopyingByDotNetOnAPlainVolume() : DotNetCopyConformance("plain", clones: false);
