using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using CopyOnWrite.Measurement;
using CopyOnWrite.Testing;
using CopyOnWrite.Tool.Tests.Infrastructure;
using CopyOnWrite.Tool.Volumes;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Tool.Tests;

/// <summary>Work on a volume that is nowhere else, in repositories of git: it keeps the volume from being removed.</summary>
[TestClass]
public sealed class VolumeWorkTests
{
    private static readonly string[] s_user = ["-c", "user.name=n", "-c", "user.email=e@example.org", "-c", "init.defaultBranch=main"];

    private VolumeUnderTest _folder = null!;

    [TestInitialize]
    public void Make()
    {
        _folder = VolumeUnderTest.InTemporaryFolder();
        Git(".", "init", "-q", "--bare", "remote");
        Git(".", "clone", "-q", "remote", "volume/deep/repo");
        Commit("first");
        Git("volume/deep/repo", "push", "-q", "origin", "HEAD:main");
        Directory.CreateDirectory(_folder.PathOf("volume/other"));
    }

    [TestCleanup]
    public void Delete() => _folder?.Dispose();

    [TestMethod]
    public async Task WhatIsPushedIsNone()
    {
        Git("volume/deep/repo", "tag", "v1");
        File.WriteAllText(_folder.PathOf("volume/deep/repo/.git/info/exclude"), "bin\n");
        File.WriteAllText(_folder.PathOf("volume/deep/repo/bin"), "ignored");
        Assert.IsEmpty(await FoundAsync());
    }

    [TestMethod]
    public async Task AnEmptyRepositoryHasNone()
    {
        Git("volume/other", "init", "-q");
        Assert.IsEmpty(await FoundAsync());
    }

    [TestMethod]
    public async Task AFileThatIsNotCommittedIs()
    {
        File.WriteAllText(_folder.PathOf("volume/deep/repo/new"), "new");
        await HasAsync("deep/repo", "uncommitted changes");
    }

    [TestMethod]
    public async Task ACommitOfABranchIs()
    {
        Git("volume/deep/repo", "checkout", "-q", "-b", "side");
        Commit("second");
        Git("volume/deep/repo", "checkout", "-q", "-");
        await HasAsync("deep/repo", "commits or a stash that no remote has");
    }

    [TestMethod]
    public async Task ACommitOfNoBranchIs()
    {
        Git("volume/deep/repo", "checkout", "-q", "--detach");
        Commit("second");
        await HasAsync("deep/repo", "commits or a stash that no remote has");
    }

    [TestMethod]
    public async Task AStashIs()
    {
        File.AppendAllText(_folder.PathOf("volume/deep/repo/first"), "more");
        Git("volume/deep/repo", "stash", "-q");
        await HasAsync("deep/repo", "commits or a stash that no remote has");
    }

    [TestMethod]
    public async Task ACommitOfAWorktreeThatIsElsewhereIs()
    {
        Git("volume/deep/repo", "worktree", "add", "-q", "--detach", "../../../outside");
        File.WriteAllText(_folder.PathOf("outside/more"), "more");
        Git("outside", "add", ".");
        Git("outside", "commit", "-q", "-m", "more");
        await HasAsync("deep/repo", "commits or a stash that no remote has");
    }

    [TestMethod]
    public async Task AFileInAWorktreeIs()
    {
        Git("volume/deep/repo", "worktree", "add", "-q", "--detach", "../../tree");
        File.WriteAllText(_folder.PathOf("volume/tree/new"), "new");
        await HasAsync("tree", "uncommitted changes");
    }

    [TestMethod]
    public async Task ACommitOfARepositoryWithoutAWorkingTreeIs()
    {
        Git("volume", "clone", "-q", "--bare", "../remote", "bare");
        await HasAsync("bare", "commits or a stash that no remote has");
    }

    [TestMethod]
    public async Task ARepositoryThatGitDoesNotReadIs()
    {
        File.WriteAllText(_folder.PathOf("volume/deep/repo/.git/HEAD"), "nothing");
        await HasAsync("deep/repo", "unknown, since git failed: fatal: ");
    }

