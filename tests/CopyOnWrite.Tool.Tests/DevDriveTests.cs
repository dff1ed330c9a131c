using CopyOnWrite.Tool.Doctor;
using CopyOnWrite.Tool.Doctor.Checks;

namespace CopyOnWrite.Tool.Tests;

/// <summary>What the doctor would say on Windows, as text: nothing of it ran there.</summary>
[TestClass]
public sealed class DevDriveTests
{
    [TestMethod]
    public void NtfsCannotClone()
    {
        Finding finding = DevDriveCheck.Of("C:", "NTFS", _ => null);
        Assert.AreEqual(CheckStatus.Attention, finding.Status);
        Assert.AreEqual("The repository's volume C: is NTFS, which cannot clone", finding.Title);
    }

    [TestMethod]
    public void ADevDriveIsShownInWindowsOwnWordsWithTheCommandsForIt()
    {
        Finding finding = DevDriveCheck.Of("D:", "ReFS", _ => "Dies ist ein vertrauenswürdiges Entwicklervolume.\r\n");
        Assert.AreEqual(CheckStatus.Ok, finding.Status);
        Assert.StartsWith("Dies ist ein vertrauenswürdiges Entwicklervolume.\n", finding.Detail);
        Assert.Contains("fsutil devdrv setFiltersAllowed /volume D: \"<the filter>, <the noted ones>\"", finding.Detail);
        Assert.Contains("fsutil devdrv clearFiltersAllowed D:", finding.Detail);
        Assert.Contains("refsutil leak D: /s $env:TEMP\\ReFSRepair.tmp /d", finding.Detail);
    }

    [TestMethod]
    public void ReFSWithoutDevDriveSupportIsSaidToBeThat() =>
        Assert.StartsWith("`fsutil devdrv query E:` gave no answer", DevDriveCheck.Of("E:", "ReFS", _ => null).Detail);

    [TestMethod]
    public void AVolumeMountedInAFolderIsNamedByTheFolder()
    {
        Finding finding = DevDriveCheck.Of(@"C:\dev drive", "ReFS", _ => "...");
        Assert.AreEqual(@"The repository's volume C:\dev drive is ReFS, which clones", finding.Title);
        Assert.Contains("fsutil devdrv trust \"C:\\dev drive\"", finding.Detail);
    }
}
