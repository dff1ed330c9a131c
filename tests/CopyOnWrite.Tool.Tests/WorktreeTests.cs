using System.Text.Json.Nodes;
using CopyOnWrite.Tool.Checkouts;
using CopyOnWrite.Tool.Tests.Infrastructure;

namespace CopyOnWrite.Tool.Tests;

/// <summary><c>dotnet cow worktree</c> of a repository whose outputs are written by the tests: what is git's, and what compiles.</summary>
[TestClass]
public sealed partial class WorktreeTests : IDisposable
{
    public TestContext TestContext { get; set; } = null!;

    // As a build leaves a project: its inputs' hash, NuGet's file, the compiler's output, the list of what was written, a text with its folder.
    private const string Repository = """
        git init -q -b main app && cd app && git config user.name a && git config user.email a@example.org
        for name in App Lib; do
          obj=$name/obj bin=$name/bin/Debug; mkdir -p $obj/Debug $bin
          echo "<Project />" >$name/$name.csproj; echo "class $name;" >$name/$name.cs
          echo hash-of-$name >$obj/Debug/$name.csproj.CoreCompileInputs.cache; echo "<Project />" >$obj/$name.csproj.nuget.g.targets
          echo compiled >$obj/Debug/$name.dll; cp $obj/Debug/$name.dll $bin; echo "{\"root\":\"$PWD/$name/wwwroot\"}" >$bin/$name.staticwebassets.runtime.json
          printf '%s\n' "$PWD/$bin/$name.dll" "$PWD/$bin/$name.staticwebassets.runtime.json" >$obj/Debug/$name.csproj.FileListAbsolute.txt
          echo "build_property.ProjectDir = $PWD/$name/" >$obj/Debug/$name.GeneratedMSBuildEditorConfig.editorconfig
        done
        printf 'bin/\nobj/\n*.local\n' >.gitignore
        git add . && git commit -q -m first && find . -path ./.git -prune -o -exec touch -h -d 2001-02-03 {} +
        """;

    private readonly VolumeUnderTest _volume = VolumeUnderTest.Require("btrfs");

    private string Donor => _volume.PathOf("app");

    private string New => _volume.PathOf("new");

    public void Dispose() => _volume.Dispose();

    [TestInitialize]
    public void MakeDonor() => Bash(Repository);

    [TestMethod]
    [DataRow("new")]
    [DataRow("app/.claude/worktrees/x")]
    [DataRow("above it/new")]
    public void TheNewWorktreeHasTheCommitAndTheDonorsOutputsWithTheirTimes(string path)
    {
        JsonNode answer = Made(["-b", "fix"], path: path);

        Assert.AreEqual(string.Empty, Bash($"git -C '{path}' status --porcelain"));
        Assert.AreEqual("fix\n", Bash($"git -C '{path}' branch --show-current"));
        Assert.Contains(_volume.PathOf(path), Bash("git -C app worktree list"));
        Assert.AreEqual("App.csproj: none, Lib.csproj: none", Projects(answer));
        foreach (string file in (string[])["App/App.cs", "App/obj/Debug/App.dll", "Lib/bin/Debug/Lib.dll", "Lib/obj/Debug/Lib.csproj.CoreCompileInputs.cache"])
        {
            Assert.AreEqual(File.GetLastWriteTimeUtc(_volume.PathOf($"app/{file}")), File.GetLastWriteTimeUtc(_volume.PathOf($"{path}/{file}")), file);
        }

        Assert.AreEqual(string.Empty, Bash("find . -name '.cow-*'"));
    }