    [TestMethod]
    public async Task WithoutGitItIsUnknown()
    {
        IReadOnlyList<string> found = await UnsavedWork.InAsync(_folder.PathOf("volume"), new Programs("/nowhere"), CancellationToken.None);
        Assert.AreEqual($"{_folder.PathOf("volume/deep/repo")}: unknown, since git failed: git is not installed", found.Single());
    }

    [TestMethod]
    [DataRow("status.showUntrackedFiles", "no")]
    public async Task ASettingThatHidesAFileFromStatusDoesNotHideItHere(string name, string value)
    {
        Git("volume/deep/repo", "config", name, value);
        File.WriteAllText(_folder.PathOf("volume/deep/repo/new"), "new");
        await HasAsync("deep/repo", "uncommitted changes");
    }

    [TestMethod]
    public async Task AFolderWithANameThatDotNetCannotOpenIsNotPassedOver()
    {
        Command.OutputOf("sh", "-c", $"mkdir '{_folder.PathOf("volume/other")}'/$(printf '\\377')");
        IReadOnlyList<string> found = await FoundAsync();
        Command.OutputOf("rm", "-r", _folder.PathOf("volume/other"));    // .NET cannot, either.
        Assert.EndsWith("unknown, since its name is not UTF-8", found.Single());
    }

    [TestMethod]
    public async Task ANewCommitOfASubmoduleIsAChangeWhateverTheSettings()
    {
        Git("volume/deep/repo", "-c", "protocol.file.allow=always", "submodule", "add", "-q", _folder.PathOf("remote"), "sub");
        Git("volume/deep/repo", "commit", "-q", "-m", "sub");
        Git("volume/deep/repo", "push", "-q", "origin", "HEAD:main");
        Assert.IsEmpty(await FoundAsync());
        Git("volume/deep/repo", "config", "diff.ignoreSubmodules", "all");
        Git("volume/deep/repo/sub", "fetch", "-q");
        Git("volume/deep/repo/sub", "checkout", "-q", "origin/main");
        await HasAsync("deep/repo", "uncommitted changes");
    }

    [TestMethod]
    public async Task TheCommitsOfARepositoryElsewhereAreNotOnTheVolumeWithItsWorktree()
    {
        Git(".", "clone", "-q", "remote", "elsewhere");
        Git("elsewhere", "commit", "-q", "--allow-empty", "-m", "not pushed");
        Git("elsewhere", "worktree", "add", "-q", "-b", "side", "../volume/tree");
        Git("volume/tree", "commit", "-q", "--allow-empty", "-m", "on a branch, which is elsewhere");
        Assert.IsEmpty(await FoundAsync());
        Git("volume/tree", "checkout", "-q", "--detach");
        Git("volume/tree", "commit", "-q", "--allow-empty", "-m", "on no branch");
        await HasAsync("tree", "commits or a stash that no remote has");
    }

    [TestMethod]
    public async Task ABareRepositoryThatAFileLeadsToHasNoWorkingTreeToLookAt()
    {
        Directory.Delete(_folder.PathOf("volume/deep"), recursive: true);
        Git("volume/other", "clone", "-q", "--bare", "../../remote", ".bare");
        File.WriteAllText(_folder.PathOf("volume/other/.git"), "gitdir: ./.bare\n");
        Git("volume/other", "config", "remote.origin.fetch", "+refs/heads/*:refs/remotes/origin/*");
        Git("volume/other", "fetch", "-q");
        Assert.IsEmpty(await FoundAsync());
    }

    [TestMethod]
    public async Task ADamagedRepositoryInAnotherOneIsNotTakenForThatOne()
    {
        Directory.CreateDirectory(_folder.PathOf("volume/deep/repo/bin/damaged/.git"));
        File.WriteAllText(_folder.PathOf("volume/deep/repo/.git/info/exclude"), "bin\n");
        await HasAsync("deep/repo/bin/damaged", "unknown, since git failed");
    }

