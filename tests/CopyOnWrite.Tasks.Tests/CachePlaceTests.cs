namespace CopyOnWrite.Tasks.Tests;

/// <summary>Which of the places builds use: the first where a folder is, or can be made.</summary>
[TestClass]
[OSCondition(OperatingSystems.Linux)]
public sealed class CachePlaceTests
{
    private const string Repo = "git init -q repo; git -C repo commit -qm m --allow-empty; ";
    private const string Worktree = Repo + "git -C repo worktree add -q ../wt; ";
    private const string Submodule = Repo
        + "git init -q lib; git -C lib commit -qm m --allow-empty; "
        + "git -C repo submodule --quiet add ../lib lib; git -C repo commit -qm l; ";

    private const string ReadOnly = "mount --bind repo/.git repo/.git; mount -o remount,bind,ro repo/.git; ";

    [TestMethod]
    [DataRow("repo", "repo/.git/copyonwrite-cache", Repo)]
    [DataRow("wt", "repo/.git/copyonwrite-cache", Worktree)]
    [DataRow(
        "all/wt", "all/.bare/copyonwrite-cache", Repo + "git clone -q --bare repo all/.bare; git -C all/.bare worktree add -q ../wt")]
    [DataRow("repo/lib", "repo/.git/copyonwrite-cache", Submodule)]
    [DataRow(
        "wt/lib", "repo/.git/copyonwrite-cache",
        Submodule + "git -C repo worktree add -q ../wt; git -C wt submodule --quiet update --init")]
    [DataRow("wt", "wt/.copyonwrite-cache", Worktree + ReadOnly, DisplayName = "A sandbox with a read-only common folder.")]
    [DataRow("wt", "wt/.copyonwrite-cache", Worktree + "chown -R 65534 repo", DisplayName = "Another user's common folder.")]
    [DataRow(
        "wt", "wt/.copyonwrite-cache", Worktree + "mkdir -m 700 repo/.git/copyonwrite-cache; chown -R 65534 repo",
        DisplayName = "Another user's common folder with a cache.")]
    [DataRow(
        "repo", "repo/.copyonwrite-cache",
        Repo + "mount -t tmpfs tmpfs mounted; mv repo/.git mounted/git; echo gitdir: $PWD/mounted/git >repo/.git")]
    [DataRow("repo", "repo/.copyonwrite-cache", "mkdir repo; touch repo/Directory.Build.props", DisplayName = "No git.")]
    public void ItIsFilledInTheFirstPlaceThatWillDoAndNowhereElse(string project, string expected, string script)
    {
        Tools.SkipUnless(Environment.UserName == "root", "Only root can mount, and give a folder away.");
        using VolumeUnderTest volume = VolumeUnderTest.Require("btrfs");
        try
        {
            Run(volume, script);
            string source = SettledFiles.Take(1)[0];

            Assert.AreEqual(Reason.DifferentVolumesBeingCached, Copy(volume, project, source, "one").Reason);
            Assert.AreEqual(OutcomeKind.ClonedFromCache, Copy(volume, project, source, "two").Kind);

            Assert.HasCount(1, Directory.GetFiles(volume.PathOf(expected), "*" + CacheFiles.Entry));
            var all = new EnumerationOptions { RecurseSubdirectories = true, AttributesToSkip = 0 };
            Assert.HasCount(1, Directory.GetFiles(volume.Folder, CacheFiles.Tag, all));
        }
        finally
        {
            Run(volume, "for mounted in repo/.git mounted; do ! mountpoint -q $mounted || umount $mounted; done");
        }
    }

    [TestMethod]
    public void ACacheInAReadOnlyCommonFolderIsReadAndNotAddedTo()
    {
        Tools.SkipUnless(Environment.UserName == "root", "Only root can mount.");
        using VolumeUnderTest volume = VolumeUnderTest.Require("btrfs");
        string[] sources = SettledFiles.Take(2);
        Run(volume, Worktree);
        Assert.AreEqual(Reason.DifferentVolumesBeingCached, Copy(volume, "repo", sources[0], "one").Reason);
        Run(volume, ReadOnly);
        try
        {
            Assert.AreEqual(OutcomeKind.ClonedFromCache, Copy(volume, "wt", sources[0], "two").Kind);
            Assert.AreEqual(Reason.DifferentVolumesCacheUnusable, Copy(volume, "wt", sources[1], "three").Reason);
            Assert.IsFalse(Directory.Exists(volume.PathOf("wt/.copyonwrite-cache")));
        }
        finally
        {
            Run(volume, "umount repo/.git");
        }
    }

    private static CloneOutcome Copy(VolumeUnderTest volume, string project, string source, string name)
    {
        var process = Platform.ForThisSystem()!;
        CloneOutcome outcome;
        using (CloneCache cache = process.NewCache(() => Settings.Default.CachePlaces(volume.PathOf(project), process))!)
        {
            outcome = process.Copy(source, volume.PathOf(name), cache);
        }

        process.CacheFiller.Wait();
        return outcome;
    }

    private static void Run(VolumeUnderTest volume, string script) => Command.OutputOf(
        "env", "-C", volume.Folder, "GIT_AUTHOR_NAME=u", "GIT_AUTHOR_EMAIL=u@example.com", "GIT_COMMITTER_NAME=u",
        "GIT_COMMITTER_EMAIL=u@example.com", "GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=protocol.file.allow", "GIT_CONFIG_VALUE_0=always",
        "bash", "-euc", "mkdir -p mounted; " + script);
}
