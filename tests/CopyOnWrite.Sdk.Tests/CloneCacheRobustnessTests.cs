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
        AssertLine(fourth, 9, "2 on another volume, too new for the cache");
        Assert.IsEmpty(CacheRepo.Leftovers(repo.Repo.Folder));
    }

    [TestMethod]
    public async Task EightBuildsAtOnceFillAnEmptyCache()
    {
        CacheRepo repo = CacheRepo.New(_volume, files: 24);
        string[] names = [.. Enumerable.Range(0, 8).Select(i => $"project-{i}")];
        repo.WriteProjects(names);

        RepoBuild[] builds = await Task.WhenAll(names.Select(name => Task.Run(() => repo.Build(name))));

        string seen = string.Join('\n', builds.Select(b => b.Summary.ToString()));
        for (int i = 0; i < names.Length; i++)
        {
            builds[i].Succeeded().WithoutWarnings().WithOurCopy();
            repo.AssertRight(names[i]);
            Assert.AreEqual(24, builds[i].Summary.FromCache + builds[i].Summary.Copied, seen);
        }

        Assert.HasCount(24, CacheRepo.Entries(repo.DefaultCache), seen);
        Assert.IsEmpty(CacheRepo.Leftovers(repo.Repo.Folder), seen);
        repo.WriteProjects("after");
        Assert.AreEqual(24, repo.BuildRight("after").Summary.FromCache, "Every entry is whole.");
    }

    [TestMethod]
    public void TheFolderMayBeDeletedInTheMiddleOfABuild()
    {
        CacheRepo repo = CacheRepo.New(_volume);
        repo.Write("one", """
            <Copy SourceFiles="@(Source)" DestinationFolder="out/one" />
            <Copy SourceFiles="@(Source)" DestinationFolder="out/two" />
            <Exec Command="until rm -rf .copyonwrite-cache; do :; done" />
            <Copy SourceFiles="@(Source)" DestinationFolder="out/three" />
            <Copy SourceFiles="@(Source)" DestinationFolder="out/four" />
            """);

        RepoBuild build = repo.BuildRight("one");

        repo.AssertRight("two");
        repo.AssertRight("three");
        repo.AssertRight("four");
        Assert.AreEqual(12L, build.Summary.FromCache + build.Summary.Copied, build.Summary.ToString());
        Assert.Contains("3 on another volume, being added to the cache", build.Summary.Lines[2]);
        repo.WriteProjects("after");
        Assert.AreEqual(3, repo.BuildRight("after").Summary.FromCache, "Filled again.");
    }

    /// <summary>
    /// Who can write to a destination while it is made writes into nothing else: what is in it is never taken to another file.
    /// </summary>
    [TestMethod]
    public void AnEntryIsCopiedFromItsSourceOnceAndNeverClonedFromADestination()
    {
        CacheRepo repo = CacheRepo.New(_volume);
        string trace = _volume.PathOf("trace");
        string calls = "trace=ioctl,read,pread64,write,pwrite64,copy_file_range,sendfile,mmap,rename,renameat,renameat2";

        // -y shows the path of each descriptor, -ff writes a file for each thread: in one file a call of the thread that fills the cache is
        // two lines where another thread's comes between ("<unfinished ...>").
        DotNetResult result = repo.Repo.Run(
            ["build", "one.proj", "-nologo", "-v:detailed"],
            under: [Tools.Require("strace"), "-ff", "-qq", "-y", "-s", "0", "-e", "signal=none", "-o", trace, "-e", calls]);
        Assert.AreEqual(0, result.ExitCode, result.Output);
        Assert.Contains("3 on another volume, being added to the cache", result.Output);

        string[] lines = [.. Directory.EnumerateFiles(Path.GetDirectoryName(trace)!, Path.GetFileName(trace) + ".*")
            .SelectMany(File.ReadLines)
            .Where(line => Regex.IsMatch(line, @"FICLONE|/settled-|\.copyonwrite-cache/"))];
        string seen = string.Join('\n', lines);
        Assert.DoesNotContain(line => s_cloneIntoTheCache.IsMatch(line), lines, seen);
        long written = lines.Where(line =>
            line.Contains("write(", StringComparison.Ordinal) && line.Contains(".new>", StringComparison.Ordinal))
            .Sum(line => long.Parse(line[(line.LastIndexOf('=') + 1)..], CultureInfo.InvariantCulture));
        Assert.AreEqual(3L * SettledFiles.Length, written, $"Each is copied once:\n{seen}");
        repo.AssertRight("one");
        Assert.IsEmpty(CacheRepo.Leftovers(repo.Repo.Folder));
    }

    [TestMethod]
    public void OnAVolumeWithoutLocksFilesAreReplacedAndNothingIsLeft()
    {
        CacheRepo repo = CacheRepo.New(_volume);
        foreach (string source in repo.Sources)
        {
            repo.Repo.Write($"out/one/{Path.GetFileName(source)}", "old");
        }

        DotNetResult result = repo.Repo.Run(
            ["build", "one.proj", "-nologo", "-v:detailed"],
            under: [
                Tools.Require("strace"), "-f", "-qq", "-o", _volume.PathOf("trace"), "-e", "trace=flock", "-e", "inject=flock:error=ENOLCK",
            ]);

        Assert.AreEqual(0, result.ExitCode, result.Output);
        Assert.Contains("CopyOnWrite: 0 cloned (0 bytes), 3 copied", result.Output);
        Assert.Contains("ENOLCK", File.ReadAllText(_volume.PathOf("trace")));
        repo.AssertRight("one");
        Assert.IsEmpty(CacheRepo.Leftovers(repo.Repo.Folder));
    }

    /// <summary>
    /// By a clock that is a year behind, as after one that was a year ahead was set right: the sources' times are of the kernel, and lie in
    /// the future.
    /// </summary>
    [TestMethod]
    public void AfterTheClockWasSetBackEntriesAreUsedAndOtherSourcesAreTooNew()
    {
        CacheRepo repo = CacheRepo.New(_volume);
        repo.Repo.Variables["NO_FAKE_STAT"] = "1";
        string[] setBack = [Tools.Require("faketime"), "-f", "-365d"];
        repo.BuildRight("one");

        AssertLine(BuildUnder(setBack, repo, "two"), 3, string.Empty);

        Directory.Delete(repo.DefaultCache, recursive: true);
        repo.WriteProjects("three", "four");
        AssertLine(BuildUnder(setBack, repo, "three"), 0, "3 on another volume, too new for the cache");
        Assert.IsEmpty(CacheRepo.Entries(repo.DefaultCache));

        AssertLine(repo.BuildRight("four"), 0, "3 on another volume, being added to the cache");
    }

    private static RepoBuild BuildUnder(string[] program, CacheRepo repo, string name)
    {
        RepoBuild build = repo.Repo.BuildUnder(program, "build", $"{name}.proj").Succeeded().WithoutWarnings().WithOurCopy();
        repo.AssertRight(name);
        return build;
    }

    /// <summary>The one line of a build with one call for all sources.</summary>
    private static void AssertLine(RepoBuild build, int fromCache, string copied)
    {
        string line = build.Summary.Lines.Single();
        Assert.AreEqual(fromCache, build.Summary.FromCache, line);
        Assert.Contains(copied.Length > 0 ? $"bytes; {copied})" : " 0 copied, ", line);
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
