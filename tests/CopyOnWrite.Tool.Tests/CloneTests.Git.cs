using System.Text.Json.Nodes;

namespace CopyOnWrite.Tool.Tests;

/// <summary>Whose repository a program changes in a clone.</summary>
public sealed partial class CloneTests
{
    private const string Donor = """
        git init -q -b main main && cd main && git config user.name a && git config user.email a@example.org && echo 1 >file
        git init -q ../sub && git -C ../sub -c user.name=a -c user.email=a@example.org commit -q --allow-empty -m 1
        git -c protocol.file.allow=always submodule --quiet add ../sub sub && git add . && git commit -qm 1
        git worktree add -q ../app && git worktree add -q ../main/.worktrees/w
        """;

    [TestMethod]
    [DataRow("main", "", DisplayName = "a main worktree, without its linked ones")]
    [DataRow("app", "git")]
    [DataRow("app", "git,git", "git -C app -c protocol.file.allow=always submodule --quiet update --init",
        DisplayName = "a submodule of a linked worktree")]
    [DataRow("main", "git", "ln -s ../../main/.git main/.worktrees/.git")]
    [DataRow("main", "git", "git -C main config core.worktree $PWD/main")]
    [DataRow("main", "git", "mv main/.git/refs refs; ln -s $PWD/refs main/.git/refs", DisplayName = "git-new-workdir")]
    [DataRow("main", "", "mv main/.git main/.git.nosync; ln -s .git.nosync main/.git", DisplayName = "kept out of iCloud")]
    [DataRow("main", "jj", "mkdir main/.jj; echo ../../.jj/repo >main/.jj/repo")]
    [DataRow("main", "", "mkdir -p main/.jj/repo")]
    [DataRow("main", "hg", "mkdir main/sub/.hg; echo ../../hg >main/sub/.hg/sharedpath")]
    [DataRow("main", "link", "ln -s $PWD/main/file main/link; ln -s file main/relative")]
    public void WhatLeadsBackNeedsAttention(string donor, string expected, string change = ":")
    {
        using var volume = VolumeUnderTest.Require("btrfs");
        Bash(volume, Donor);
        Bash(volume, change);

        Answer answer = Cow.Run(volume.Folder, ["clone", donor, "deeper/new", "--json"]).Ended(expected.Length == 0 ? 0 : 1);

        JsonNode[] found = [.. answer.Json["leadsBack"]!.AsArray()!];
        Assert.AreEqual(expected, string.Join(',', found.Select(one => (string?)one["program"] ?? "link")), answer.Text);
        Assert.AreEqual(donor == "main" ? "main" : "app", Bash(volume, "git -C deeper/new branch --show-current").Trim());
        if (donor == "main" && expected.Length == 0)
        {
            Assert.HasCount(1, Bash(volume, "git -C deeper/new worktree list").Trim().Split('\n'));
        }
    }

    /// <summary>As another user's checkout, which git refuses.</summary>
    [TestMethod]
    public void ACheckoutThatGitCannotReadIsClonedAsAFolder()
    {
        using var volume = VolumeUnderTest.Require("btrfs");
        Bash(volume, "mkdir app; echo gitdir: ../nowhere >app/.git; echo 1 >app/file");

        Cow.Run(volume.Folder, ["clone", "app", "new"]).Ended(1);

        Assert.AreEqual("1\n", File.ReadAllText(volume.PathOf("new/file")));
    }

    /// <summary>The command is held when its private folder is there.</summary>
    [TestMethod]
    [DataRow("mkdir new")]
    [DataRow("mkdir new; echo mine >new/file")]
    [DataRow("echo mine >new")]
    [DataRow("ln -s donor new")]
    public void WhatAnotherMakesInItsPlaceMeanwhileStays(string make)
    {
        using var volume = VolumeUnderTest.Require("btrfs");
        Answer answer = Cow.Run(volume.Folder, ["clone", "donor", "new"], under: ["bash", "-euc", $$"""
            mkdir donor; (cd donor; seq 5000 | xargs touch) # For long enough.
            look() { find new -printf '%i %y %m %p %s\n'; }
            "$@" & for ((i = 0; i < 12000; i++)); do [ -z "$(compgen -G '.cow-*')" ] || break; sleep .01; done
            kill -STOP $!; {{make}}; look >before; kill -CONT $!
            code=0; wait $! || code=$?; look >after; cmp before after; [ -z "$(compgen -G '.cow-*')" ]; exit $code
            """, "bash"]);

        Assert.Contains("COW1041: ", answer.Ended(2).Text);
    }

    /// <summary>git names worktrees by the path that has no link in it.</summary>
    [TestMethod]
    public void TheWorktreesInADonorThatIsReachedOverALinkAreLeftOut()
    {
        using var volume = VolumeUnderTest.Require("btrfs");
        Bash(volume, Donor);
        Bash(volume, "ln -s main link");

        Cow.Run(volume.Folder, ["clone", "link", "new"]).Ended(0);

        Assert.IsFalse(Path.Exists(volume.PathOf("new/.worktrees/w")));
    }
}
