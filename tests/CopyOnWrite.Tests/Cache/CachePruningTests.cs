namespace CopyOnWrite.Tests;

/// <summary>
/// Times that not every file system has: tmpfs takes any number of seconds, xfs none after 2486 and ext4 none after 2446.
/// </summary>
[TestClass]
public sealed class CachePruningTests
{
    private const string Year10000 = "@253402300800";

    [TestMethod]
    public void AnEntryWhoseTimeIsBeyondTheYear9999GoesAndTheOthersAreStillPruned()
    {
        using var volume = VolumeUnderTest.Require("tmpfs");
        string[] names = [.. Enumerable.Range(1, 3).Select(number => Write(volume, number))];
        File.SetLastAccessTimeUtc(names[0], DateTime.UtcNow.AddDays(-31));
        Command.OutputOf("touch", "-a", "-d", Year10000, names[1]);

        Prune(volume.Folder);

        CollectionAssert.AreEqual(new[] { names[2] }, Directory.GetFiles(volume.Folder, "*" + CacheFiles.Entry));
    }

    private static void Prune(string folder)
    {
        Assert.AreEqual(
            CacheProblem.None, new LinuxPlatform(new Refusals()).CacheSystem!.OpenFolder(folder, makes: false, out CacheFolder? opened, out _));
        using (opened)
        {
            _ = CachePruning.Prune(opened!, long.MaxValue, TimeSpan.FromDays(30));
        }
    }

    private static string Write(VolumeUnderTest volume, int hash)
    {
        string name = volume.PathOf(CacheFiles.EntryOf((ulong)hash, default));
        File.WriteAllText(name, "entry");
        return name;
    }
}
