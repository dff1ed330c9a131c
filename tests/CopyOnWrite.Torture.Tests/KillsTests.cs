namespace CopyOnWrite.Torture.Tests;

/// <summary>What a killed call leaves: a target with Inputs and Outputs never looks again at a file newer than its source.</summary>
[TestClass]
[OSCondition(OperatingSystems.Linux)]
public sealed class KillsTests(TestContext context)
{
    private const int Points = 8;

    [TestMethod]
    [DataRow("plain", "btrfs", "Copy", DisplayName = "new files between volumes, into an empty cache")]
    [DataRow("plain", "xfs", "Copy")]
    [DataRow("tmpfs", "plain", "Copy", DisplayName = "new files between volumes that cannot clone")]
    [DataRow("plain", "plain", "Copy")]
    [DataRow("tmpfs", "plain", "library")]
    [DataRow("plain", "xfs", "staging")]
    public void AKilledCallLeavesNoPartOfAFileThatIsNewerThanItsSource(string from, string to, string task)
    {
        Tools.Require("strace");
        AssertNothingIsWrong(
            [.. Scene.All.Concat(Scene.OfTheLibrary).Where(scene => scene.Tool.Name == task && scene.Name is "a new file" or "a folder")],
            from, to, CrashPoints.RunScenes);
    }

    /// <summary>A kill ends FICLONE between two extents, and a copy between two calls.</summary>
    [TestMethod]
    [DataRow("btrfs", "btrfs", "Copy")]
    [DataRow("btrfs", "btrfs", "library")]
    [DataRow("plain", "btrfs", "Copy")]
    public void ACallThatIsKilledWhileItCopiesALongFileLeavesNoPartOfItThatIsNewerThanItsSource(string from, string to, string task) =>
        AssertNothingIsWrong(
            [.. Scene.OfALongFile.Where(scene => scene.Tool.Name == task && scene.Old.Count == 0)], from, to, Moments.RunScenes);

    private void AssertNothingIsWrong(Scene[] all, string from, string to, Func<Ground, IReadOnlyList<Scene>, Result> run)
    {
        using VolumeUnderTest sources = VolumeUnderTest.Require(from);
        using VolumeUnderTest destinations = VolumeUnderTest.Require(to);
        Scene[] scenes = [.. all.Where(scene =>
            !scene.WarmCache && scene.Places.Sources == sources.Volume && scene.Places.Destinations == destinations.Volume)];
        context.AssertNothingIsFound(Points, ground => run(ground, scenes));
    }
}
