using CopyOnWrite.Tool.Doctor;
using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Tests;

/// <summary>
/// How the doctor judges what it tried, where this system cannot play: Windows whose own copy clones, large clusters, a Mac, PowerShell.
/// </summary>
[TestClass]
public sealed class CloneProbeTests
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
    public void AVariableIsSetInTheShellOfTheSystem()
    {
        CollectionAssert.AreEqual(
            (string[])[@"$env:NUGET_PACKAGES = 'D:\it''s'", @"setx NUGET_PACKAGES 'D:\it''s'"],
            ShellText.SetVariable("NUGET_PACKAGES", @"D:\it's", onWindows: true));
        CollectionAssert.AreEqual(
            (string[])["export NUGET_PACKAGES='/it'\\''s'"], ShellText.SetVariable("NUGET_PACKAGES", "/it's", onWindows: false));
    }
}
