namespace CopyOnWrite.Windows.Tests;

/// <summary>`build.cmd measure`, without the builds, for which Wine has no .NET SDK.</summary>
[TestClass]
public sealed class MeasureOnWindowsTests
{
    // A disk that is too large to fill, a dismount, a restart, and the system's own clones, which Wine's CopyFileEx does not make.
    private const int NotShown = 4;

    [TestMethod]
    public void NoLineFailsOnADriveThatClonesAndNothingIsLeft()
    {
        WindowsDrive drive = WindowsDrive.RequireD();
        Wine.Be(19045);
        WineResult result = Wine.Run(WindowsPrograms.Publish("CopyOnWrite.Measure", "eng/Measure"), Wine.DriveC, [$@"{drive.Letter}:\", "--files-only"]);

        Assert.AreEqual(0, result.ExitCode, result.Output);
        Assert.HasCount(9, Regex.Matches(result.Output, "^PASS ", RegexOptions.Multiline), result.Output);
        Assert.HasCount(NotShown, Regex.Matches(result.Output, "^NOT SHOWN ", RegexOptions.Multiline), result.Output);
        Assert.IsEmpty(Directory.GetDirectories(drive.Folder, "cow-measure*"), result.Output);
    }
}
