namespace CopyOnWrite.Tests.Cache;

/// <summary>A cache and what is asked of it, by calls as a process makes them; for tests that inherit this.</summary>
public abstract class CacheTests
{
    private protected const Reason Cloned = Reason.None;
    private protected const Reason Copied = Reason.DifferentVolumes;
    private protected const Reason Unusable = Reason.DifferentVolumesCacheUnusable;
    private protected const Reason Added = Reason.DifferentVolumesBeingCached;
    private protected const Reason TooNew = Reason.DifferentVolumesTooNew;

    private static readonly TimeSpan s_month = TimeSpan.FromDays(30);

    private CacheLane? _lane;

    private protected CacheLane Lane => _lane!;

    private protected string Folder => Lane.Folder;

    /// <summary>A source, old enough for the cache, that no other test has; taken when the test first names it.</summary>
    private protected string Source => field ??= Lane.Take();

    /// <summary>Another source, with an entry, which is made when the test first names it.</summary>
    private protected string Cached => field ??= CachedSources(1)[0];

    /// <summary>A process that does all that the test does by it.</summary>
    private protected Platform Process => field ??= Lane.NewProcess();

    private protected abstract CacheLane OpenLane();

    [TestInitialize]
    public void Open() => _lane = OpenLane();

    [TestCleanup]
    public void Close()
    {
        _lane?.WaitForAll();
        _lane?.Dispose();
    }

    /// <summary>Makes entries of that many sources, each by a new process.</summary>
    private protected string[] CachedSources(int count = 2)
    {
        string[] sources = Lane.Take(count);
        foreach (string source in sources)
        {
            Assert.AreEqual(Added, Copy(source, "cached"));
        }

        return sources;
    }

    /// <summary>Copies one file by one call of a new process.</summary>
    private protected Reason Copy(string source, string name, CacheProblem problem = CacheProblem.None, string? folder = null) =>
        Copy(Lane.NewProcess(), source, name, problem, folder);

    /// <summary>Copies a file whose entry is of an earlier state. Where that takes time, it is too new for the cache.</summary>
    private protected void AssertHasChanged(string source, string name) =>
        Assert.AreEqual(Lane.SettlesAtOnce ? Added : TooNew, Copy(source, name));

    /// <summary>Copies one file by one call of a process that may know the folder's volume.</summary>
    private protected Reason Copy(
        Platform process, string source, string name, CacheProblem problem = CacheProblem.None, string? folder = null)
    {
        Reason reason;
        using (CloneCache cache = NewCache(process, folder))
        {
            reason = Copy(process, cache, source, name);
            Assert.AreEqual(problem, cache.Problem, $"{reason}; error {cache.ErrorNumber}");
        }

        process.CacheFiller.Wait();
        return reason;
    }

    /// <summary>None for a clone of an entry, otherwise the reason. The output has to be right, however it was made.</summary>
    private protected Reason Copy(Platform process, CloneCache cache, string source, string name)
    {
        string destination = Lane.PathOf(name);
        CloneOutcome outcome = process.Copy(source, destination, cache);
        outcome.AssertIs(outcome.Reason == Reason.None ? OutcomeKind.ClonedFromCache : OutcomeKind.Copied);
        AssertSame(source, destination);
        return outcome.Reason;
    }

    /// <summary>Copies by one call of the test's process, and returns when all is done that it leaves to its thread.</summary>
    private protected void InOneCall(Action<CloneCache> copy)
    {
        using (CloneCache cache = NewCache(Process))
        {
            copy(cache);
        }

        Process.CacheFiller.Wait();
    }

    private protected CloneCache NewCache(Platform process, string? folder = null) => process.NewCache(() => [folder ?? Folder])!;

    private protected string Entry(string source) => Lane.InCache(source);

    private protected void AssertSame(string source, string destination)
    {
        Assert.IsTrue(File.ReadAllBytes(source).AsSpan().SequenceEqual(File.ReadAllBytes(destination)), destination);
        Assert.AreEqual(File.GetLastWriteTimeUtc(source), File.GetLastWriteTimeUtc(destination), destination);
        Assert.AreEqual(Lane.MetadataOf(source), Lane.MetadataOf(destination), destination);
    }

    /// <summary>Runs in a new process.</summary>
    private protected void AssertServes(string source, string name = "served") => AssertClone(Lane.NewProcess(), source, name);

    private protected void AssertClone(Platform process, string source, string name)
    {
        Assert.AreEqual(Cloned, Copy(process, source, name));
        Assert.AreEqual(Lane.Length, Lane.BytesInCommon(Entry(source), Lane.PathOf(name)), name);
    }

    /// <summary>Entries for these sources, and nothing else but what belongs to the folder itself.</summary>
    private protected void AssertCacheHolds(params IEnumerable<string> sources)
    {
        string[] expected = [.. sources
            .Select(source => Path.GetFileName(Entry(source)))
            .Order(StringComparer.Ordinal)];
        string[] found = [.. NamesInCache().Where(name => name is not (CacheFiles.Ignore or CacheFiles.Tag))];
        CollectionAssert.AreEqual(expected, found, $"Found: {string.Join(", ", found)}");
    }

    private protected string[] NamesInCache() => Names(Folder);

    private protected static string[] Names(string folder) =>
        Directory.Exists(folder)
            ? [.. Directory.EnumerateFileSystemEntries(folder).Select(path => Path.GetFileName(path)).Order(StringComparer.Ordinal)]
            : [];

    private protected void Prune(long maximumBytes = long.MaxValue) => Lane.NewProcess().PruneCache(Folder, maximumBytes, s_month);

    private protected void LastUsed(string source, TimeSpan ago) => Lane.SetLastUse(Entry(source), Lane.Now - ago);

    private protected static void ReplaceInPlace(string[] sources, string how)
    {
        if (how == "rewritten")
        {
            FileTimes.Keeping(sources[0], BrokenEntry.WriteOther);
            return;
        }

        FileTimes.SetModified(sources[1], FileStatus.Of(sources[0]).Modified);
        File.Move(sources[1], sources[0], overwrite: true);
    }
}
