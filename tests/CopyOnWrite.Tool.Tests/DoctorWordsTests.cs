using CopyOnWrite.Tool.Doctor;
using CopyOnWrite.Tool.Doctor.Checks;

namespace CopyOnWrite.Tool.Tests;

/// <summary>What the doctor says about given trials and findings, also of systems that this is not.</summary>
[TestClass]
public sealed class DoctorWordsTests
{
    private const int Size = 262144;

    /// <summary>What the file system reports decides; where it reports nothing, the call's answer.</summary>
    [TestMethod]
    [DataRow(Reason.None, (long)Size, "")]
    [DataRow(Reason.None, null, "")]
    [DataRow(Reason.None, 65536L, "a clone was made, but only 65536 of 262144 bytes are shared")]
    [DataRow(Reason.SystemCopyClones, (long)Size, "")]
    [DataRow(Reason.SystemCopyClones, null, "")]
    [DataRow(Reason.SystemCopyClones, 0L, "a clone was made, but only 0 of 262144 bytes are shared")]
    [DataRow(Reason.VolumeCannotClone, 0L, "the volume cannot clone")]
    [DataRow(Reason.VolumeCannotClone, null, "the volume cannot clone")]
    internal void AnOutcomeIsAClone(Reason reason, long? common, string why) => Assert.AreEqual(
        why, CloneProbe.WhyNot(reason == Reason.None ? CloneOutcome.Cloned(Size) : CloneOutcome.Copied(reason, Size), common));

    [TestMethod]
    public void WhatTheTaskLeavesToTheBuiltInHasItsReason() =>
        Assert.AreEqual("access denied", CloneProbe.WhyNot(CloneOutcome.NotHandled(Reason.AccessDenied), null));

    /// <summary>As on a Mac, where no call says what two files share.</summary>
    [TestMethod]
    [DataRow(false, CheckStatus.Ok, "Outputs are cloned")]
    [DataRow(true, CheckStatus.Hint, "Outputs are cloned, if the system's own copy clones there")]
    internal void ACloneThatNothingShowsIsAHint(bool isAssumed, CheckStatus status, string title)
    {
        var probe = new CloneProbe(Volume.At("/"), Volume.At("/")) { IsAssumed = isAssumed };

        Finding finding = PlaceChecks.Cloned([new FolderPair("/", "/", false, probe)], "Outputs are cloned", "detail");

        Assert.AreEqual((status, title), (finding.Status, finding.Title));
    }

    [TestMethod]
    public void EachCheckIsALineAndDetailsAreOfWhatIsWrong()
    {
        Finding[] checks =
        [
            Finding.Ok("First is fine", "seen of the first"),
            Finding.Hint("Second is a hint", "hinted", "Do b."),
            Finding.Attention("Third is wrong", "wrong because", "Do c.", "Do c."),
        ];
        Assert.AreEqual("Needs attention: Third is wrong.", DoctorText.Summary(checks));
        using var output = new StringWriter();
        DoctorText.Write(new Screen(json: false, output), checks, details: false);
        CollectionAssert.AreEqual(
            (string[])
            [
                "", "[v] First is fine", "[i] Second is a hint", "[!] Third is wrong", "",
                "[!] Third is wrong", "    wrong because", "  > Do c.", "", "[i] Second is a hint", "    hinted", "  > Do b.", "",
            ],
            output.ToString().ReplaceLineEndings("\n").Split('\n'));
    }

    [TestMethod]
    [DataRow(false, 16)]
    [DataRow(true, 104)]
    public void OfAHundredProjectsSomeAreShownAndTheirCount(bool details, int lines)
    {
        string[] all = [.. Enumerable.Range(0, 50).Select(i => $"Project {i}")];
        using var output = new StringWriter();
        DoctorText.Write(new Screen(json: false, output), [Finding.Attention("Many are wrong", string.Join('\n', all), all)], details);
        string text = output.ToString();
        Assert.HasCount(lines, text.TrimEnd().Split('\n'));
        Assert.AreEqual(!details, text.Contains("  > ... and 45 more: --details shows them.", StringComparison.Ordinal), text);
    }

    [TestMethod]
    [DataRow(0u, null, null, "")]
    [DataRow(0x4000u, null, null, "")]
    [DataRow(
        0x2000u, CheckStatus.Hint, "The repository's Dev Drive is not trusted",
        "As an administrator, run `fsutil devdrv trust` with the drive letter, such as `fsutil devdrv trust D:`.")]
    [DataRow(0x6000u, CheckStatus.Ok, "The repository's Dev Drive is trusted", "")]
    public void ADevDriveIsTrustedByTheFlagsOfItsVolume(uint flags, object? status, string? title, string fix)
    {
        Finding? finding = PlaceChecks.OfDevDrive(DevDrive.IsTrusted(flags));
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