    [TestMethod]
    public async Task ARepositoryThatLacksObjectsRunsNothingToFetchThem()
    {
        string ran = _folder.PathOf("ran");
        Git("volume/other", "init", "-q", "--bare");
        foreach ((string name, string value) in ((string, string)[])[
            ("core.repositoryFormatVersion", "1"), ("extensions.partialClone", "origin"), ("remote.origin.promisor", "true"),
            ("remote.origin.url", _folder.PathOf("remote")), ("remote.origin.uploadpack", $"touch '{ran}'; false")])
        {
            Git("volume/other", "config", name, value);
        }

        File.WriteAllText(_folder.PathOf("volume/other/refs/heads/main"), new string('1', 40) + "\n");
        await HasAsync("other", "unknown, since git failed");
        Assert.IsFalse(File.Exists(ran));
    }

    [TestMethod]
    public async Task VariablesOfAGitThatRunsThisDoNotNameTheRepository()
    {
        using var place = VolumePlace.New();
        await place.CreateAsync();
        Git(".", "clone", "-q", "remote", place.Folder + "/repo");
        Git(place.Folder + "/repo", "commit", "-q", "--allow-empty", "-m", "not pushed");
        (int exitCode, string output) = Command.Run(
            DotNetEnvironment.Host,
            [Path.Combine(AppContext.BaseDirectory, "dotnet-cow.dll"), "volume", "remove", place.Folder, "--dry-run"],
            new Dictionary<string, string> { ["GIT_DIR"] = _folder.PathOf("volume/deep/repo/.git") });
        Assert.AreEqual(2, exitCode, output);
        Assert.Contains("commits or a stash that no remote has", output);
    }

    [TestMethod]
    public async Task AfterSudoGitIsRunByWhoCalledIt()
    {
        using var place = VolumePlace.New();
        await place.CreateAsync();
        place.Fake("sudo", $"echo \"$*\" >> {place.PathOf("../fakes")}/sudo.log; exit 1");
        Git(".", "init", "-q", place.Folder + "/repo");
        await place.RefusesAsync("COW1052", () => place.RemoveAsync());
        Assert.StartsWith("-n -H -u #1234 env ", place.CallsOfSudo.Distinct().First());
        Assert.HasCount(0, place.CallsOfSudo.Where(call => !call.StartsWith("-n -H -u #1234 env ", StringComparison.Ordinal)));
    }

    [TestMethod]
    public async Task TheVolumeStaysUnlessForced()
    {
        using var place = VolumePlace.New();
        place.Owner = "0:0";
        await place.CreateAsync();
        Git(".", "init", "-q", place.Folder + "/repo");
        File.WriteAllText(place.Folder + "/repo/new", "new");
        string before = place.Left();
        BadInputException refused = await place.RefusesAsync("COW1052", () => place.RemoveAsync());
        Assert.Contains($"{place.Folder}/repo: uncommitted changes", refused.Message);
        Assert.AreEqual(before, place.Left());
        await place.RemoveAsync(force: true);
        Assert.AreEqual(string.Empty, place.Left());
    }

    private async Task HasAsync(string repository, string work)
    {
        IReadOnlyList<string> found = await FoundAsync();
        Assert.StartsWith($"{_folder.PathOf("volume/" + repository)}: {work}", string.Join('\n', found));
        Assert.HasCount(1, found);
    }

    private Task<IReadOnlyList<string>> FoundAsync() =>
        UnsavedWork.InAsync(_folder.PathOf("volume"), Programs.OfUser(), CancellationToken.None);

    private void Commit(string file)
    {
        File.WriteAllText(_folder.PathOf("volume/deep/repo/" + file), file);
        Git("volume/deep/repo", "add", ".");
        Git("volume/deep/repo", "commit", "-q", "-m", file);
    }

    private void Git(string folder, params string[] arguments) =>
        Command.OutputOf("git", ["-C", _folder.PathOf(folder), .. s_user, .. arguments]);
}