    [TestMethod]
    public void TextsThatNameTheDonorNameTheWorktreeAndKeepTheirTimes()
    {
        Bash("""
            echo "see $PWD/app, $PWD/app-2/x, $PWD/app/x" >app/Lib/obj/note.txt; touch -d 2001-02-03 app/Lib/obj/note.txt; cp -a app/Lib/obj/note.txt app/Lib/x.local
            echo "$PWD/app" >app/Lib/bin/Debug/settings.json; echo "$PWD/app/Lib/bin/Debug/settings.json" >>app/Lib/obj/Debug/Lib.csproj.FileListAbsolute.txt
            echo "<file src=\"$PWD/app/Lib\" />" >app/Lib/obj/Debug/Lib.1.0.0.nuspec
            """);

        Bash("""
            mkdir -p app/Restored/obj; echo "{\"path\":\"$PWD/app/Restored\"}" >app/Restored/obj/project.assets.json
            echo "<Import Project=\"$PWD/app/x\" />" >app/Restored/obj/Restored.csproj.nuget.g.targets
            """);

        Made(["--detach"]);
        Made(["--detach"], path: "a&b");

        Assert.AreEqual($"{{\"path\":\"{New}/Restored\"}}\n", File.ReadAllText(_volume.PathOf("new/Restored/obj/project.assets.json")));
        Assert.AreEqual(
            $"<Import Project=\"{_volume.PathOf("a&amp;b")}/x\" />\n", File.ReadAllText(_volume.PathOf("a&b/Restored/obj/Restored.csproj.nuget.g.targets")));
        Assert.AreEqual($"see {New}, {_volume.PathOf("app-2")}/x, {New}/x\n", File.ReadAllText(_volume.PathOf("new/Lib/obj/note.txt")));
        Assert.AreEqual($"build_property.ProjectDir = {New}/Lib/\n", File.ReadAllText(_volume.PathOf("new/Lib/obj/Debug/Lib.GeneratedMSBuildEditorConfig.editorconfig")));
        Assert.AreEqual($"{{\"root\":\"{New}/App/wwwroot\"}}\n", File.ReadAllText(_volume.PathOf("new/App/bin/Debug/App.staticwebassets.runtime.json")));
        Assert.AreEqual($"<file src=\"{New}/Lib\" />\n", File.ReadAllText(_volume.PathOf("new/Lib/obj/Debug/Lib.1.0.0.nuspec")));
        Assert.AreEqual("2001\n", Bash("date -r new/App/bin/Debug/App.staticwebassets.runtime.json +%Y"));

        // No build wrote it, or it is a copy of a file that a person wrote.
        Assert.AreEqual($"{Donor}\n", File.ReadAllText(_volume.PathOf("new/Lib/bin/Debug/settings.json")));
        Assert.Contains(Donor, File.ReadAllText(_volume.PathOf("new/Lib/x.local")));
    }

    /// <summary>A build's list may name files that are not of the clone: outside of the repository, or over a link into the donor.</summary>
    [TestMethod]
    public void NoTextOutsideOfTheWorktreeIsChanged()
    {
        Bash("""
            mkdir out app/real; echo "$PWD/app/x" | tee out/x.staticwebassets.runtime.json >app/real/y.staticwebassets.runtime.json; ln -s $PWD/app/real app/Lib/bin/linked; printf 'real/\n' >>app/.git/info/exclude
            printf '%s\n' "$PWD/app/../out/x.staticwebassets.runtime.json" "$PWD/app/Lib/bin/linked/y.staticwebassets.runtime.json" >>app/Lib/obj/Debug/Lib.csproj.FileListAbsolute.txt
            """);

        Made(["--detach"]);

        Assert.AreEqual($"{Donor}/x\n", File.ReadAllText(_volume.PathOf("out/x.staticwebassets.runtime.json")));
        Assert.AreEqual($"{Donor}/x\n", File.ReadAllText(_volume.PathOf("app/real/y.staticwebassets.runtime.json")));
    }

