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

    private static readonly CloneOutcome s_bySystem = CloneOutcome.Copied(Reason.SystemCopyClones, Size);

    [TestMethod]
    public void ACopyByTheSystemThatClonesIsAClone()
    {
        Assert.AreEqual(string.Empty, CloneProbe.WhyNot(s_bySystem, Size, Size));
        Assert.AreEqual(string.Empty, CloneProbe.WhyNot(s_bySystem, null, Size), "The file system does not tell, so the answer counts.");
    }

    [TestMethod]
    public void ACopyByTheSystemThatSharesNothingIsNone() =>
        Assert.AreEqual(
            "by the system's own copy, which clones from this version on, but only 0 of 131072 bytes are shared",
            CloneProbe.WhyNot(s_bySystem, 0, Size));

    [TestMethod]
    public void ACloneIsOneUnlessTheFileSystemTellsOtherwise()
    {
        Assert.AreEqual(string.Empty, CloneProbe.WhyNot(CloneOutcome.Cloned(Size), Size, Size));
        Assert.AreEqual(string.Empty, CloneProbe.WhyNot(CloneOutcome.Cloned(Size), null, Size));
        Assert.AreEqual(
            "a clone was made, but only 65536 of 131072 bytes are shared", CloneProbe.WhyNot(CloneOutcome.Cloned(Size), 65536, Size));
    }

    [TestMethod]
    public void ACopyHasItsReason()
    {
        Assert.AreEqual("the volume cannot clone", CloneProbe.WhyNot(CloneOutcome.Copied(Reason.VolumeCannotClone, Size), 0, Size));
        Assert.AreEqual("the volume cannot clone", CloneProbe.WhyNot(CloneOutcome.Copied(Reason.VolumeCannotClone, Size), null, Size));
        Assert.AreEqual("access denied", CloneProbe.WhyNot(CloneOutcome.NotHandled(Reason.AccessDenied), null, Size));
    }

    [TestMethod]
    [DataRow(4096L, new[] { 16 << 10, 256 << 10, 4 << 20 })]
    [DataRow(65536L, new[] { 128 << 10, 256 << 10, 4 << 20 })]
    [DataRow(2L << 20, new[] { 4 << 20 })]
    public void NoFileIsSmallerThanTwoClusters(long cluster, int[] sizes) => CollectionAssert.AreEqual(sizes, CloneProbe.Sizes(cluster));

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
