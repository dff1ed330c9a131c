using CopyOnWrite.Tool.Doctor;
using CopyOnWrite.Tool.Doctor.Checks;

namespace CopyOnWrite.Tool.Tests;

/// <summary>What the doctor says about given answers of Windows: the kind of volume.</summary>
[TestClass]
public sealed class DoctorOnWindowsWordsTests
{
    [TestMethod]
    [DataRow("NTFS", 0u, CheckStatus.Attention, "The repository's volume is NTFS, which cannot clone", "Settings > System")]
    [DataRow("ReFS", 0u, CheckStatus.Ok, "The repository's volume is ReFS, which clones, and not a Dev Drive", "")]
    [DataRow("ReFS", 0x4000u, CheckStatus.Ok, "The repository's volume is ReFS, which clones, and not a Dev Drive", "")]
    [DataRow(
        "ReFS", 0x2000u, CheckStatus.Hint, "The repository's volume is a Dev Drive, which clones, but is not trusted",
        "In an elevated PowerShell, run `fsutil devdrv trust` with the drive letter, such as `fsutil devdrv trust D:`.")]
    [DataRow("ReFS", 0x6000u, CheckStatus.Ok, "The repository's volume is a trusted Dev Drive, which clones", "")]
    [DataRow("ReFS", null, CheckStatus.Ok, "The repository's volume is ReFS, which clones; whether it is a Dev Drive is unknown", "")]
    public void TheKindOfVolumeIsThatOfItsFlags(string fileSystem, uint? flags, object status, string title, string fix)
    {
        DevDriveState state = flags is { } known ? WindowsVolume.DevDriveStateOf(known) : DevDriveState.Unknown;
        Finding finding = PlaceChecks.DevDrive(fileSystem, state);
        Assert.AreEqual(((CheckStatus)status, title), (finding.Status, finding.Title));
        Assert.StartsWith(fix, finding.Fix ?? string.Empty);
        Assert.AreEqual(fix.Length == 0, finding.Fix is null);
    }

    [TestMethod]
    public void VolumesThatCloneAreNamed() => CollectionAssert.AreEqual(
        (string[])[@"D:\ (ReFS)", @"E:\ (ReFS)"],
        CloningVolumes.ThatClone([(@"C:\", "NTFS"), (@"D:\", "ReFS"), (@"E:\", "ReFS")]).ToArray());

    [TestMethod]
    public void OfManyNamesThreeAreShown() => Assert.AreEqual("a, b, c and 2 more", Words.Some(["a", "b", "c", "d", "e"]));
}
