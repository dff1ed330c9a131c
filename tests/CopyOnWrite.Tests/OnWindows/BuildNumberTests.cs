namespace CopyOnWrite.Tests.OnWindows;

/// <summary>
/// What the strategy takes the system for, and what it does then. COW_WINDOWS_BUILD is the number that the caller gave the system.
/// </summary>
[TestClass]
[TestCategory("Windows")]
[TestCategory("BuildNumber")]
public sealed class BuildNumberTests
{
    private const uint FirstBuildThatClones = 26100;

    private static readonly uint s_build = uint.Parse(
        Environment.GetEnvironmentVariable("COW_WINDOWS_BUILD") ?? "0", CultureInfo.InvariantCulture);

    [TestMethod]
    public void TheBuildNumberIsTheSystems() => Assert.AreEqual(s_build, new Win32Calls().BuildNumber());

    [TestMethod]
    public void ACloneIsAskedForOnlyWhereTheSystemsOwnCopyMakesNone()
    {
        string folder = Directory.CreateTempSubdirectory("cow-build").FullName;
        string source = Path.Combine(folder, "source");
        File.WriteAllBytes(source, new byte[100_000]);
        var calls = new CallsOnAVolumeThatClones();

        CloneOutcome outcome = new WindowsPlatform(calls, new Refusals(), flushesSources: true).Copy(
            source, Path.Combine(folder, "destination"));

        // Asked for and refused: the volume only says that it clones.
        outcome.AssertIs(OutcomeKind.Copied);
        Assert.AreEqual(s_build >= FirstBuildThatClones, outcome.Reason == Reason.SystemCopyClones, outcome.ToString());
        Assert.AreEqual(s_build >= FirstBuildThatClones ? 0 : 1, calls.ClonesAskedFor, outcome.ToString());
        CollectionAssert.AreEqual(new byte[100_000], File.ReadAllBytes(Path.Combine(folder, "destination")));
        Directory.Delete(folder, recursive: true);
    }

    /// <summary>By CopyFileEx, or once that was seen not to share blocks (as under Wine, whatever its number) by the task.</summary>
    [TestMethod]
    public void TheSecondCopyOnAVolumeThatClonesIsAClone()
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require("ReFS");
        string source = volume.PathOf("source");
        File.WriteAllBytes(source, RandomNumberGenerator.GetBytes(100_000));
        var cloner = new WindowsPlatform(new Win32Calls(), new Refusals(), flushesSources: true);

        CloneOutcome first = cloner.Copy(source, volume.PathOf("first"));
        CloneOutcome second = cloner.Copy(source, volume.PathOf("second"));

        Assert.IsGreaterThanOrEqualTo(100_000, Extents.BytesInCommon(source, volume.PathOf("second")), $"{first}; {second}");
    }
}
