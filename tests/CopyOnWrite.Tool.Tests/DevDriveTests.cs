using CopyOnWrite.Tool.Doctor;
using CopyOnWrite.Tool.Doctor.Checks;

namespace CopyOnWrite.Tool.Tests;

/// <summary>What the doctor would say on Windows, as text: nothing of it ran there.</summary>
[TestClass]
public sealed class DevDriveTests
{
    [TestMethod]
    [DataRow("C:", "NTFS", null, CheckStatus.Attention, "The repository's volume C: is NTFS, which cannot clone", "A Dev Drive is a ReFS")]
    [DataRow("D:", "ReFS", "Dies ist ein Entwicklervolume.\r\n", CheckStatus.Ok, "The repository's volume D: is ReFS, which clones",
        "Dies ist ein Entwicklervolume.\nTo trust it, ")]
    [DataRow("E:", "ReFS", null, CheckStatus.Ok, "The repository's volume E: is ReFS, which clones",
        "`fsutil devdrv query E:` gave no answer: this is ReFS without Dev Drive support.")]
    [DataRow(@"C:\dev drive", "ReFS", "...", CheckStatus.Ok, @"The repository's volume C:\dev drive is ReFS, which clones",
        "...\nTo trust it, so that the virus scanner does not delay the build's file accesses, in an elevated PowerShell: "
            + "fsutil devdrv trust \"C:\\dev drive\"")]
    public void AVolumeIsNamedWithItsFileSystemAndWindowsOwnWords(
        string volume, string fileSystem, string? fsutil, object status, string title, string detail)
    {
        Finding finding = DevDriveCheck.Of(volume, fileSystem, _ => fsutil);
        Assert.AreEqual(((CheckStatus)status, title), (finding.Status, finding.Title));
        Assert.StartsWith(detail, finding.Detail);
    }
}
