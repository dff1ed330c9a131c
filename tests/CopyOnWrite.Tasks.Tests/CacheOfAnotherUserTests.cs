namespace CopyOnWrite.Tasks.Tests;

/// <summary>What the message says where the folder, or the one above it, is another user's.</summary>
[TestClass]
[OSCondition(OperatingSystems.Linux)]
public sealed class CacheOfAnotherUserTests
{
    private const string AsOwner = "Build as that user, or set CopyOnWriteCachePath to a folder of your own on this volume. See ";

    [TestMethod]
    [DataRow(false, false, "is not created: its parent folder belongs to another user (65534), who could not delete a cache", AsOwner)]
    [DataRow(true, false, "belongs to another user (65534), who could change the files in it", AsOwner)]
    [DataRow(true, true, "belongs to another user (65534), who could change the files in it", "`sudo rm -r '{0}'` removes it. See ")]
    public void OnlyInARepositoryOfOnesOwnIsItToBeRemoved(bool isThere, bool inOwn, string problem, string step)
    {
        Tools.SkipUnless(Environment.UserName == "root", "Only root can give a folder away.");
        using VolumeUnderTest volume = VolumeUnderTest.Require("btrfs");
        string cache = volume.PathOf(CacheFiles.DefaultFolder);
        if (isThere)
        {
            Directory.CreateDirectory(cache);
            Command.OutputOf("chown", "65534", cache);
        }

        Command.OutputOf("chown", inOwn ? "0" : "65534", volume.Folder);
        var engine = new RecordingEngine();
        Settings.Register(engine, Directory.GetCurrentDirectory(), ["", cache, "", "", "", "", "", ""]);
        var copy = new Copy
        {
            BuildEngine = engine,
            SourceFiles = [new ProjectItem(volume.Folder, SettledFiles.Take())],
            DestinationFolder = new ProjectItem(volume.Folder, volume.PathOf("out")),
        };

        Assert.IsTrue(copy.Execute(), engine.ToString());

        Assert.Contains(problem, engine.ToString());
        Assert.Contains(string.Format(CultureInfo.InvariantCulture, step, cache), engine.ToString());
    }
}
