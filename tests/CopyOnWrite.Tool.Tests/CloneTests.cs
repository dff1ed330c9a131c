using System.Text.Json.Nodes;
using CopyOnWrite.Tool.Checkouts;

namespace CopyOnWrite.Tool.Tests;

/// <summary><c>dotnet cow clone</c>.</summary>
[TestClass]
[OSCondition(OperatingSystems.Linux)]
public sealed partial class CloneTests
{
    private const int Length = 300_000;

    private static readonly string[] s_kept = ["empty", "large", "link", "more", "nowhere", "same", "sub", "sub/private"];

    /// <summary>On a Mac and on Windows from build 26100 on, where what the system copies is no copy or may be none.</summary>
    [TestMethod]
    [DataRow(0, 0, "3 files from app: 3.00 KB by the system's own copy, which clones where the volume can.")]
    [DataRow(1, 2000, "5 files from app: 1.00 KB in shared blocks, 2.00 KB copied (the volume cannot clone), 3.00 KB by the system's own "
        + "copy, which clones where the volume can.")]
    public void WhatTheSystemCopiesIsNotCalledACopy(int clones, int copied, string line)
    {
        TreeCount[] counts =
        [
            new(TreeEntryKind.Copied, Reason.SystemCopyClones, 3, 3000), new(TreeEntryKind.Cloned, Reason.None, clones, clones * 1000),
            new(TreeEntryKind.Copied, Reason.VolumeCannotClone, clones, copied),
        ];
        Assert.AreEqual(line, new OutputWords("app", "new", [], [], new CloneTreeResult(counts, [], [])).DiskLine);
    }

    [TestMethod]
    [DataRow("btrfs", true)]
    [DataRow("xfs", true)]
    [DataRow("plain", false)]
    public void AFolderIsClonedWithItsLinksAndWithoutCachesAndLeftovers(string name, bool clones)
    {
        using VolumeUnderTest volume = WithDonor(name);

        JsonNode answer = Cow.Run(volume.Folder, ["clone", "donor", "above/new", "--json"]).Ended(0).Json;

        string[] expected =
        [
            .. clones ? [$"cloned, none: 2, {2 * Length}"] : (string[])[], "copied, fileCannotBeCloned: 1, 0",
            .. clones ? [] : (string[])[$"copied, volumeCannotClone: 2, {2 * Length}"],
            "hardLink, none: 1, 0", "symbolicLink, none: 2, 0", "skipped, none: 1, 0",
        ];
        CollectionAssert.AreEquivalent(expected, Counts(answer), answer.ToJsonString());
        CollectionAssert.AreEqual(
            (string[])[".copyonwrite-cache cache", ".cow-0123456789abcdef-12.user leftover", ".vs visualStudio",
                "sub/.cow-0123456789abcdef.user leftover"], LeftOut(answer));
        string clone = volume.PathOf("above/new");
        Assert.AreEqual(clone, (string?)answer["path"]);
        CollectionAssert.AreEquivalent(s_kept, Below(clone));
        Assert.AreEqual("large", File.ResolveLinkTarget(Path.Combine(clone, "link"), returnFinalTarget: false)!.Name);
        Assert.AreEqual(new FileInfo(volume.PathOf("donor/nowhere")).LinkTarget, new FileInfo(Path.Combine(clone, "nowhere")).LinkTarget);
        Assert.AreEqual(FileStatus.Of(Path.Combine(clone, "large")).Identity, FileStatus.Of(Path.Combine(clone, "same")).Identity);
        Assert.AreEqual(File.GetUnixFileMode(volume.PathOf("donor")), File.GetUnixFileMode(clone));
        Assert.AreEqual(File.GetLastWriteTimeUtc(volume.PathOf("donor/more")), File.GetLastWriteTimeUtc(Path.Combine(clone, "more")));
        AssertOnly(volume, "above", string.Empty, "donor");
        AssertOnly(volume, "above/new", "above");
        if (clones)
        {
            Volume.WriteBackAll();
            Assert.IsGreaterThanOrEqualTo(Length, Extents.BytesInCommon(volume.PathOf("donor/more"), Path.Combine(clone, "more")));
        }
    }

    [TestMethod]
    public void TheCacheOfEachGitFolderIsLeftOutAndASourceFolderOfItsNameIsNot()
    {
        using VolumeUnderTest volume = WithDonor("btrfs");
        Bash(volume, """
            git init -q donor
            for git in .git .git/modules/a sub/.bare; do
              mkdir -p donor/$git/copyonwrite-cache; touch donor/$git/HEAD donor/$git/copyonwrite-cache/x
            done
            rm -r donor/.git/[!Hcom]* donor/.git/c*g donor/.git/objects
            mkdir donor/sub/{,.}copyonwrite-cache donor/.git/{objects,refs}; echo ref: refs/heads/x >donor/.git/HEAD
            """);

        JsonNode answer = Cow.Run(volume.Folder, ["clone", "donor", "new", "--json"]).Ended(0).Json;

        CollectionAssert.IsSubsetOf(
            (string[])[".git/copyonwrite-cache cache", ".git/modules/a/copyonwrite-cache cache",
                "sub/.bare/copyonwrite-cache cache", "sub/.copyonwrite-cache cache"], LeftOut(answer));
        Assert.IsTrue(Directory.Exists(volume.PathOf("new/sub/copyonwrite-cache")));
        Assert.AreEqual(string.Empty, Bash(volume, "find new -name x"));
    }

