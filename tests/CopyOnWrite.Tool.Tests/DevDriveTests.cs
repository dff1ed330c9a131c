using CopyOnWrite.Tool.Doctor;
using CopyOnWrite.Tool.Doctor.Windows;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Tool.Tests;

/// <summary>What the doctor would say on Windows, as text: nothing of it ran there.</summary>
[TestClass]
public sealed class DevDriveTests
{
    [TestMethod]
    public void NtfsCannotClone()
    {
        Finding finding = DevDrive.Finding("C:", "NTFS", new Says(null));
        Assert.AreEqual(CheckStatus.Attention, finding.Status);
        Assert.AreEqual("The repository's volume C: is NTFS, which cannot clone", finding.Title);
    }

    [TestMethod]
    public void ADevDriveIsShownInWindowsOwnWordsWithTheCommandsForIt()
    {
        Finding finding = DevDrive.Finding("D:", "ReFS", new Says("Dies ist ein vertrauenswürdiges Entwicklervolume.\r\n"));
        Assert.AreEqual(CheckStatus.Ok, finding.Status);
        Assert.StartsWith("Dies ist ein vertrauenswürdiges Entwicklervolume.\n", finding.Detail);
        Assert.Contains("fsutil devdrv setFiltersAllowed /volume D: \"ProcMon24, <the noted ones>\"", finding.Detail);
        Assert.Contains("fsutil devdrv setFiltersAllowed /volume D: \"FileInfo, <the noted ones>\"", finding.Detail);
        Assert.Contains("fsutil devdrv clearFiltersAllowed D:", finding.Detail);
        Assert.Contains("refsutil leak D: /s $env:TEMP\\ReFSRepair.tmp /d", finding.Detail);
    }

    [TestMethod]
    public void ReFSWithoutDevDriveSupportIsSaidToBeThat() =>
        Assert.StartsWith("`fsutil devdrv query E:` gave no answer", DevDrive.Finding("E:", "ReFS", new Says(null)).Detail);

    [TestMethod]
    public void AVolumeMountedInAFolderIsNamedByTheFolder()
    {
        Finding finding = DevDrive.Finding(@"C:\dev drive", "ReFS", new Says("..."));
        Assert.AreEqual(@"The repository's volume C:\dev drive is ReFS, which clones", finding.Title);
        Assert.Contains("fsutil devdrv trust \"C:\\dev drive\"", finding.Detail);
    }

    private sealed class Says(string? answer) : IDevDriveQuery
    {
        public string? Query(string volume) => answer;
    }
}