    /// <summary>What of the donor's outputs is not those of a build at the new path, so that the project compiles.</summary>
    [TestMethod]
    [DataRow("Lib.csproj: namesDonor", """echo "$PWD/Lib/Lib.cs" >>Lib/obj/Debug/Lib.dll""")]
    [DataRow("Lib.csproj: namesDonor", """mkdir Lib/obj/Debug/ref; echo "$PWD" >Lib/obj/Debug/ref/Lib.pdb""")]
    [DataRow("Lib.csproj: namesDonor", """echo "// $PWD/Lib" >Lib/obj/Debug/Generated.cs""", DisplayName = "a source whose hash is in the pdb")]
    [DataRow("Lib.csproj: otherFiles", "echo 1 >Lib/stylecop.json")]
    [DataRow("Lib.csproj: none", "echo 1 >Lib/New.cs", DisplayName = "its name is not in MSBuild's hash yet")]
    [DataRow("Lib.csproj: otherSources", "echo 1 >Lib/New.cs; touch -d 2001-02-02 Lib/New.cs", DisplayName = "its name is in MSBuild's hash")]
    [DataRow("App.csproj: otherFiles, Lib.csproj: otherFiles", "echo >.editorconfig")]
    [DataRow("App.csproj: otherFiles, Lib.csproj: otherFiles", "echo >x.props; git add x.props", DisplayName = "staged")]
    [DataRow("App.csproj: none, Lib.csproj: none", "echo 1 >notes.txt")]
    [DataRow("App.csproj: otherFiles, Lib.csproj: otherFiles", "mkdir local; echo >local/local.props", DisplayName = "what any project may import")]
    [DataRow("Lib.csproj: otherFiles", "mkdir notes; echo 1 >notes/x.txt; echo '<None Include=\"../notes/*.txt\" />' >Lib/Lib.csproj; git commit -qam 2")]
    [DataRow("App.csproj: otherFolder, Lib.csproj: otherFolder", "echo >.globalconfig; git add .; git commit -qm 2", "app/.claude/worktrees/x")]
    [DataRow("App.csproj: none, Lib.csproj: none", "echo >.globalconfig; echo >.editorconfig; git add .; git commit -qm 2; touch -d 2001-02-02 .*config", "new")]
    [DataRow("App.csproj: none, Lib.csproj: none", "echo >.editorconfig; git add .; git commit -qm 2; touch -d 2001-02-02 .*config", "app/.claude/worktrees/x")]
    [DataRow("Lib.csproj: otherSources", "echo 2 >>Lib/Lib.cs")]
    [DataRow("App.csproj: otherSources, Lib.csproj: otherSources", "echo >Directory.Build.rsp; git add .; git commit -qm 2; echo 2 >>Directory.Build.rsp")]
    [DataRow("Lib.csproj: otherFiles", "echo '<P>$([System.IO.File]::ReadAllText(&quot;v.txt&quot;))</P>' >Lib/Lib.csproj; echo >v.txt; git add .; git commit -qm 2; echo 2 >v.txt")]
    [DataRow("Lib.csproj: otherFiles", "mkdir words; echo >words/m.md; echo '<W Include=\"../words/**\" />' >Lib/Lib.csproj; git commit -qam 2", DisplayName = "all of a folder")]
    [DataRow("Lib.csproj: otherFolder", "mkdir '../above it'; echo >'../above it/v.props'; echo '$([MSBuild]::GetPathOfFileAbove(v.props))' >Lib/Lib.csproj; git commit -qam 2", "above it/new")]
    [DataRow("App.csproj: otherSources, Lib.csproj: otherSources", "echo >Directory.Build.props; git add .; git commit -qm 2; echo 2 >>Directory.Build.props")]
    [DataRow("App.csproj: none, Lib.csproj: builtBefore", "echo 2 >>Lib/Lib.cs; git commit -qam 2")]
    [DataRow("Lib.csproj: builtBefore", "echo 2 >>Lib/Lib.cs; git commit -qam 2", "app/.claude/worktrees/x")]
    [DataRow("App.csproj: builtBefore, Lib.csproj: builtBefore", "echo >Directory.Build.props; git add .; git commit -qm 2")]
    [DataRow("App.csproj: none, Lib.csproj: none", "mkdir Lib/obj/Debug/assets; echo >Lib/obj/Debug/assets/x.props", DisplayName = "written by a build")]
    [DataRow("Lib.csproj: notRestored", "rm Lib/obj/*.targets")]
    [DataRow("Lib.csproj: notBuilt", "rm Lib/obj/Debug/Lib.dll")]
    [DataRow("Lib.csproj: notBuilt", "rm -r Lib/obj")]
    [DataRow("Lib.csproj: notBuilt", "mkdir Lib/obj/Debug/net8.0; cp -p Lib/obj/Debug/*.CoreCompileInputs.cache Lib/obj/Debug/net8.0", DisplayName = "a framework that does not compile")]
    [DataRow("App.csproj: otherFolder, Lib.csproj: otherFolder", "mkdir '../above it'; echo >'../above it/Directory.Build.props'", "above it/new")]
    [DataRow("Lib.csproj: none", "echo >../Directory.Build.props", "above it/new", DisplayName = "above both")]
    [DataRow("Lib.csproj: otherFolder", """echo '<Import Project="..\..\shared.props" />' >Lib/Lib.csproj; git commit -qam 2""", "above it/new")]
    [DataRow("Lib.csproj: none", """echo '<Import Project="..\..\shared.props" />' >Lib/Lib.csproj; git commit -qam 2; touch -d 2001-02-02 Lib/*""", "beside")]
    [DataRow("Lib.csproj: none", """echo '<Import Project="..\shared.props" />' >Lib/Lib.csproj; git commit -qam 2; touch -d 2001-02-02 Lib/*""", "above it/new")]
    [DataRow("App.csproj: path, Lib.csproj: path", ":", "50%")]
    [DataRow("Lib.csproj: otherCommit", """echo "[assembly: Version(\"1.0+$(git rev-parse HEAD)\")]" >Lib/obj/Debug/Lib.AssemblyInfo.cs; git commit -q --allow-empty -m 2""")]
    public void WhatCompilesIsSaidAndItsHashIsGoneWhereMSBuildWouldNotFindIt(string expected, string change, string path = "new")
    {
        Bash($"cd app; {change}");

        JsonNode answer = Made(["--detach"], path: path);

        foreach (string project in expected.Split(", "))
        {
            Assert.Contains(project, Projects(answer));
        }

        bool isForced = expected.Contains("namesDonor") || expected.Contains("other");
        string inputs = _volume.PathOf($"{path}/Lib/obj/Debug/Lib.csproj.CoreCompileInputs.cache");
        Assert.AreEqual(!isForced && !change.Contains("rm -r"), File.Exists(inputs));
        Assert.AreEqual(string.Empty, Bash($"git -C '{path}' status --porcelain"));
    }