    [TestMethod]
    public void TheLinesSayWhatIsNotThereAndWhatItTakesOfTheDisk()
    {
        using VolumeUnderTest volume = WithDonor("btrfs");
        Answer answer = Cow.Run(volume.Folder, ["clone", "donor", "new/"]).Ended(0);
        CollectionAssert.AreEqual(
            (string[])
            [
                $"{volume.PathOf("new")}: no project was built in {volume.PathOf("donor")}.",
                "- Left out: the cross-volume cache, 2 leftovers of killed builds, .vs, 1 pipe, socket or device.",
                $"- 6 files from {volume.PathOf("donor")}: 600 KB in shared blocks, 0 bytes copied.",
            ],
            answer.Text.TrimEnd().Split('\n'));
        Assert.AreEqual($"{volume.PathOf("quiet")}\n", Cow.Run(volume.Folder, ["clone", "donor", "quiet", "--quiet"]).Ended(0).Text);
    }

    [TestMethod]
    public void OnATerminalItShowsHowFarItIs()
    {
        using VolumeUnderTest volume = WithDonor("btrfs");
        _ = Tools.Require("script");
        string[] onTerminal = ["bash", "-c", "script -qec \"$(printf '%q ' \"$@\")\" /dev/null", "bash"];
        Answer answer = Cow.Run(volume.Folder, ["clone", "donor", "new"], under: onTerminal).Ended(0);
        Assert.MatchesRegex(@"\d files\s", answer.Text);
    }

    [TestMethod]
    [DataRow("donor", "file", "exists")]
    [DataRow("donor", "donor", "exists")]
    [DataRow("donor", "dangling", "exists")]
    [DataRow("file", "new", "is not a folder")]
    [DataRow("missing", "new", "is not a folder")]
    [DataRow("donor", "new", "is not in", "../file")]
    [DataRow("donor", "new", "is not in", ".")]
    public void PathsThatDoNotFitAreRefusedAndNothingIsMade(string donor, string clone, string why, params string[] leftOut)
    {
        using VolumeUnderTest volume = WithDonor("btrfs");
        File.WriteAllText(volume.PathOf("file"), "mine");
        File.CreateSymbolicLink(volume.PathOf("dangling"), "new");
        string[] before = Below(volume.Folder);

        string refused = Assert.ThrowsExactly<CommandFailedException>(() => CloneCommand.Answer(
            Quiet(), volume.PathOf(donor), volume.PathOf(clone), leftOut, false, false, CancellationToken.None)).Message;

        Assert.StartsWith("COW1040: ", refused);
        Assert.Contains(why, refused);
        NamedPage.AssertHas(refused, "COW1040");
        CollectionAssert.AreEqual(before, Below(volume.Folder));
    }

    [TestMethod]
    public void WhatCannotBeMadeHasItsCodeAndNothingIsLeft()
    {
        using VolumeUnderTest volume = WithDonor("btrfs");
        File.WriteAllText(volume.PathOf("file"), "mine");

        string refused = Assert.ThrowsExactly<CommandFailedException>(() => CloneCommand.Answer(
            Quiet(), volume.PathOf("donor"), volume.PathOf("file/new"), [], false, false, CancellationToken.None)).Message;

        Assert.StartsWith($"COW1041: {volume.PathOf("donor")} was not cloned: ", refused);
        NamedPage.AssertHas(refused, "COW1041");
        AssertOnly(volume, "donor", string.Empty, "file");
    }

    /// <summary>As a worktree in .claude/worktrees. By another path than the donor's own it is in it all the same.</summary>
    [TestMethod]
    [DataRow("donor", "donor/sub/new")]
    [DataRow("donor", "into/above/new", DisplayName = "over a link into it, below new folders")]
    [DataRow("itself", "donor/new", DisplayName = "the donor is a link")]
    [DataRow("donor", "mounted/new", DisplayName = "over a mount of a folder in it")]
    public void ACloneInsideOfItsDonorIsNotInItself(string donor, string clone)
    {
        using VolumeUnderTest volume = WithDonor("btrfs");
        File.CreateSymbolicLink(volume.PathOf("into"), "donor/sub/private");
        File.CreateSymbolicLink(volume.PathOf("itself"), "donor");
        Directory.CreateDirectory(volume.PathOf("mounted"));
        bool isMounted = clone.StartsWith("mounted", StringComparison.Ordinal);
        if (isMounted)
        {
            RequireRoot();
        }

        string[] mounting = ["unshare", "--mount", "bash", "-euc", "mount --bind donor/sub mounted; \"$@\"", "bash"];
        Answer answer = Cow.Run(volume.Folder, ["clone", donor, clone], under: isMounted ? mounting : null);

        Assert.IsLessThanOrEqualTo(1, answer.Result.ExitCode, answer.Text);
        string made = Path.GetFullPath(volume.PathOf(isMounted ? "donor/sub/new" : clone.Replace("into", "donor/sub/private")));
        Assert.IsTrue(File.Exists(Path.Combine(made, "large")));
        Assert.AreEqual(string.Empty, Bash(volume, $"find {made} -name new -mindepth 1; "
            + "find . -name '.cow-*' -newermt '-1 hour' ! -name '.cow-0123456789*'"));
    }

