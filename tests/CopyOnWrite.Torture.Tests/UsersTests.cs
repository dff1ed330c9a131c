namespace CopyOnWrite.Torture.Tests;

/// <summary>What another user may do to a build at each moment of one scene.</summary>
[TestClass]
[OSCondition(OperatingSystems.Linux)]
public sealed class UsersTests(TestContext context)
{
    // The copy makes the folder, its tag, its .gitignore, a claim, an entry, a record, and notes that it was pruned.
    private const int FewestMoments = 10;

    private const int FilesOfASource = 5;

    /// <summary>A user who may write to the project's folder may rename the cache's folder, and put a link of its name there.</summary>
    [TestMethod]
    public void ACacheFolderThatIsExchangedForALinkDuringTheBuildLeadsToNothingMadeBehindTheLink() => AssertNothingIsWrong(
        scene => scene is { IsStaging: false, WarmCache: false, Name: "a new file" },
        (name, attack, during) => during && name == World.Cache && attack.Name == "a link to a folder",
        FewestMoments);

    [TestMethod]
    public void AFileOfHisThatIsNewerThanItsSourceStaysWhereOnlyNewerFilesAreStaged() => AssertNothingIsWrong(
        scene => scene is { WarmCache: false, KeepsNewer: true },
        (name, attack, during) => !during && name.StartsWith(World.Out + "/", StringComparison.Ordinal) && attack.Name == Attack.OwnFile,
        FilesOfASource);

    private void AssertNothingIsWrong(Func<Scene, bool> isMeant, Func<string, Attack, bool, bool> isPlanted, int fewest)
    {
        Tools.Require("strace");
        Tools.SkipUnless(Environment.IsPrivilegedProcess, "Only root can be two users.");
        using VolumeUnderTest plain = VolumeUnderTest.Require("plain");
        using VolumeUnderTest btrfs = VolumeUnderTest.Require("btrfs");
        Scene[] scenes = [.. Scene.All.Where(scene => scene.Places.Name == "ext4 to btrfs" && isMeant(scene))];
        context.AssertNothingIsFound(null, ground => Users.RunScenes(ground, scenes, isPlanted), fewest);
    }
}
