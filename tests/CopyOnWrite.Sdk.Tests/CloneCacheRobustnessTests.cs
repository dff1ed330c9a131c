namespace CopyOnWrite.Sdk.Tests;

/// <summary>Builds with a broken cache: right outputs, no warning, nothing left. Every fault: CacheConformance.</summary>
[TestClass]
public sealed class CloneCacheRobustnessTests : OnBtrfs
{
    // The file that is written comes first: ioctl_ficlone(2).
    private static readonly Regex s_cloneIntoTheCache = new(@"ioctl\(\d+<[^>]*/\.copyonwrite-cache/[^>]*>, [^,]*FICLONE");

    [TestMethod]
    public void ABuildFindsABrokenEntryAndAChangedSource()
    {
        CacheRepo repo = CacheRepo.New(_volume);
        repo.BuildRight("one");
        string[] entries = CacheRepo.Entries(repo.DefaultCache);
        Assert.HasCount(3, entries);
        FileTimes.Keeping(entries[0], Invert);

        AssertLine(repo.BuildRight("two"), 2, "1 on another volume, being added to the cache");

        FileTimes.Keeping(repo.Sources[0], Invert);
        repo.WriteProjects("three");
        AssertLine(repo.BuildRight("three"), 2, "1 on another volume, "); // Too new for the cache, unless the build was slow to come to it.
        Assert.IsEmpty(CacheRepo.Leftovers(repo.Repo.Folder));
    }

    /// <summary>Who can write to a destination while it is made writes into no other file by that.</summary>
    [TestMethod]
    public void AnEntryIsCopiedFromItsSourceOnceAndNeverClonedFromADestination()
    {
        CacheRepo repo = CacheRepo.New(_volume);
        TracedBuild traced = TracedBuild.Run(
            repo.Repo, "one.proj", "ioctl,read,pread64,write,pwrite64,copy_file_range,sendfile,mmap,rename,renameat,renameat2");
        Assert.Contains("3 on another volume, being added to the cache", traced.Output);

        string[] lines = [.. traced.Lines.Where(line => Regex.IsMatch(line, @"FICLONE|/settled-|\.copyonwrite-cache/"))];
        string seen = string.Join('\n', lines);
        Assert.DoesNotContain(line => s_cloneIntoTheCache.IsMatch(line), lines, seen);
        long written = lines.Where(line =>
            line.Contains("write(", StringComparison.Ordinal) && line.Contains(".new>", StringComparison.Ordinal))
            .Sum(line => long.Parse(line[(line.LastIndexOf('=') + 1)..], CultureInfo.InvariantCulture));
        Assert.AreEqual(3L * SettledFiles.Length, written, $"Each is copied once:\n{seen}");
        repo.AssertRight("one");
        Assert.IsEmpty(CacheRepo.Leftovers(repo.Repo.Folder));
    }

    /// <summary>The one line of a build with one call for all sources.</summary>
    private static void AssertLine(RepoBuild build, int fromCache, string copied)
    {
        string line = build.Summary.Lines.Single();
        Assert.AreEqual(fromCache, build.Summary.FromCache, line);
        Assert.Contains($"bytes; {copied}", line);
    }

    private static void Invert(string path)
    {
        File.SetUnixFileMode(path, File.GetUnixFileMode(path) | UnixFileMode.UserWrite);
        File.WriteAllBytes(path, [.. File.ReadAllBytes(path).Select(b => (byte)~b)]);
    }
}
