using CopyOnWrite.Tool.Tests.Infrastructure;

namespace CopyOnWrite.Tool.Tests;

/// <summary>Whose repository git changes in a clone.</summary>
public sealed partial class CloneTests
{
    /// <summary>Both would have one index and one branch; the page has the commands that make another worktree of the clone.</summary>
    [TestMethod]
    public void ALinkedWorktreesCloneNeedsAttentionAndThePagesCommandsMakeItOneOfItsOwn()
    {
        using var volume = VolumeUnderTest.Require("btrfs");
        Bash(volume, """
            git init -q main && cd main && git config user.name a && git config user.email a@example.org
            echo 1 >file && git add file && git commit -qm 1 && git worktree add -q ../app && echo 2 >../app/file
            """);

        Answer answer = Cow.Run(volume.Folder, ["clone", "app", "app-2"]).Ended(1);

        string attention = answer.Text.Split('\n').Single(line => line.StartsWith("! ", StringComparison.Ordinal)).Trim();
        Assert.EndsWith("many-checkouts.md#git", attention);
        Assert.Contains("## git", File.ReadAllLines(attention.Split(' ')[^1].Split('#')[0]));
        string page = File.ReadAllText(Path.Combine(RepositoryRoot.Folder, "docs", "guide", "many-checkouts.md"));
        Bash(volume, Regex.Match(page, "```sh\n(git .*?)```", RegexOptions.Singleline).Groups[1].Value);
        Bash(volume, "cd app-2 && git switch -qc other && git add file");
        Assert.AreEqual("M  file\n", Bash(volume, "git -C app-2 status --porcelain"));
        Assert.AreEqual(" M file\n", Bash(volume, "git -C app status --porcelain"));
        AssertOnly(volume, "app-2/file", "app-2", except: ".git");
        AssertOnly(volume, "app", string.Empty, "app-2", "main");
    }

    /// <summary>A linked worktree's git file names the donor's repository; a submodule's leads into the clone.</summary>
    [TestMethod]
    [DataRow("git worktree add -q .worktrees/w")]
    [DataRow("git init -q ../other && mkdir -p .worktrees/w && ln -s ../../../other/.git .worktrees/w/.git")]
    public void AWorktreeInsideTheDonorWhoseGitFolderIsElsewhereNeedsAttentionAndASubmoduleDoesNot(string add)
    {
        using var volume = VolumeUnderTest.Require("btrfs");
        Bash(volume, $"""
            git init -q app && cd app && git -c user.name=a -c user.email=a@example.org commit -q --allow-empty -m 1
            {add} && mkdir sub && echo 'gitdir: ../.git/modules/sub' >sub/.git
            """);

        Answer answer = Cow.Run(volume.Folder, ["clone", "app", "app-2"]).Ended(1);

        string attention = answer.Text.Split('\n').Single(line => line.StartsWith("! ", StringComparison.Ordinal));
        Assert.StartsWith($"! {volume.PathOf("app-2/.worktrees/w")}/.git leads out of the clone", attention);
        Assert.Contains($"of {volume.PathOf("app/.worktrees/w")}.", attention);
    }
}
