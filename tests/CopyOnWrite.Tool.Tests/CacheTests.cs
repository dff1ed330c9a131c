using System;
using System.IO;
using System.Linq;
using System.Text.Json.Nodes;
using CopyOnWrite.Measurement;
using CopyOnWrite.Sdk.Tests.Infrastructure;
using CopyOnWrite.Testing;
using CopyOnWrite.Tool.Tests.Infrastructure;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Tool.Tests;

/// <summary>A cache that a real build filled.</summary>
[TestClass]
public sealed class CacheTests
{
    private VolumeUnderTest _volume = null!;

    [TestInitialize]
    public void RequireVolume() => _volume = VolumeUnderTest.Require("btrfs");

    [TestCleanup]
    public void ReleaseVolume() => _volume?.Dispose();

    [TestMethod]
    public void InfoTellsWhatABuildPutInAndClearRemovesItAll()
    {
        CacheRepo repo = Filled();
        Answer info = Ask(repo, "info").Ended(0);
        Assert.StartsWith($"{repo.DefaultCache}: 3 entries, 393 KB", info.FirstLine, info.Text);
        Assert.Contains(Path.GetFileName(repo.Sources[0]), info.Text);

        Answer clear = Ask(repo, "clear").Ended(0);
        Assert.StartsWith("3 entries removed, 393 KB, which frees ", clear.FirstLine);
        Assert.EndsWith("; 0 left, 0 bytes.", clear.FirstLine);
        Assert.IsFalse(Directory.Exists(repo.DefaultCache));
        Assert.AreEqual($"{repo.DefaultCache} does not exist: nothing to remove.", Ask(repo, "clear").Ended(0).FirstLine);

        repo.BuildRight("two");
        Assert.HasCount(3, CacheRepo.Entries(repo.DefaultCache));
    }

    [TestMethod]
    public void PruneKeepsWithinTheSizeThatIsAskedFor()
    {
        CacheRepo repo = Filled();
        Answer prune = Ask(repo, "prune", "--max-size", "300KB").Ended(0);
        Assert.StartsWith("1 entry removed, 131 KB, which frees ", prune.FirstLine);
        Assert.EndsWith("; 2 left, 262 KB.", prune.FirstLine);
        Assert.HasCount(2, CacheRepo.Entries(repo.DefaultCache));
        Assert.StartsWith("0 entries removed", Ask(repo, "prune", "--max-age", "1h").Ended(0).FirstLine);
    }

    [TestMethod]
    public void ADamagedEntryIsCountedAndAnOutdatedOneToo()
    {
        CacheRepo repo = Filled();
        string entry = CacheRepo.Entries(repo.DefaultCache)[0];
        File.SetUnixFileMode(entry, UnixFileMode.UserRead | UnixFileMode.UserWrite);
        File.AppendAllText(entry, "x");
        JsonNode info = Ask(repo, "info", "--json").Ended(0).Json;
        Assert.AreEqual(1, (int)info["damaged"]!, info.ToJsonString());
        Assert.AreEqual(0, (int)info["outdated"]!, info.ToJsonString());
        string undamaged = (string)info["files"]!.AsArray().First(file => (string)file!["state"]! == "usable")!["source"]!;
        File.AppendAllText(undamaged, "x");
        info = Ask(repo, "info", "--json").Ended(0).Json;
        Assert.AreEqual(1, (int)info["outdated"]!, info.ToJsonString());
    }

    [TestMethod]
    public void ClearLeavesOtherFilesInTheFolderAlone()
    {
        CacheRepo repo = Filled();
        string mine = Path.Combine(repo.DefaultCache, "notes.txt");
        File.WriteAllText(mine, "mine");
        Ask(repo, "clear").Ended(0);
        CollectionAssert.AreEqual((string[])[mine], Directory.GetFileSystemEntries(repo.DefaultCache));
    }

    [TestMethod]
    public void ALinkIsNotFollowed()
    {
        CacheRepo repo = Filled();
        string link = _volume.PathOf("link");
        File.CreateSymbolicLink(link, repo.DefaultCache);
        Answer answer = Cow.Run(_volume.Folder, ["cache", "clear", "--path", link]).Ended(2);
        Assert.Contains("is a symbolic link", answer.Text);
        Assert.HasCount(3, CacheRepo.Entries(repo.DefaultCache));
    }

