using CopyOnWrite.Tool.Doctor;
using CopyOnWrite.Tool.Doctor.Checks;

namespace CopyOnWrite.Tool.Tests;

/// <summary>What the doctor says about given answers of Windows: the kind of volume, its scanner, its filters.</summary>
[TestClass]
public sealed class DoctorOnWindowsWordsTests
{
    private const string Scans = "Microsoft Defender scans each file on D: as it is opened";
    private const string Hidden = "N/A: Must be an administrator to view exclusions";

    [TestMethod]
    [DataRow("NTFS", 0u, CheckStatus.Attention, "The repository's volume D: is NTFS, which cannot clone", "Settings > System")]
    [DataRow("ReFS", 0u, CheckStatus.Ok, "The repository's volume D: is ReFS, which clones, and not a Dev Drive", "")]
    [DataRow("ReFS", 0x4000u, CheckStatus.Ok, "The repository's volume D: is ReFS, which clones, and not a Dev Drive", "")]
    [DataRow(
        "ReFS", 0x2000u, CheckStatus.Hint, "The repository's volume D: is a Dev Drive, which clones, but is not trusted",
        "In an elevated PowerShell: fsutil devdrv trust \"D:\"")]
    [DataRow("ReFS", 0x6000u, CheckStatus.Ok, "The repository's volume D: is a trusted Dev Drive, which clones", "")]
    [DataRow("ReFS", null, CheckStatus.Ok, "The repository's volume D: is ReFS, which clones; whether it is a Dev Drive is unknown", "")]
    public void TheKindOfVolumeIsThatOfItsFlags(string fileSystem, uint? flags, object status, string title, string fix)
    {
        DevDriveState state = flags is { } known ? WindowsVolume.DevDriveStateOf(known) : DevDriveState.Unknown;
        Finding finding = WindowsChecks.DevDrive("D:", fileSystem, state);
        Assert.AreEqual(((CheckStatus)status, title), (finding.Status, finding.Title));
        Assert.StartsWith(fix, finding.Fix ?? string.Empty);
        Assert.AreEqual(fix.Length == 0, finding.Fix is null);
    }

    [TestMethod]
    [DataRow(DevDriveState.Trusted, null, CheckStatus.Hint, "Whether Microsoft Defender scans files on D: is unknown")]
    [DataRow(DevDriveState.Trusted, "\r\n\r\n\r\n", CheckStatus.Hint, "Whether Microsoft Defender scans files on D: is unknown")]
    [DataRow(
        DevDriveState.Trusted, "Normal\r\nTrue\r\n1\r\n" + Hidden + "\r\n", CheckStatus.Ok,
        "Microsoft Defender scans files on D: after they were opened, in performance mode")]
    [DataRow(DevDriveState.Trusted, "Normal\nTrue\n0\n", CheckStatus.Hint, Scans + ": its performance mode is off")]
    [DataRow(
        DevDriveState.Trusted, "Normal\nTrue\n\n", CheckStatus.Hint,
        "Whether Microsoft Defender has performance mode on D: is unknown; its real-time protection is on")]
    [DataRow(
        DevDriveState.Unknown, "Normal\nTrue\n1\n", CheckStatus.Hint,
        "Whether Microsoft Defender has performance mode on D: is unknown; its real-time protection is on")]
    [DataRow(DevDriveState.Untrusted, "Normal\nTrue\n1\n" + Hidden, CheckStatus.Hint, Scans)]
    [DataRow(DevDriveState.NoDevDrive, "\nTrue\n\nD:\\srcs\\\nE:\\", CheckStatus.Hint, Scans)]
    [DataRow(DevDriveState.NoDevDrive, "Normal\nTrue\n1\nC:\\\nd:\\SRC\\", CheckStatus.Ok,
        "Microsoft Defender does not scan the repository: d:\\SRC\\ is excluded")]
    [DataRow(DevDriveState.NoDevDrive, "Normal\nTrue\n1\nD:\\", CheckStatus.Ok,
        "Microsoft Defender does not scan the repository: D:\\ is excluded")]
    [DataRow(DevDriveState.NoDevDrive, "Normal\nFalse\n1\n", CheckStatus.Ok, "Microsoft Defender's real-time protection is off")]
    [DataRow(DevDriveState.NoDevDrive, "Passive Mode\nTrue\n1\n", CheckStatus.Ok, "Microsoft Defender's real-time protection is off")]
    public void TheScannerIsDescribedOrUnknown(object drive, string? output, object status, string title)
    {
        Finding finding = WindowsChecks.Defender("D:", @"D:\src\repo", (DevDriveState)drive, output);
        Assert.AreEqual(((CheckStatus)status, title), (finding.Status, finding.Title));
        Assert.AreEqual(
            title.EndsWith("is off", StringComparison.Ordinal) && finding.Status == CheckStatus.Hint
                ? "In an elevated PowerShell: Set-MpPreference -PerformanceModeStatus Enabled" : null,
            finding.Fix);
    }

