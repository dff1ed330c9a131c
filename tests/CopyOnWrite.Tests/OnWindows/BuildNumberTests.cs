namespace CopyOnWrite.Tests.OnWindows;

/// <summary>What the strategy takes the system for, and does then. COW_WINDOWS_BUILD: the number that the caller gave it.</summary>
[TestClass]
[TestCategory("Windows")]
public sealed class BuildNumberTests
{
    [TestMethod]
    public void TheBuildNumberIsTheSystems()
    {
        string? build = Environment.GetEnvironmentVariable("COW_WINDOWS_BUILD");
        Tools.SkipUnless(!string.IsNullOrEmpty(build), "COW_WINDOWS_BUILD names no build.");

        Assert.AreEqual(build, $"{new Win32Calls().BuildNumber()}");
    }

    /// <summary>By CopyFileEx, or once that was seen not to share blocks (as under Wine, whatever its number) by the task.</summary>
    [TestMethod]
    public void LaterCopiesOnAVolumeThatClonesAreClones()
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require("ReFS");
        string source = volume.PathOf("source");
        File.WriteAllBytes(source, RandomNumberGenerator.GetBytes(100_000));
        var cloner = new FlushingPlatform(new Win32Calls());

        CloneOutcome[] outcomes =
            [.. Enumerable.Range(0, VolumeInfo.EnoughApart + 1).Select(i => cloner.Copy(source, volume.PathOf($"{i}")))];

        string last = volume.PathOf($"{VolumeInfo.EnoughApart}");
        Assert.IsGreaterThanOrEqualTo(100_000, Extents.BytesInCommon(source, last), string.Join("; ", outcomes));
    }
}
