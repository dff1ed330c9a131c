namespace CopyOnWrite.Torture.Tests;

/// <summary>Who lists a folder that is being copied into finds files that are whole and that stay.</summary>
[TestClass]
[OSCondition(OperatingSystems.Linux)]
public sealed class GlobTests(TestContext context)
{
    private const int Rounds = 10;

    [TestMethod]
    [DataRow("btrfs")]
    [DataRow("xfs")]
    [DataRow("plain")]
    public void AWildcardFindsNoFileOfOursAndNoneIsMissingWhileFilesAreReplaced(string volume) =>
        AssertNothingIsFound(volume, Globs.RunReader);

    [TestMethod]
    [DataRow("plain")]
    public void AWebProjectBuildsWhileAnotherProjectReplacesFilesInItsWwwroot(string volume) => AssertNothingIsFound(volume, Globs.RunWeb);

    [TestMethod]
    [DataRow("plain")]
    public void ProjectsThatCopyAnOutputWhileOthersOverwriteItGetOneOfItsVersions(string volume) =>
        AssertNothingIsFound(volume, Globs.RunShared);

    private void AssertNothingIsFound(string name, Func<Ground, Places, Result> run)
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require(name);
        context.AssertNothingIsFound(Rounds, ground => run(ground, new Places(volume.Volume, volume.Volume)));
    }
}
