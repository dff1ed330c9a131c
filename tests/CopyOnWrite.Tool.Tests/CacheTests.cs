using CopyOnWrite.Sdk.Tests.Infrastructure;
using CopyOnWrite.Tool.Tests.Infrastructure;

namespace CopyOnWrite.Tool.Tests;

/// <summary>A cache that a real build filled.</summary>
[TestClass]
public sealed class CacheTests : TestsOnBtrfs
{
    [TestMethod]
    public void InfoTellsWhatABuildPutInPruneKeepsWithinItsBoundsAndClearRemovesItAll()
    {
        CacheRepo repo = CacheRepo.New(Volume);
        repo.BuildRight("one");
        Assert.HasCount(3, CacheRepo.Entries(repo.DefaultCache));
        Answer info = Ask(repo, "info").Ended(0);
        Assert.StartsWith($"{repo.DefaultCache}: 3 entries, 393 KB", info.FirstLine, info.Text);

        Answer prune = Ask(repo, "prune", "--max-size", "300KB").Ended(0);
        Assert.StartsWith("1 entry removed, 131 KB; ", prune.FirstLine);
        Assert.EndsWith("; 2 left, 262 KB.", prune.FirstLine);
        Assert.StartsWith("0 entries removed", Ask(repo, "prune", "--max-age", "1h").Ended(0).FirstLine);

        Answer clear = Ask(repo, "clear").Ended(0);
        Assert.StartsWith("2 entries removed, 262 KB; ", clear.FirstLine);
        Assert.EndsWith("; 0 left, 0 bytes.", clear.FirstLine);
        Assert.IsFalse(Directory.Exists(repo.DefaultCache));
        Assert.AreEqual($"{repo.DefaultCache} does not exist: nothing to remove.", Ask(repo, "clear").Ended(0).FirstLine);

        repo.BuildRight("two");
        Assert.HasCount(3, CacheRepo.Entries(repo.DefaultCache));
    }

    // Its projects are *.proj, which the tool does not look for: the folder is named.
    private static Answer Ask(CacheRepo repo, string verb, params string[] more) =>
        Cow.Run(repo.Repo.Folder, ["cache", verb, "--path", repo.DefaultCache, .. more]);
}
