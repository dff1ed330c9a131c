using CopyOnWrite.Tool.Doctor;
using CopyOnWrite.Tool.Doctor.Checks;

namespace CopyOnWrite.Tool.Tests;

/// <summary>What the doctor says about given answers of Windows: the kind of volume.</summary>
[TestClass]
public sealed class DoctorOnWindowsWordsTests
{
    [TestMethod]
    [DataRow(0u, null, null, "")]
    [DataRow(0x4000u, null, null, "")]
    [DataRow(
        0x2000u, CheckStatus.Hint, "The repository's volume is a Dev Drive, which clones, but is not trusted",
        "In an elevated PowerShell, run `fsutil devdrv trust` with the drive letter, such as `fsutil devdrv trust D:`.")]
    [DataRow(0x6000u, CheckStatus.Ok, "The repository's volume is a trusted Dev Drive, which clones", "")]
    public void TheKindOfVolumeIsThatOfItsFlags(uint flags, object? status, string? title, string fix)
    {
        Finding? finding = PlaceChecks.DevDrive(WindowsVolume.DevDriveStateOf(flags));
        Assert.AreEqual(((CheckStatus?)status, title), (finding?.Status, finding?.Title));
        Assert.AreEqual(fix, finding?.Fix ?? string.Empty);
    }

    [TestMethod]
    public void VolumesThatCloneAreNamed() => CollectionAssert.AreEqual(
        (string[])[@"D:\ (ReFS)", @"E:\ (ReFS)"],
        CloningVolumes.ThatClone([(@"C:\", "NTFS"), (@"D:\", "ReFS"), (@"E:\", "ReFS")]).ToArray());

    [TestMethod]
    public void OfManyNamesThreeAreShown() => Assert.AreEqual("a, b, c and 2 more", Words.Some(["a", "b", "c", "d", "e"]));
}
