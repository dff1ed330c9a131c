using System.Text.Json.Nodes;
using CopyOnWrite.Tool.Checkouts;

namespace CopyOnWrite.Tool.Tests;

/// <summary>The worktree's sources are those that <c>git worktree add</c> writes, byte for byte.</summary>
public sealed partial class WorktreeTests
{
    /// <summary>git calls a file unchanged that it would commit as the same blob.</summary>
    [TestMethod]
    [DataRow("*.txt text eol=crlf", "one\n", DisplayName = "line ends of an editor")]
    [DataRow("*.txt text", "one\r\n", DisplayName = "line ends of another system")]
    [DataRow("*.txt ident", "$Id$\n", DisplayName = "a keyword")]
    [DataRow("*.txt filter=store", "abc\n", DisplayName = "what a filter has stored elsewhere")]
    public void AFileThatGitWritesOtherwiseIsGits(string rule, string ofDonor)
    {
        Bash($"""
            cd app; git config filter.store.smudge 'sed s/abc/nop/'; git config filter.store.clean 'sed s/nop/abc/'; git config core.safecrlf false
            echo '{rule}' >.gitattributes; printf '{ofDonor}' >x.txt; git add .; git commit -qm 2
            """);

        Made(["--detach"]);

        Bash("git -C app worktree add -q --detach ../reference");
        string ofGit = File.ReadAllText(_volume.PathOf("reference/x.txt"));
        Assert.AreNotEqual(ofDonor, ofGit);
        Assert.AreEqual(ofGit, File.ReadAllText(_volume.PathOf("new/x.txt")));
        Assert.AreEqual(string.Empty, Bash("git -C new status --porcelain"));
    }

    [TestMethod]
    public void AConvertedFileOfTheSameContentKeepsItsTime()
    {
        Bash("""
            cd app; echo '*.cs text eol=crlf' >.gitattributes; printf 'one\r\n' | tee App/App.cs >Lib/Lib.cs; git add .; git commit -qm 2
            touch -d 2001-02-03 */*.cs; printf 'two\n' >Lib/Lib.cs
            """);

        Assert.AreEqual("App.csproj: none, Lib.csproj: otherSources", Projects(Made(["--detach"])));

        Assert.AreEqual("2001\n", Bash("date -r new/App/App.cs +%Y"));
        Assert.AreEqual("one\r\n", File.ReadAllText(_volume.PathOf("new/Lib/Lib.cs")));
        Assert.AreEqual(string.Empty, Bash("git -C new status --porcelain"));
    }

    [TestMethod]
    public void AFolderThatIsASubmoduleInTheCommitIsEmpty()
    {
        Bash("""
            git init -q lib; git -C lib -c user.name=a -c user.email=a@b commit -q --allow-empty -m 1; cd app
            git -c protocol.file.allow=always submodule add -q ../lib Sub; git commit -qm sub; git branch sub; git reset -q --hard HEAD~1
            rm -rf Sub .git/modules; mkdir -p Sub/obj; echo >Sub/obj/x; git config submodule.recurse true
            """);

        Made(["--detach"], "sub");

        Assert.AreEqual(string.Empty, Bash("ls -A new/Sub"));
        Assert.AreEqual(string.Empty, Bash("git -C new status --porcelain"));
    }

    [TestMethod]
    public void OutputsOfAProjectThatTheCommitDoesNotHaveStayInTheDonor()
    {
        Bash("cd app; git branch before; mkdir -p More/obj More/bin; echo '<Project />' >More/More.csproj; touch More/obj/x More/bin/x; git add .; git commit -qm 2");

        Made(["--detach"], "before");

        Assert.IsFalse(Directory.Exists(_volume.PathOf("new/More")) && Bash("find new/More -type f").Length > 0);
    }

    /// <summary>Both would write to one folder.</summary>
    [TestMethod]
    public void ALinkInPlaceOfObjIsLeftOut()
    {
        Bash("mkdir ram; cd app; rm -r Lib/obj; ln -s ../../ram Lib/obj; echo obj >>.git/info/exclude");

        Assert.Contains("Lib/obj", Made(["--detach"])["leftOut"]!.ToJsonString());

        Assert.IsFalse(Path.Exists(_volume.PathOf("new/Lib/obj")));
    }

