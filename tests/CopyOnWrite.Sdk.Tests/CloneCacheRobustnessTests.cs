namespace CopyOnWrite.Sdk.Tests;

/// <summary>Builds with a cache that others use, break or delete: right outputs, no error, no warning, nothing left behind.</summary>
[TestClass]
public sealed class CloneCacheRobustnessTests : OnBtrfs
{
    // The file that is written comes first: ioctl_ficlone(2).
    private static readonly Regex s_cloneIntoTheCache = new(@"ioctl\(\d+<[^>]*/\.copyonwrite-cache/[^>]*>, [^,]*FICLONE");

    [TestMethod]
    public void ABuildFindsChangedSourcesAndEveryKindOfBrokenEntry()
    {
        CacheRepo repo = CacheRepo.New(_volume, files: 11);
        repo.BuildRight("one");
        Assert.HasCount(11, CacheRepo.Entries(repo.DefaultCache));

        // The entries' names do not show their sources; each entry is broken in another way.
        string[] entries = CacheRepo.Entries(repo.DefaultCache);
        Truncate(entries[0]);
        FileTimes.Keeping(entries[1], Invert);
        File.Delete(entries[2]);
        File.SetUnixFileMode(entries[3], UnixFileMode.None);
        File.Move(entries[6], entries[6] + ".swapped");
        File.Move(entries[7], entries[6]);
        File.Move(entries[6] + ".swapped", entries[7]);
        File.Delete(entries[8]);
        File.CreateSymbolicLink(entries[8], entries[9]);

        RepoBuild second = repo.BuildRight("two");
        AssertLine(second, 4, "7 on another volume, being added to the cache");

        repo.WriteProjects("three", "four");
        Assert.AreEqual(11, repo.BuildRight("three").Summary.FromCache, "The broken ones were replaced.");

        FileTimes.Keeping(repo.Sources[0], Invert);
        File.Move(repo.Sources[1], repo.Sources[1] + ".kept");
        File.Copy(repo.Sources[2], repo.Sources[1]);
        FileTimes.SetModified(repo.Sources[1], FileStatus.Of(repo.Sources[1] + ".kept").Modified);
        RepoBuild fourth = repo.BuildRight("four");
        AssertLine(fourth, 9, "2 on another volume, "); // Too new for the cache, unless the build was slow to come to them.
        Assert.IsEmpty(CacheRepo.Leftovers(repo.Repo.Folder));
    }

    /// <summary>
    /// Who can write to a destination while it is made writes into nothing else: what is in it is never taken to another file.
    /// </summary>
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

    private static void Truncate(string path)
    {
        File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.UserWrite);
        using FileStream file = File.OpenWrite(path);
        file.SetLength(file.Length / 2);
    }

    private static void Invert(string path)
    {
        File.SetUnixFileMode(path, File.GetUnixFileMode(path) | UnixFileMode.UserWrite);
        File.WriteAllBytes(path, [.. File.ReadAllBytes(path).Select(b => (byte)~b)]);
    }
}