    [TestMethod]
    public void UncommittedAndUnknownFilesStayInTheDonorAndIgnoredOnesAreCloned()
    {
        Bash("""
            cd app; echo changed >>App/App.cs; echo >unknown; mkdir empty more; echo >more/unknown; echo >my.local; echo >staged; git add staged
            mkdir .vs .copyonwrite-cache; echo >.vs/x.local; echo >.copyonwrite-cache/x.local; echo >.cow-0123456789abcdef.user
            git worktree add -q .worktrees/other; echo >.worktrees/other/x.local
            mkdir apart; echo >apart/x.local; ln -s my.local l.local; printf '.vs/\n.co*\n.worktrees/\n' >>.git/info/exclude
            """);

        JsonNode answer = Made(["--detach", "--leave-out", "apart"]);

        Assert.AreEqual("class App;\n", File.ReadAllText(_volume.PathOf("new/App/App.cs")));
        CollectionAssert.AreEquivalent((string[])[".git", ".gitignore", ".worktrees", "empty", "App", "Lib", "l.local", "my.local"],
            Directory.GetFileSystemEntries(New).Select(Path.GetFileName).ToArray());
        string[] leftOut = [.. answer["leftOut"]!.AsArray().Select(one => $"{one!["path"]} {one["why"]}")];
        CollectionAssert.IsSubsetOf(
            (string[])["unknown notInGit", "more notInGit", "staged notInCommit", ".worktrees/other worktree", ".vs visualStudio",
                ".copyonwrite-cache cache", ".cow-0123456789abcdef.user leftover", "apart named"], leftOut);
    }

    [TestMethod]
    public void AnEarlierCommitHasItsOwnFilesAndOnlyThoseHaveANewTime()
    {
        Bash("""
            cd app; git mv Lib/Lib.cs Lib/Renamed.cs; echo added >Lib/Added.cs; git add .; git commit -qm second; touch -d 2002-02-02 Lib/*.cs
            """);

        Made(["-b", "old"], "HEAD~1");

        Assert.AreEqual("App.cs App.csproj Lib.cs Lib.csproj\n", Bash("cd new; echo $(git ls-files App Lib | xargs -n 1 basename)"));
        Assert.IsFalse(File.Exists(_volume.PathOf("new/Lib/Renamed.cs")));
        Assert.AreEqual(2001, File.GetLastWriteTimeUtc(_volume.PathOf("new/App/App.cs")).Year);
        Assert.IsGreaterThan(2020, File.GetLastWriteTimeUtc(_volume.PathOf("new/Lib/Lib.cs")).Year);
    }