    [TestMethod]
    public void WarmedAfterTheRestoreTheFirstBuildClonesThePackages()
    {
        var repo = Repo.FromSample(_volume, "Microservices", withSdk: true);
        repo.Packages = Sdk.Tests.Infrastructure.TestRun.PackageCache(TestVolumes.Plain.Path!);
        Answer before = Cow.Run(repo.Folder, ["cache", "warm"], repo.Packages).Ended(1);
        Assert.Contains("is not restored. Run: dotnet restore ", before.Text);
        var restored = repo.Run(["restore", "-nologo"]);
        Assert.AreEqual(0, restored.ExitCode, restored.Output);

        JsonNode warmed = Cow.Run(repo.Folder, ["cache", "warm", "--json"], repo.Packages).Ended(0).Json["caches"]![0]!;

        string cache = repo.PathOf(".copyonwrite-cache");
        Assert.AreEqual(cache, (string)warmed["folder"]!, warmed.ToJsonString());
        Assert.AreEqual((int)warmed["files"]!, (int)warmed["present"]!, warmed.ToJsonString());
        Assert.HasCount((int)warmed["files"]!, CacheRepo.Entries(cache), warmed.ToJsonString());
        string report = _volume.PathOf("report.jsonl");
        RepoBuild build = repo.Build("build", "--no-restore", $"-p:CopyOnWriteReport={report}").Succeeded().WithoutWarnings().WithOurCopy();
        Assert.IsGreaterThan(0, build.Summary.FromCache, build.Summary.ToString());

        // What a package's own targets copy, which TraceEvent's do from its build folder, no list of restored packages has.
        string[] missing = [.. File.ReadLines(report)
            .SelectMany(line => CopyRecord.Parse(line).Files ?? [])
            .Where(file => file.Reason == "DifferentVolumesBeingCached" && !file.From.Contains("/build/", StringComparison.Ordinal))
            .Select(file => file.From)];
        Assert.IsEmpty(missing, string.Join('\n', missing));
        Assert.StartsWith(
            $"{cache}: {(int)warmed["files"]!} of {(int)warmed["files"]!} package files",
            Cow.Run(repo.Folder, ["cache", "warm"], repo.Packages).Ended(0).FirstLine);
    }

    [TestMethod]
    [DataRow("prune")]
    [DataRow("clear")]
    public void AFolderWithFilesAndWithoutTheTagIsNotTouched(string verb)
    {
        string folder = Directory.CreateDirectory(_volume.PathOf("own")).FullName;
        string[] files = [.. new[] { "0123456789abcdef.entry", "insurance.claim", "settings.new", "world.record" }.Select(name =>
            Path.Combine(folder, name))];
        foreach (string file in files)
        {
            File.WriteAllText(file, "mine");
            File.SetLastWriteTimeUtc(file, new DateTime(2020, 1, 1, 0, 0, 0, DateTimeKind.Utc));
        }

        Answer answer = Cow.Run(_volume.Folder, ["cache", verb, "--path", folder]).Ended(2);
        Assert.Contains("no CACHEDIR.TAG", answer.Text);
        CollectionAssert.AreEqual(files, Directory.GetFileSystemEntries(folder).Order(StringComparer.Ordinal).ToArray());
    }

    [TestMethod]
    public void FilesOfOthersInTheCacheAreNoEntriesAndStay()
    {
        CacheRepo repo = Filled();
        string mine = Path.Combine(repo.DefaultCache, "diary.entry");
        File.WriteAllText(mine, "mine");
        Assert.StartsWith($"{repo.DefaultCache}: 3 entries, 393 KB", Ask(repo, "info").Ended(0).FirstLine);
        Ask(repo, "clear").Ended(0);
        CollectionAssert.AreEqual((string[])[mine], Directory.GetFileSystemEntries(repo.DefaultCache));
    }

    [TestMethod]
    public void APipeInARecordsPlaceIsADamagedEntryAndNotWaitedFor()
    {
        CacheRepo repo = Filled();
        string record = Path.ChangeExtension(CacheRepo.Entries(repo.DefaultCache)[0], ".record");
        File.Delete(record);
        Command.OutputOf("mkfifo", record);
        Assert.AreEqual(1, (int)Ask(repo, "info", "--json").Ended(0).Json["damaged"]!);
        Ask(repo, "clear").Ended(0);
        Assert.IsFalse(Directory.Exists(repo.DefaultCache));
    }

    private CacheRepo Filled()
    {
        CacheRepo repo = CacheRepo.New(_volume);
        repo.BuildRight("one");
        Assert.HasCount(3, CacheRepo.Entries(repo.DefaultCache));
        return repo;
    }

    // Its projects are *.proj, which the tool does not look for: the folder is named.
    private static Answer Ask(CacheRepo repo, string verb, params string[] more) =>
        Cow.Run(repo.Repo.Folder, ["cache", verb, "--path", repo.DefaultCache, .. more]);
}