    /// <summary>Its library intercepts file calls, so .NET copies, which knows neither kinds nor hard links.</summary>
    [TestMethod]
    public void UnderFakerootAFolderIsCloned()
    {
        using VolumeUnderTest volume = WithDonor("btrfs");
        string state = volume.PathOf("state"); // Its memory of modes: on the disk, files stay writable.
        File.WriteAllText(state, string.Empty);
        string[] fakeroot = [Tools.Require("fakeroot"), "-i", state, "-s", state, "--", "timeout", "60"];
        Command.OutputOf(fakeroot[0], [.. fakeroot[1..], "chmod", "555", volume.PathOf("donor/large")]);

        JsonNode answer = Cow.Run(volume.Folder, ["clone", "donor", "new", "--json"], under: fakeroot).Ended(0).Json;

        string[] counts = Counts(answer);
        Assert.Contains("hardLink, none: 1, 0", counts);
        Assert.Contains("skipped, none: 1, 0", counts);
        Assert.AreEqual(ModesOf("donor"), ModesOf("new"));
        AssertOnly(volume, "donor", string.Empty, "new", "state");

        string ModesOf(string folder) => Command.OutputOf(
            fakeroot[0], [.. fakeroot[1..], "stat", "-c", "%a", volume.PathOf(folder), volume.PathOf($"{folder}/large")]);
    }

    private static void RequireRoot() => Tools.SkipUnless(Environment.UserName == "root", "Only root can mount everywhere.");

    private static VolumeUnderTest WithDonor(string name)
    {
        var volume = VolumeUnderTest.Require(name);
        string donor = Directory.CreateDirectory(volume.PathOf("donor")).FullName;
        foreach (string folder in (string[])["sub/private", ".copyonwrite-cache", ".vs", ".cow-0123456789abcdef-12.user"])
        {
            Directory.CreateDirectory(Path.Combine(donor, folder));
        }

        File.SetUnixFileMode(donor, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute | UnixFileMode.GroupExecute);
        File.WriteAllBytes(Path.Combine(donor, "large"), new byte[Length].Select((_, i) => (byte)i).ToArray());
        File.WriteAllText(Path.Combine(donor, "more"), new string('m', Length));
        File.WriteAllText(Path.Combine(donor, "empty"), string.Empty);
        File.WriteAllText(Path.Combine(donor, ".copyonwrite-cache", "entry"), "not cloned");
        File.WriteAllText(Path.Combine(donor, "sub", ".cow-0123456789abcdef.user"), "not cloned");
        File.CreateSymbolicLink(Path.Combine(donor, "link"), "large");
        File.CreateSymbolicLink(Path.Combine(donor, "nowhere"), "/nowhere/at all");
        Command.OutputOf("ln", Path.Combine(donor, "large"), Path.Combine(donor, "same"));
        Command.OutputOf("mkfifo", Path.Combine(donor, "pipe"));
        return volume;
    }

    private static Screen Quiet() => new(json: true, TextWriter.Null);

    private static string[] Counts(JsonNode answer) => [.. answer["counts"]!.AsArray().Select(count =>
        $"{count!["kind"]}, {count["why"]}: {count["files"]}, {count["bytes"]}")];

    private static string[] LeftOut(JsonNode answer) => [.. answer["leftOut"]!.AsArray().Select(one => $"{one!["path"]} {one["why"]}")];

    private static string[] Below(string folder) =>
    [
        .. Directory.GetFileSystemEntries(folder, "*", new EnumerationOptions { RecurseSubdirectories = true, AttributesToSkip = 0 })
            .Select(path => Path.GetRelativePath(folder, path)).Order(StringComparer.Ordinal),
    ];

    /// <param name="only">The one entry of the folder.</param>
    private static void AssertOnly(VolumeUnderTest volume, string only, string folder, params string[] except) => CollectionAssert.AreEqual(
        (string[])[volume.PathOf(only)],
        Directory.GetFileSystemEntries(volume.PathOf(folder)).Where(path => !except.Contains(Path.GetFileName(path))).ToArray());

    private static string Bash(VolumeUnderTest volume, string script) => volume.Bash(script);
}
