using CopyOnWrite.Tool.Doctor;
using CopyOnWrite.Tool.Doctor.Checks;
using CopyOnWrite.Tool.Fixes;
using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Tests;

/// <summary>
/// What the doctor says about given trials and findings, also of systems that this is not: Windows whose own copy clones, large clusters,
/// a Dev Drive, PowerShell.
/// </summary>
[TestClass]
public sealed class DoctorWordsTests
{
    private const int Size = 131072;

    /// <summary>What the file system reports decides; where it reports nothing, the call's answer.</summary>
    [TestMethod]
    [DataRow(Reason.None, (long)Size, "")]
    [DataRow(Reason.None, null, "")]
    [DataRow(Reason.None, 65536L, "a clone was made, but only 65536 of 131072 bytes are shared")]
    [DataRow(Reason.SystemCopyClones, (long)Size, "")]
    [DataRow(Reason.SystemCopyClones, null, "")]
    [DataRow(
        Reason.SystemCopyClones, 0L,
        "by the system's own copy, which clones from this version on, but only 0 of 131072 bytes are shared")]
    [DataRow(Reason.VolumeCannotClone, 0L, "the volume cannot clone")]
    [DataRow(Reason.VolumeCannotClone, null, "the volume cannot clone")]
    public void AnOutcomeIsAClone(Reason reason, long? common, string why) => Assert.AreEqual(
        why, CloneProbe.WhyNot(reason == Reason.None ? CloneOutcome.Cloned(Size) : CloneOutcome.Copied(reason, Size), common, Size));

    [TestMethod]
    public void WhatTheTaskLeavesToTheBuiltInHasItsReason() =>
        Assert.AreEqual("access denied", CloneProbe.WhyNot(CloneOutcome.NotHandled(Reason.AccessDenied), null, Size));

    [TestMethod]
    [DataRow(4096L, 256 << 10)]
    [DataRow(2L << 20, 4 << 20)]
    public void TheFileIsNotSmallerThanTwoClusters(long cluster, int size) => Assert.AreEqual(size, CloneProbe.Size(cluster));

    [TestMethod]
    [DataRow(
        false, "a && b", "export NUGET_PACKAGES='/it'\\''s'", "printf '%s\\n' '<a b=\"1\" />' > '/it'\\''s'")]
    [DataRow(    // Windows PowerShell 5.1 has no &&.
        true, "a; b", "$env:NUGET_PACKAGES = '/it''s'; setx NUGET_PACKAGES '/it''s'",
        "Set-Content -LiteralPath '/it''s' -Value '<a b=\"1\" />'")]
    public void CommandsAreForTheShellOfTheSystem(bool onWindows, string line, string variable, string file)
    {
        Assert.AreEqual(line, ShellText.Line(["a", "b"], onWindows));
        Assert.AreEqual(variable, string.Join("; ", ShellText.SetVariable("NUGET_PACKAGES", "/it's", onWindows)));
        Assert.AreEqual(file, ShellText.WriteFile("/it's", "<a b=\"1\" />", onWindows));
    }

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

    [TestMethod]
    public void EachCheckIsALineAndDetailsAreOfWhatIsWrong()
    {
        Finding[] checks =
        [
            Finding.Ok("First is fine", "seen of the first"),
            Finding.Hint("Second is a hint", "hinted", Fix.Run("b")),
            Finding.Attention("Third is wrong", "wrong because", "Do c.", "Do c."),
        ];
        Assert.AreEqual("Needs attention: Third is wrong.", DoctorText.Summary(checks));
        using var output = new StringWriter();
        DoctorText.Write(new Screen(json: false, output), checks, details: false);
        CollectionAssert.AreEqual(
            (string[])
            [
                "", "[v] First is fine", "[i] Second is a hint", "[!] Third is wrong", "",
                "[!] Third is wrong", "    wrong because", "  > Do c.", "", "[i] Second is a hint", "    hinted", "  > Run: b", "",
            ],
            output.ToString().ReplaceLineEndings("\n").Split('\n'));
    }
}