    [TestMethod]
    public void ANameThatIsNotUtf8AndThatGitDoesNotKnowStaysInTheDonor()
    {
        Bash("""cd app; printf x >"$(printf 'Lib/\376.cs')" """);

        Made(["--detach"]);

        Assert.AreEqual(string.Empty, Bash("git -C new status --porcelain"));
        Assert.AreEqual("Lib.cs\nLib.csproj\nbin\nobj\n", Bash("ls new/Lib; rm -r app/Lib"));
    }

    /// <summary>Another git writes the repository's configuration for as long as the file is there.</summary>
    [TestMethod]
    public async Task TheConfigurationThatAnotherGitLocksIsWaitedForAndABranchIsNotLeft()
    {
        Bash("cd app; git branch main2; touch .git/config.lock");
        string[] options = ["-b", "x", "--track"];

        Task<string> made = Task.Run(() => Projects(Made(options, "main2")));
        await Task.Delay(300, TestContext.CancellationToken);
        File.Delete(_volume.PathOf("app/.git/config.lock"));

        Assert.AreEqual("App.csproj: none, Lib.csproj: none", await made);
        Bash("touch app/.git/config.lock");
        Assert.ThrowsExactly<CommandFailedException>(() => Made(["-b", "y", "--track"], "main2", path: "other"));
        Assert.DoesNotContain("y", Bash("git -C app branch"));
    }

    /// <summary>In the walk, or whose own repository has forgotten it.</summary>
    [TestMethod]
    public void AWorktreeThatGitDoesNotListIsNotCloned()
    {
        Bash("""
            cd app; mkdir -p .claude/worktrees/a/src; echo "gitdir: $PWD/.git/worktrees/a" >.claude/worktrees/a/.git; echo >.claude/worktrees/a/src/x
            echo .claude/ >>.git/info/exclude
            """);

        JsonNode answer = Made(["--detach"]);

        Assert.AreEqual("""[{"path":".claude/worktrees/a","why":"worktree"}]""", answer["leftOut"]!.ToJsonString());
        Assert.IsFalse(Path.Exists(_volume.PathOf("new/.claude/worktrees/a")));
    }

    /// <summary>What any project may read from outside of git does not come from its own folder.</summary>
    [TestMethod]
    public void AWorktreeInAProjectsFolderIsNoFileOfIt()
    {
        Bash("cd app; git mv App/App.csproj App.csproj; mv App/obj .; git commit -qm 2; find . -path ./.git -prune -o -exec touch -h -d 2001-02-03 {} +");

        Assert.Contains("App.csproj: none", Projects(Made(["--detach"], path: "app/.claude/worktrees/x")));
    }

    [TestMethod]
    public void APathThatEndsALongerOneIsKept()
    {
        Bash("""
            echo "https://host$PWD/app/x /_$PWD/app/x, -r:$PWD/app/x \"$PWD/app\" $PWD/app+1 $PWD/app@2 $PWD/app" >app/Lib/obj/note.txt
            """);

        Made(["--detach"]);

        Assert.AreEqual(
            $"https://host{Donor}/x /_{Donor}/x, -r:{New}/x \"{New}\" {Donor}+1 {Donor}@2 {New}\n",
            File.ReadAllText(_volume.PathOf("new/Lib/obj/note.txt")));
    }

    /// <summary>The user asked to clone the worktrees: they are the folder's own.</summary>
    [TestMethod]
    public void ACloneOfAFolderWithABareRepositoryHasItsWorktrees()
    {
        Bash("mkdir all; git clone -q --bare app all/.bare; git -C all/.bare worktree add -q --detach ../one");

        Assert.AreEqual(1, CloneCommand.Answer(
            new Screen(json: true, TextWriter.Null), _volume.PathOf("all"), New, new CloneOptions([], false, null), CancellationToken.None));

        Assert.AreEqual("class App;\n", File.ReadAllText(_volume.PathOf("new/one/App/App.cs")));
    }

    [TestMethod]
    public void AFileThatASparseCheckoutLeavesOutMayBeThere()
    {
        Bash("""
            cd app; echo '*.cs text eol=crlf' >.gitattributes; git add .; git commit -qm 2; git sparse-checkout set App
            mkdir -p Lib; printf 'class Lib;\r\n' >Lib/Lib.cs
            """);

        Made(["--detach"]);

        Assert.AreEqual("class App;\r\n", File.ReadAllText(_volume.PathOf("new/App/App.cs")));
        Assert.AreEqual(string.Empty, Bash("git -C new status --porcelain"));
    }
}
