using CopyOnWrite.Tool.Doctor;
using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Tests;

/// <summary>
/// What the doctor says about given trials and findings, also of systems that this is not: Windows whose own copy clones, large clusters,
/// PowerShell.
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
    internal void AnOutcomeIsAClone(Reason reason, long? common, string why) => Assert.AreEqual(
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
        false, "a && b && c", "export NUGET_PACKAGES='/it'\\''s'", "printf '%s\\n' '<a b=\"1\" />' > '/it'\\''s'")]
    [DataRow(    // Windows PowerShell 5.1 has no &&; cmd would store single quotes as part of the value.
        true, "a; if ($?) { b; if ($?) { c } }", "$env:NUGET_PACKAGES = \"/it's\"; setx NUGET_PACKAGES \"/it's\"",
        "Set-Content -LiteralPath \"/it's\" -Value '<a b=\"1\" />'")]
    public void CommandsAreForTheShellOfTheSystem(bool onWindows, string line, string variable, string file)
    {
        Assert.AreEqual(line, ShellText.Line(["a", "b", "c"], onWindows));
        Assert.AreEqual(variable, string.Join("; ", ShellText.SetVariable("NUGET_PACKAGES", "/it's", onWindows)));
        Assert.AreEqual(file, ShellText.WriteFile("/it's", "<a b=\"1\" />", onWindows));
    }

    /// <summary>On Windows a terminal is as likely cmd, and a command stays on one line.</summary>
    [TestMethod]
    public void AStepNamesTheShellOfWindows()
    {
        string[] steps = [Fix.Run("a", onWindows: false), Fix.Run("a", onWindows: true), Fix.RunElevated("a")];
        CollectionAssert.AreEqual((string[])["Run: a", "In PowerShell: a", "In an elevated PowerShell: a"], steps);
        Assert.IsTrue(Array.TrueForAll(steps, Fix.IsCommand));
        Assert.IsFalse(Fix.IsCommand("In a.props, line 1, remove `a`."));
        Assert.AreEqual(
            "setx A 'D:\\$a'", ShellText.SetVariable("A", "D:\\$a", onWindows: true)[1], "PowerShell expands it in double quotes.");
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
