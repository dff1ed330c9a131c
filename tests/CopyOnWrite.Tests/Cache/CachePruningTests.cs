namespace CopyOnWrite.Tests;

/// <summary>
/// Times that not every file system has: tmpfs takes any number of seconds, xfs none after 2486 and ext4 none after 2446.
/// </summary>
[TestClass]
[OSCondition(OperatingSystems.Linux)]
public sealed class CachePruningTests
{
    [TestMethod]
    public void AnEntryWhoseTimeIsBeyondTheYear9999GoesAndTheOthersAreStillPruned()
    {
        using var volume = VolumeUnderTest.Require("tmpfs");
        string[] names = [.. Enumerable.Range(1, 3)
            .Select(hash => Files.Write(volume.PathOf(CacheFiles.EntryOf((ulong)hash, default)), 5))];
        File.SetLastAccessTimeUtc(names[0], DateTime.UtcNow.AddDays(-31));
        Command.OutputOf("touch", "-a", "-d", "@253402300800", names[1]);
        ICacheSystem system = new LinuxPlatform(new Refusals()).CacheSystem!;

        Assert.AreEqual(CacheProblem.None, system.OpenFolder(volume.Folder, makes: false, out CacheFolder? opened, out _));
        using (opened)
        {
            CachePruning.Prune(opened!, long.MaxValue, TimeSpan.FromDays(30));
        }

        CollectionAssert.AreEqual(new[] { names[2] }, Directory.GetFiles(volume.Folder, "*" + CacheFiles.Entry));
    }
}