    [TestMethod]
    [DataRow(Hidden, true)]
    [DataRow("C:\\other", false)]
    public void ExclusionsThatWindowsDoesNotShowAreMentioned(string excluded, bool hidden) => Assert.AreEqual(
        hidden,
        WindowsChecks.Defender("D:", @"D:\src", DevDriveState.NoDevDrive, $"Normal\nTrue\n1\n{excluded}").Detail
            .Contains("to administrators only", StringComparison.Ordinal));

    [TestMethod]
    public void FiltersAreListedOrUnknown()
    {
        Finding two = WindowsChecks.Filters("D:", """

            Filter                Altitude        Instance Name       Frame   SprtFtrs  VlStatus
            --------------------  -------------  -------------------  -----   --------  --------
            WdFilter              328010         WdFilter Instance      0     0000000f
            bindflt               409800         bindflt Instance       0     0000000f
            bindflt               409801         bindflt Second         0     0000000f

            """.ReplaceLineEndings("\r\n"));
        Assert.AreEqual((CheckStatus.Ok, "2 filters on D:: WdFilter, bindflt"), (two.Status, two.Title));
        foreach (string? refused in (string?[])[null, string.Empty, "Zugriff verweigert"])
        {
            Finding unknown = WindowsChecks.Filters(@"C:\dev drive", refused);
            Assert.AreEqual((CheckStatus.Hint, @"Which filters are attached to C:\dev drive is unknown"), (unknown.Status, unknown.Title));
            Assert.AreEqual("In an elevated PowerShell: fltmc instances -v \"C:\\dev drive\"", unknown.Fix);
        }
    }

    [TestMethod]
    public void VolumesThatCloneAreNamed() => Assert.AreEqual(
        @"D:\ (ReFS) or E:\ (ReFS)",
        CloningVolumes.Named(CloningVolumes.ThatClone([(@"C:\", "NTFS"), (@"D:\", "ReFS"), (@"E:\", "ReFS")])));

    [TestMethod]
    [DataRow(0L, "unknown")]
    [DataRow(5_850_000L, "5.85 MB in the cache were copied")]
    public void PackagesOnAnotherVolumeCostWhatTheCacheHolds(long cached, string cost) =>
        Assert.StartsWith(cost, PlaceChecks.CostOf(cached));

    /// <summary>More than a pipe holds, and a program that does not end.</summary>
    [TestMethod]
    [DataRow("head -c 300000 /dev/zero | tr '\\0' a", 60_000, 300_000)]
    [DataRow("echo a; exit 3", 60_000, null)]
    [DataRow("echo a; sleep 300", 500, null)]
    public void AProgramIsAskedForALimitedTime(string line, int milliseconds, int? length)
    {
        Tools.SkipUnless(!OperatingSystem.IsWindows(), "No POSIX shell.");
        var clock = System.Diagnostics.Stopwatch.StartNew();
        Assert.AreEqual(length, WindowsProgram.Output("/bin/sh", ["-c", line], TimeSpan.FromMilliseconds(milliseconds))?.Length);
        Assert.IsLessThan(TimeSpan.FromSeconds(120), clock.Elapsed);
        Assert.IsNull(WindowsProgram.Output("/no such program", []));
    }
}
