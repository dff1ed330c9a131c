namespace CopyOnWrite.Windows.Tests;

/// <summary>`build.cmd measure`, without the builds, for which Wine has no .NET SDK.</summary>
[TestClass]
public sealed class MeasureOnWindowsTests
{
    [TestMethod]
    public void NoLineFailsOnADriveThatClonesAndNothingIsLeft()
    {
        WindowsDrive drive = WindowsDrive.RequireD();
        Wine.Be(19045);

        // Not AnHourLater: a sleep ends by wineserver's clock, which the test before may have started without it: this waits two minutes.
        WineResult result = Wine.Run(
            WindowsPrograms.Publish("CopyOnWrite.Measure", "eng/Measure"), Wine.DriveC, [$@"{drive.Letter}:\", "--files-only"]);

        Assert.AreEqual(0, result.ExitCode, result.Output);

        // But for a full disk, a dismount, a restart, a program of `dotnet`, clones by CopyFileEx, and readers without POSIX renames.
        Assert.IsGreaterThanOrEqualTo(9, Regex.Count(result.Output, "^PASS ", RegexOptions.Multiline), result.Output);
        Assert.IsEmpty(Directory.GetDirectories(drive.Folder, "cow-measure*"), result.Output);
    }
}