    [TestMethod]
    [DataRow("a linked worktree", "git -C app worktree add -q ../linked && cp -a app/App/obj linked/App", "linked")]
    [DataRow("a bare repository's worktree", "git clone -q --bare app r/.bare && git -C r/.bare worktree add -q ../linked && cp -a app/App/obj r/linked/App", "r/linked")]
    [DataRow("a sparse checkout", "cd app && git update-index -q --refresh && git sparse-checkout set --cone App", "app")]
    public void AnyCheckoutIsADonor(string what, string make, string donor)
    {
        Bash(make);
        string before = Bash($"git -C {donor} ls-files -t");

        Made(["-b", "x"], from: donor);

        Assert.AreEqual(before, Bash("git -C new ls-files -t"), what);
        Assert.AreEqual(string.Empty, Bash("git -C new status --porcelain"));
        Assert.IsTrue(File.Exists(_volume.PathOf("new/App/obj/Debug/App.dll")));
    }

    [TestMethod]
    public void ASubmoduleIsEmptyAsGitLeavesIt()
    {
        Bash("""
            git init -q sub && cd sub && git -c user.name=a -c user.email=a@example.org commit -q --allow-empty -m 1 && cd ../app
            git -c protocol.file.allow=always submodule --quiet add ../sub && git commit -qm sub && echo >sub/x.local
            """);

        JsonNode answer = Made(["--detach"]);

        Assert.IsEmpty(Directory.GetFileSystemEntries(_volume.PathOf("new/sub")));
        Assert.Contains("`git submodule update --init`", Text(["--detach"], "again"));
        Assert.Contains("submodule", answer["leftOut"]!.ToJsonString());
    }

    [TestMethod]
    public void WithAnotherDonorHeadIsTheCurrentFoldersAsWithoutIt()
    {
        Bash("git -C app worktree add -q -b mine ../mine; echo 2 >mine/x.cs; git -C mine add .; git -C mine commit -qm 2");

        Cow.Run(_volume.PathOf("mine"), ["worktree", "../new", "--detach", "--from", "../app"]).Ended(0);

        Assert.AreEqual(Bash("git -C mine rev-parse HEAD"), Bash("git -C new rev-parse HEAD"));
        Assert.IsTrue(File.Exists(_volume.PathOf("new/App/obj/Debug/App.dll")));
    }

    /// <summary>With git's words, and nothing is made but what git makes before it fails: a branch.</summary>
    [TestMethod]
    [DataRow("already exists", "main", "-b")]
    [DataRow("already checked out", null, "main")]
    [DataRow("invalid reference", null, "no-such-commit")]
    [DataRow("already exists", "x", "-b", "app")]
    [DataRow("not a git repository", "x", "-b", "new", "outside")]
    public void WhatGitRefusesIsRefusedWithItsWords(string words, string? branch, string last, string path = "new", string from = "app")
    {
        Bash("mkdir outside");
        string[] options = branch is null ? [] : [last, branch];

        string refused = Assert.ThrowsExactly<CommandFailedException>(
            () => Run(new StringWriter(), options, branch is null ? last : null, path, from)).Message;

        Assert.StartsWith("COW1042: ", refused);
        Assert.Contains(words, refused);
        Assert.Contains(". See ", refused);
        NamedPage.AssertHas(refused, "COW1042");
        CollectionAssert.AreEquivalent((string[])["app", "outside"], Directory.GetFileSystemEntries(_volume.Folder).Select(Path.GetFileName).ToArray());
    }

    [TestMethod]
    public void WhatFailsAfterwardsLeavesNeitherAWorktreeNorABranch()
    {
        using var cancel = new CancellationTokenSource();

        Assert.ThrowsExactly<OperationCanceledException>(() => WorktreeCommand.Answer(
            new Screen(json: true, TextWriter.Null), Donor, New, ["-b", "x"], null, new CloneOptions([], false, _ => cancel.Cancel()), cancel.Token));

        Assert.AreEqual("* main\n", Bash("git -C app branch"));
        Assert.AreEqual("app\n", Bash("ls -A"));
        Assert.HasCount(1, Bash("git -C app worktree list").Trim().Split('\n'));
    }

