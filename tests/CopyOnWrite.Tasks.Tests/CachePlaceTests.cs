namespace CopyOnWrite.Tasks.Tests;

/// <summary>Which of the places builds use: the first where a folder is, or can be made.</summary>
[TestClass]
[OSCondition(OperatingSystems.Linux)]
public sealed class CachePlaceTests
{
    private const string Repo = "git init -q repo; git -C repo commit -qm m --allow-empty; ";
    private const string Worktree = Repo + "git -C repo worktree add -q ../wt; ";
    private const string ReadOnly = "mount --bind repo/.git repo/.git; mount -o remount,bind,ro repo/.git; ";

    private readonly VolumeUnderTest _volume = VolumeUnderTest.Require("btrfs");

    [TestInitialize]
    public void RequireRoot() => Tools.SkipUnless(Environment.UserName == "root", "Only root can mount, and give a folder away.");

    [TestCleanup]
    public void Unmount()
    {
        Run("for mounted in repo/.git mounted; do ! mountpoint -q $mounted || umount $mounted; done");
        _volume.Dispose();
    }

    /// <summary>Of other kinds of repositories: DefaultCacheFolderTests.</summary>
    [TestMethod]
    [DataRow("repo", "repo/.git/copyonwrite-cache", Repo)]
    [DataRow("wt", "repo/.git/copyonwrite-cache", Worktree)]
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
        Run(script);
        string source = SettledFiles.Take();

        Assert.AreEqual(Reason.DifferentVolumesBeingCached, Copy(project, source, "one").Reason);
        Assert.AreEqual(OutcomeKind.ClonedFromCache, Copy(project, source, "two").Kind);

        Assert.HasCount(1, Directory.GetFiles(_volume.PathOf(expected), "*" + CacheFiles.Entry));
        var all = new EnumerationOptions { RecurseSubdirectories = true, AttributesToSkip = 0 };
        Assert.HasCount(1, Directory.GetFiles(_volume.Folder, CacheFiles.Tag, all));
    }

    [TestMethod]
    public void ACacheInAReadOnlyCommonFolderIsReadAndNotAddedTo()
    {
        string[] sources = SettledFiles.Take(2);
        Run(Worktree);
        Assert.AreEqual(Reason.DifferentVolumesBeingCached, Copy("repo", sources[0], "one").Reason);
        Run(ReadOnly);

        Assert.AreEqual(OutcomeKind.ClonedFromCache, Copy("wt", sources[0], "two").Kind);
        Assert.AreEqual(Reason.DifferentVolumesCacheUnusable, Copy("wt", sources[1], "three").Reason);
        Assert.IsFalse(Directory.Exists(_volume.PathOf("wt/.copyonwrite-cache")));
    }

    private CloneOutcome Copy(string project, string source, string name)
    {
        var process = Platform.ForThisSystem()!;
        CloneOutcome outcome;
        using (CloneCache cache = process.NewCache(() => Settings.Default.CachePlaces(_volume.PathOf(project), process))!)
        using (CloneWorker worker = process.NewWorker(new CloneCall(process, cache)))
        {
            outcome = worker.Copy(source, _volume.PathOf(name));
        }

        process.CacheFiller.Wait();
        return outcome;
    }

    private void Run(string script) => Command.OutputOf(
        "env", "-C", _volume.Folder, "GIT_AUTHOR_NAME=u", "GIT_AUTHOR_EMAIL=u@example.com", "GIT_COMMITTER_NAME=u",
        "GIT_COMMITTER_EMAIL=u@example.com", "bash", "-euc", "mkdir -p mounted; " + script);
}
