using System.Text.Json.Nodes;
using CopyOnWrite.Sdk.Tests.Infrastructure;
using CopyOnWrite.Tool.Cache;

namespace CopyOnWrite.Tool.Tests;

/// <summary>What `cache info` and `clear` say and do, in this process, with a cache that is filled without a build.</summary>
[TestClass]
public sealed class CacheCommandTests : OnBtrfs
{
    [TestMethod]
    public void ClearRemovesTheEntriesAndTheFolder()
    {
        SelectedCache cache = Filled();
        Assert.StartsWith("3 entries removed, 393 KB.", Text(Clear(cache)));
        Assert.IsFalse(Directory.Exists(cache.Folder));
    }

    [TestMethod]
    public void AFileThatIsBeingMadeIsNoEntry()
    {
        SelectedCache cache = Filled();
        File.WriteAllText(Entries(cache)[0].File + ".new", "left");
        Assert.AreEqual(3, (int)Json(Info(cache))["entries"]!);
    }

    [TestMethod]
    [DataRow(true)]
    [DataRow(false)]
    public void WhatIsNoCacheIsNotTouched(bool isLink)
    {
        string folder = Directory.CreateDirectory(_volume.PathOf("own")).FullName;
        foreach (string name in (string[])["0123456789abcdef.entry", "insurance.claim", "settings.new", "world.record"])
        {
            File.WriteAllText(Path.Combine(folder, name), "mine");
            File.SetLastWriteTimeUtc(Path.Combine(folder, name), new DateTime(2020, 1, 1, 0, 0, 0, DateTimeKind.Utc));
        }

        var cache = new SelectedCache(isLink ? _volume.PathOf("link") : folder, 1, TimeSpan.FromDays(1));
        if (isLink)
        {
            File.CreateSymbolicLink(cache.Folder, Filled().Folder);
        }

        CommandFailedException refused = Assert.ThrowsExactly<CommandFailedException>(
            () => CacheCommand.Clear(cache, new Screen(json: true, TextWriter.Null)));
        Assert.Contains(isLink ? "is a symbolic link" : "no CACHEDIR.TAG", refused.Message);

        Assert.HasCount(4, Directory.GetFileSystemEntries(folder));
        Assert.IsTrue(!isLink || Directory.GetFiles(_volume.PathOf(".copyonwrite-cache"), "*.entry").Length == 3);
    }

    [TestMethod]
    public void AnEntryHasItsSizeAndWhenItWasLastUsed()
    {
        SelectedCache cache = Filled(SettledFiles.Take(1));
        string entry = Entries(cache)[0].File;
        File.SetLastAccessTimeUtc(entry, new DateTime(2026, 1, 31, 12, 0, 0, DateTimeKind.Utc));

        Assert.StartsWith(
            $"{cache.Folder}: 1 entry, 131 KB, the oldest last used on 2026-01-31, of at most 1.50 GB.", Text(Info(cache)));
        Assert.AreEqual(entry, (string?)Json(Info(cache))["files"]![0]!["file"]);
    }

    /// <summary>As a build of root's: in another user's repository, and in its own with what that user's build left.</summary>
    [TestMethod]
    [DataRow(false, false, "is not created: its parent folder belongs to another user (65534), ", "Build as that user, or set ")]
    [DataRow(true, false, "belongs to another user (65534), ", "Build as that user, or set ")]
    [DataRow(true, true, "belongs to another user (65534), ", "`sudo rm -r '")]
    public void OfAnotherUsersFolderInfoSaysWhatABuildSaysAndWhoMayRemoveIt(bool isThere, bool inOwn, string problem, string step)
    {
        Tools.SkipUnless(Environment.UserName == "root", "Only root can give a folder away.");
        SelectedCache cache = isThere ? Filled() : SelectedCache.Find(_volume.PathOf(".copyonwrite-cache") + "/", string.Empty, default);
        Command.OutputOf("chown", "-R", "65534", isThere ? cache.Folder : _volume.Folder);
        Command.OutputOf("chown", inOwn ? "0" : "65534", _volume.Folder);
        using var output = new StringWriter();

        int exitCode = CacheCommand.Info(cache, new Screen(json: true, output));

        JsonNode info = JsonNode.Parse(output.ToString())!;
        Assert.AreEqual(ExitCode.NeedsAttention, exitCode, output.ToString());
        Assert.StartsWith($"{cache.Folder} {problem}", (string)info["summary"]!);
        Assert.StartsWith(step, (string)info["fix"]!);
        Assert.AreEqual(isThere, (bool)info["exists"]!, output.ToString());
    }

    [TestMethod]
    public void OnAVolumeThatCannotCloneItSaysThatBuildsUseNone()
    {
        using var plain = VolumeUnderTest.Require("plain");
        var cache = new SelectedCache(plain.PathOf(".copyonwrite-cache"), 1_500_000_000, TimeSpan.FromDays(30));
        Assert.MatchesRegex(
            "/.copyonwrite-cache is on [a-z0-9]+, which cannot clone: builds use no cache there.",
            Text(Info(cache)));
        Assert.MatchesRegex(
            "does not exist: nothing to remove. Builds create no cache there, because [a-z0-9]+ cannot clone.",
            Text(Clear(cache)));
        Assert.IsEmpty(Directory.GetFileSystemEntries(plain.Folder), "Nothing is left of what was tried.");
    }

    private SelectedCache Filled(params string[] files)
    {
        string folder = _volume.PathOf(".copyonwrite-cache");
        Platform platform = Platform.ForThisSystem()!;
        using (CloneCache cache = platform.NewCache(() => [folder])!)
        {
            foreach (string file in files.Length > 0 ? files : SettledFiles.Take(3))
            {
                CloneOutcome outcome = platform.Copy(file, _volume.PathOf(Path.GetFileName(file)), cache);
                Assert.AreEqual(Reason.DifferentVolumesBeingCached, outcome.Reason, outcome.ToString());
            }
        }

        platform.CacheFiller.Wait();
        return new SelectedCache(folder, 1_500_000_000, TimeSpan.FromDays(30));
    }

    private static Func<Screen, int> Info(SelectedCache cache) => screen => CacheCommand.Info(cache, screen);

    private static Func<Screen, int> Clear(SelectedCache cache) => screen => CacheCommand.Clear(cache, screen);

    private static CacheEntry[] Entries(SelectedCache cache) =>
        [.. CacheFolderState.Read(cache.Folder).Entries.OrderBy(entry => entry.File)];

    private static string Text(Func<Screen, int> answer, bool json = false)
    {
        using var output = new StringWriter();
        Assert.AreEqual(ExitCode.Success, answer(new Screen(json, output)), output.ToString());
        return output.ToString();
    }

    private static JsonNode Json(Func<Screen, int> answer) => JsonNode.Parse(Text(answer, json: true))!;
}