    [TestMethod]
    public void TheHookRunsOnceInTheWorktreeAndItsFailureLeavesTheWorktree()
    {
        Bash("""printf '#!/bin/sh\npwd >>../ran; echo $1 $3 >>../ran; echo no luck >&2; exit 1\n' >app/.git/hooks/post-checkout; chmod +x app/.git/hooks/post-checkout""");

        string text = Text(["--detach"]);

        Assert.Contains("! The hook post-checkout failed: no luck", text);
        Assert.AreEqual($"{New}\n{new string('0', 40)} 1\n", Bash("cat ran"));
        Assert.AreEqual(string.Empty, Bash("git -C new status --porcelain"));
    }

    [TestMethod]
    public void ForOutputsThatGitDoesNotIgnoreTheAnswerSaysHowItDoes()
    {
        Bash("cd app; git rm -q .gitignore; git commit -qm 2");

        Assert.Contains("- 2 projects without outputs, as git does not ignore bin and obj here (`dotnet new gitignore`)", Text(["--detach"]));
    }

    /// <summary>Nor the folders that git makes for it.</summary>
    [TestMethod]
    public void TheWorktreeItselfIsNotLeftOut()
    {
        Assert.AreEqual("[]", Made(["--detach"], path: "app/.claude/worktrees/x")["leftOut"]!.ToJsonString());
        Bash("echo >app/.claude/mine");
        Assert.Contains(".claude", Made(["--detach"], path: "app/.claude/worktrees/y")["leftOut"]!.ToJsonString());
    }

    [TestMethod]
    public void TheAnswerHasAtMostSixLinesAndNamesAFewOfMany()
    {
        Bash("""
            cd app; for i in 1 2 3 4 5; do mkdir P$i; echo >P$i/P$i.csproj; done; git add .; git commit -qm 2
            echo "$PWD" >>Lib/obj/Debug/Lib.dll; echo >>App/App.cs; echo >unknown; mkdir .vs
            """);

        string text = Text(["-b", "fix"]);

        string[] lines = text.TrimEnd().Split('\n');
        Assert.IsLessThanOrEqualTo(6, lines.Length, text);
        Assert.StartsWith($"{New} (branch fix at ", lines[0]);
        Assert.EndsWith("): 2 of 2 built projects will compile.", lines[0]);
        Assert.Contains($"- 5 projects that {Donor} has not built: P1.csproj, P2.csproj, P3.csproj and 2 more.", lines);
        Assert.Contains("DeterministicSourcePaths=true", text);
    }

    /// <summary>What a symbolic link of the donor leads to is another program's: it is named.</summary>
    [TestMethod]
    public void ALinkIntoTheDonorIsNamed()
    {
        Bash("cd app; ln -s $PWD/Lib x.local; ln -s Lib y.local");

        string text = Text(["--detach"]);

        Assert.Contains($"! 1 symbolic link leads into {Donor}: x.local", text);
    }

    private JsonNode Made(string[] options, string? commit = null, string path = "new", string from = "app")
    {
        var written = new StringWriter();
        Run(written, options, commit, path, from, json: true);
        return JsonNode.Parse(written.ToString())!;
    }

    private string Text(string[] options, string path = "new")
    {
        var written = new StringWriter();
        Run(written, options, null, path, "app");
        return written.ToString();
    }

    private void Run(StringWriter written, string[] options, string? commit, string path, string from, bool json = false)
    {
        int at = Array.IndexOf(options, "--leave-out");
        string[] leftOut = at < 0 ? [] : [options[at + 1]];
        Assert.AreEqual(0, WorktreeCommand.Answer(
            new Screen(json, written), _volume.PathOf(from), _volume.PathOf(path), at < 0 ? options : options[..at], commit,
            new CloneOptions(leftOut, false, null), CancellationToken.None));
    }

    private static string Projects(JsonNode answer) =>
        string.Join(", ", answer["projects"]!.AsArray().Select(one => $"{one!["file"]}: {one["why"]}").Order(StringComparer.Ordinal));

    private string Bash(string script)
    {
        (int exitCode, string output) = Command.Run("bash", ["-euc", script], folder: _volume.Folder);
        Assert.AreEqual(0, exitCode, output);
        return output;
    }
}
