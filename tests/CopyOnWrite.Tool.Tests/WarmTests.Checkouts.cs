using System.Text.Json.Nodes;
using CopyOnWrite.Tool.Checkouts;

namespace CopyOnWrite.Tool.Tests;

/// <summary>Checkouts of all kinds: dirty, restored, built, sparse, with submodules; and donors of all kinds.</summary>
public sealed partial class WarmTests
{
    /// <summary>A source that differs would be older than the donor's output, and a build would believe that.</summary>
    [TestMethod]
    [DataRow("""git -C app worktree add -q --detach ../new; echo 2 >new/Lib/Lib.cs""", DisplayName = "edited")]
    [DataRow("""git -C app worktree add -q --detach ../new; echo 2 >new/Lib/More.cs""", DisplayName = "not tracked")]
    [DataRow("cd app; echo 2 >Lib/Lib.cs; git commit -qam 2; add new; git reset -q --hard HEAD~1", DisplayName = "of a later commit")]
    [DataRow("""cd app; printf 'a\n' >Lib/x.txt; echo '*.txt eol=crlf' >.gitattributes; save; add new""", DisplayName = "line ends")]
    [DataRow("cd app; echo '*.txt filter=f' >.gitattributes; git config filter.f.smudge 'sed s/1/2/'; "
        + "git config filter.f.clean 'sed s/2/1/'; echo 1 >Lib/x.txt; save; add new", DisplayName = "a filter")]
    public void AFileThatDiffersIsNewerThanAllOutputsWhateverItsTime(string make)
    {
        Bash($"({make}); find new -path new/.git -prune -o -exec touch -h -d 2000-01-01 {{}} +");
        DateTime newest = DateTime.UtcNow.AddDays(1); // An output of the future, from a clock that goes ahead.
        File.SetLastWriteTimeUtc(_volume.PathOf("app/Lib/obj/Debug/Lib.dll"), newest);
        File.SetLastWriteTimeUtc(_volume.PathOf("app/Lib/bin/Debug/Lib.dll"), newest.AddDays(1));

        JsonNode answer = Warm("new", add: null);

        string[] old = Bash("cd new; find Lib -maxdepth 1 -newermt 2000-06-01 ! -newermt 2002-01-01 -type f").Trim().Split('\n');
        string[] newer = [.. Directory.GetFiles(_volume.PathOf("new/Lib"), "*", SearchOption.AllDirectories)
            .Where(file => File.GetLastWriteTimeUtc(file) > newest)];
        Assert.HasCount(1, newer, string.Join(' ', newer));
        Assert.IsFalse(File.Exists(_volume.PathOf("new/Lib/bin/Debug/Lib.dll")), "A copy of the future hides that its source differs.");
        Assert.Contains("Lib/Lib.csproj", old);
        Assert.IsGreaterThanOrEqualTo(1, (int)answer["sources"]!["other"]!);
    }

    [TestMethod]
    public void OutputsOfItsOwnStayUnlessTheyAreToBeReplaced()
    {
        Bash("add new; cp -r app/App/obj new/App; mkdir -p new/App/obj/Release; echo >new/App/obj/Release/x; touch new/App/App.cs");
        string before = Bash("cd new; find . -printf '%p %T@\n' | sort");

        Assert.AreEqual("hasOutputs", (string?)Warm("new", add: null)["state"]);

        Assert.AreEqual(before, Bash("cd new; find . -printf '%p %T@\n' | sort"));
        Assert.AreEqual("App.csproj: none, Lib.csproj: none", Projects(Warm("new", add: null, refresh: true)));
        Assert.IsFalse(Path.Exists(_volume.PathOf("new/App/obj/Release")), "Its own builds go: they would be newer than the sources.");
        Assert.AreEqual("2001\n2001\n", Bash("date -r new/App/App.cs +%Y; date -r new/App/obj/Debug/App.dll +%Y"));
    }

    /// <summary>A build may have made an ignored file, of inputs that get other times, or may read it.</summary>
    [TestMethod]
    public void AnIgnoredFileThatBothHaveIsOldAndItsProjectIsMadeAgain()
    {
        Bash("""
            add new; mkdir {app,new}/Lib/dist.local; echo A >app/Lib/dist.local/out; echo B >new/Lib/dist.local/out
            mkdir -p new/App/bin/Debug; echo old >new/App/bin/Debug/App.dll; echo old >new/App/bin/Debug/unlisted
            """);

        Assert.AreEqual("App.csproj: none, Lib.csproj: otherFiles", Projects(Warm("new", add: null)));

        Assert.AreEqual("2000\n", Bash("date -r new/Lib/dist.local/out +%Y"));
        Assert.AreEqual("compiled\nold\n", Bash("cat new/App/bin/Debug/{App.dll,unlisted}"), "Its own output, though obj was deleted.");
    }

    /// <summary>As Microsoft.Build.NoTargets: no compiler's files say what its targets made, and of what.</summary>
    [TestMethod]
    public void OfAProjectWithoutACompilerOnlyTheRestoreComes()
    {
        Bash("cd app; mkdir -p Site/obj/in; echo '<Project />' >Site/Site.csproj; save; echo x | tee Site/obj/bundle.js >Site/obj/in/x; "
            + "echo '<Project />' >Site/obj/Site.csproj.nuget.g.targets");

        Warm("new");

        Assert.AreEqual("new/Site/obj/Site.csproj.nuget.g.targets\n", Bash("find new/Site/obj -type f"));
    }

    /// <summary>`dotnet run --no-build` runs App, which has Lib's constants; `dotnet publish --no-build` takes obj's assembly.</summary>
    [TestMethod]
    public void NoAssemblyOfWhatCompilesOrRefersToThatCanBeRunBeforeTheBuild()
    {
        Bash("""cd app; echo '<ProjectReference Include="..\Lib\Lib.csproj" />' >App/App.csproj; git commit -qam 2; """
            + "touch -d 2001-02-02 App/App.csproj; echo 2 >>Lib/Lib.cs; git commit -qam 3");

        Assert.AreEqual("App.csproj: none, Lib.csproj: builtBefore", Projects(Warm("new")));

        Assert.AreEqual("new/App/obj/Debug/App.dll\n", Bash("find new -name '*.dll'"));
    }

    /// <summary>As agents' setup scripts do it first. NuGet's new files would be newer than all outputs.</summary>
    [TestMethod]
    public void ACheckoutThatWasOnlyRestoredIsNotBuilt()
    {
        Bash("ln -s Debug app/Lib/obj/latest; add new; mkdir new/Lib/obj; "
            + "echo '<Project />' >new/Lib/obj/Lib.csproj.nuget.g.targets; echo own >new/Lib/obj/project.nuget.cache");

        Assert.AreEqual("App.csproj: none, Lib.csproj: none", Projects(Warm("new", add: null)));

        Assert.AreEqual("2001\nown\nDebug\n", Bash("cd new/Lib/obj; date -r *.g.targets +%Y; cat project.nuget.cache; readlink latest"));
    }

    /// <summary>`dotnet build --no-restore` takes what it finds.</summary>
    [TestMethod]
    public void PackagesAreThoseOfTheCheckoutOrNone()
    {
        Bash("""
            for name in App Lib; do echo "{\"project\":\"$PWD/app/$name\"}" >app/$name/obj/project.assets.json; done
            add equal; add other; echo '<Project><!-- 2 --></Project>' >other/Lib/Lib.csproj
            add restored; mkdir restored/Lib/obj; echo '{"of":"here"}' >restored/Lib/obj/project.assets.json
            """);

        Warm("equal", add: null);
        Assert.AreEqual("App.csproj: none, Lib.csproj: otherSources", Projects(Warm("other", add: null)));
        Assert.AreEqual("App.csproj: none, Lib.csproj: otherSources", Projects(Warm("restored", add: null)));

        Assert.AreEqual($"{{\"project\":\"{_volume.PathOf("equal/Lib")}\"}}\n", Bash("cat equal/Lib/obj/project.assets.json"));
        Assert.AreEqual("{\"of\":\"here\"}\n", File.ReadAllText(_volume.PathOf("restored/Lib/obj/project.assets.json")));
        Assert.AreEqual(string.Empty, Bash("find other -name project.assets.json"));
    }

    [TestMethod]
    public void OnlyWhatBuildsWroteComesAlongAndWhatPatternsName()
    {
        Bash("""
            cd app; echo secret >my.local; echo key >app.local; chmod 600 *.local; mkdir -p Lib/obj/keep Lib/bin/TestResults More/obj
            mkdir -p node_modules.local/x; echo >node_modules.local/x/a; echo >Lib/bin/TestResults/t; echo >Lib/bin/Debug/unlisted
            echo >Lib/obj/keep/x; echo '<Project />' >More/obj/More.csproj.nuget.g.targets; echo '/my.*' >.worktreeinclude
            """);

        Warm("one");
        Warm("two", include: ["app.local", "node_modules.local/", "Lib.cs"]);

        Assert.AreEqual("Lib/obj/keep/x\nmy.local\n", Bash("cd one; ls my.local app.local node_modules.local Lib/obj/keep/x "
            + "Lib/bin/TestResults Lib/bin/Debug/unlisted More 2>/dev/null || true"));
        Assert.AreEqual("600 secret\n600 key\n", Bash("cd two; for file in my app; do stat -c %a $file.local | tr '\n' ' '; "
            + "cat $file.local; done; test -f node_modules.local/x/a"));
        Assert.AreEqual(string.Empty, Bash("git -C two status --porcelain | grep -v worktreeinclude || true"));
    }

    /// <summary>As local.settings.json of Azure Functions, which is copied to bin; and what has other content here.</summary>
    [TestMethod]
    public void WhatABuildCopiedOfAFileThatDiffersHereOrStaysIsAbsent()
    {
        Bash("""
            cd app; echo 1 >Lib/a.json; echo one >Lib/b.json; save; echo secret >Lib/my.local; mkdir Lib/bin/Debug/in
            cp -p Lib/*.json Lib/bin/Debug; cp -p Lib/my.local Lib/bin/Debug/in; add two; echo 2 >../two/Lib/a.json
            for file in a.json b.json in/my.local; do echo $PWD/Lib/bin/Debug/$file >>Lib/obj/Debug/Lib.csproj.FileListAbsolute.txt; done
            """);

        JsonNode one = Warm("one");
        JsonNode two = Warm("two", add: null, include: "my.local");

        Assert.AreEqual("Lib/bin/Debug/in/my.local", string.Join(' ', one["absent"]!.AsArray()));
        Assert.AreEqual("Lib/bin/Debug/a.json", string.Join(' ', two["absent"]!.AsArray()));
        Assert.AreEqual("a.json\nb.json\nb.json\nin\n", Bash("for name in one two; do (cd $name/Lib/bin/Debug; "
            + "ls -d a.json b.json in 2>/dev/null || true); done"));
    }

    [TestMethod]
    [DataRow("a linked worktree", "git -C app worktree add -q ../linked && cp -a app/App/obj linked/App", "linked")]
    [DataRow("a clone", "git clone -q app linked; cp -a app/App/obj linked/App; find linked/App -exec touch -hd 2001-02-03 {} +", "linked")]
    [DataRow("over a link", "ln -s app linked", "linked")]
    [DataRow("its own main worktree, sparse", "git -C app sparse-checkout set --cone App", null)]
    public void AnyCheckoutIsADonor(string what, string make, string? from)
    {
        Bash(make);

        JsonNode answer = Warm("new", from: from);

        Assert.Contains("App.csproj: ", Projects(answer), what);
        Assert.AreEqual(string.Empty, Bash("git -C new status --porcelain"));
        Assert.IsTrue(File.Exists(_volume.PathOf("new/App/obj/Debug/App.csproj.nuget.g.targets".Replace("Debug/", string.Empty))));
    }

    /// <summary>git reaches a checkout by its path, so that who renames above it leads root elsewhere.</summary>
    [TestMethod]
    [DataRow("chown 1000 above", true)]
    [DataRow("chmod 777 above", true)]
    [DataRow("chmod 1777 above", false)]
    [DataRow("chown 1000 app above", false, DisplayName = "the donor's owner, whom git trusts")]
    public void RootIsNotLedAwayByWhoRenamesAboveTheCheckout(string change, bool isRefused)
    {
        if (!Environment.IsPrivilegedProcess)
        {
            Assert.Inconclusive("Only root is refused.");
        }

        Bash($"mkdir above; git -C app worktree add -q --detach ../above/new; {change}");
        if (isRefused)
        {
            Assert.StartsWith("COW1043", Assert.ThrowsExactly<CommandFailedException>(() => Warm("above/new", add: null)).Message);
            Assert.IsFalse(Path.Exists(_volume.PathOf("above/new/Lib/obj")));
        }
        else
        {
            FoldersAbove.Check(_volume.PathOf("above/new"), Donor);
        }
    }

    [TestMethod]
    public void APipeIsNotRead()
    {
        Bash("git -C app worktree add -q --detach ../new; mkfifo new/App/x.props");

        Assert.AreEqual("App.csproj: none, Lib.csproj: none", Projects(Warm("new", add: null)));
    }

    [TestMethod]
    public void OfABareRepositoryTheDonorIsTheWorktreeOfItsBranch()
    {
        Bash("git clone -q --bare app r/.bare && git -C r/.bare worktree add -q ../main main && cp -a app/App/obj r/main/App "
            + "&& git -C r/.bare worktree add -q --detach ../new");

        Assert.AreEqual(_volume.PathOf("r/main"), (string?)Warm("r/new", add: null)["donor"]);
    }

    /// <summary>As many-checkouts.md sets it: worktrees then do not take the outputs of a checkout that was not prepared.</summary>
    [TestMethod]
    [DataRow("$PWD/base")]
    [DataRow("../base", DisplayName = "relative to the checkout")]
    public void TheDonorIsTheCheckoutThatGitsConfigurationNames(string value)
    {
        Bash($"cp -a app base; git -C app config cow.base \"{value}\"; add new");

        Assert.AreEqual(_volume.PathOf("base"), (string?)Warm("new", add: null)["donor"]);
        Assert.AreEqual(_volume.PathOf("app"), (string?)Warm("new", add: null, from: "app", refresh: true)["donor"]);
    }

    /// <summary>The current checkout is the donor only without the setting.</summary>
    [TestMethod]
    public void WorktreeTakesThatDonorToo()
    {
        Bash("cp -a app base; git -C app config cow.base \"$PWD/base\"");

        Answer answer = Cow.Run(Donor, ["worktree", "../new", "-b", "fix", "--json"]).Ended(0);

        Assert.AreEqual(_volume.PathOf("base"), (string?)answer.Json["donor"], answer.Text);
    }

    /// <summary>git's hook has brought the outputs of another donor before.</summary>
    [TestMethod]
    public void TheDonorThatTheUserNamesWinsOverTheHooks()
    {
        Bash("""
            cp -a app base; echo of the base >base/Lib/bin/Debug/Lib.dll; git -C app config cow.base "$PWD/base"
            printf '#!/bin/sh\nmkdir -p Lib/bin/Debug Lib/obj/Debug; cp ../base/Lib/bin/Debug/Lib.dll Lib/bin/Debug
            cp ../base/Lib/obj/Debug/* Lib/obj/Debug' >app/.git/hooks/post-checkout; chmod +x app/.git/hooks/post-checkout
            """);

        Answer answer = Cow.Run(Donor, ["worktree", "../new", "-b", "fix", "--from", Donor, "--json"]).Ended(0);

        Assert.AreEqual("warm", (string?)answer.Json["state"], answer.Text);
        Assert.AreEqual("compiled\n", File.ReadAllText(_volume.PathOf("new/Lib/bin/Debug/Lib.dll")));
    }

    [TestMethod]
    public void ADonorOfTheConfigurationThatIsNotThereIsAnError()
    {
        Bash("git -C app config cow.base \"$PWD/gone\"; add new");

        var refused = Assert.ThrowsExactly<CommandFailedException>(() => Warm("new", add: null));

        Assert.Contains($"git's setting cow.base names {_volume.PathOf("gone")}, which is not a folder.", refused.Message);
    }

    [TestMethod]
    [DataRow("isDonor", "app", ":")]
    [DataRow("donorHasNone", "new", "find app -name obj -exec rm -r {} +; git -C app worktree add -q --detach ../new")]
    [DataRow("donorHasNone", "new", "git init -q new", "app", DisplayName = "of another repository, with none of its projects")]
    public void WhereThereIsNothingToBringNothingIsChanged(string state, string path, string make, string? from = null)
    {
        Bash(make);

        Assert.AreEqual(state, (string?)Warm(path, add: null, from: from)["state"]);
    }

    /// <summary>Builds and submodules have their own ignored folders; git leaves submodules empty.</summary>
    [TestMethod]
    public void SubmodulesThatAreCheckedOutGetTheirOutputs()
    {
        Bash("""
            mv app sub; sed -i s,/app/,/all/sub/, sub/*/obj/Debug/*.txt sub/*/obj/Debug/*.editorconfig; git init -q -b main app; cd app
            git config user.name a; git config user.email a@b; git -c protocol.file.allow=always submodule --quiet add ../sub
            git commit -qm 1; cp -a ../sub/*/ .; for p in App Lib; do cp -a ../sub/$p/{obj,bin} sub/$p; rm -r $p; done
            find . -path ./.git -prune -o -exec touch -h -d 2001-02-03 {} +; cd ..; mv app all; mkdir app
            mv all/.git all/* all/.git* app 2>/dev/null || true; sed -i s,/all/,/app/, app/sub/*/obj/Debug/*.{txt,editorconfig}
            echo "{\"documents\":{\"$PWD\":\"$(git -C app/sub rev-parse HEAD)\"}}" >app/sub/Lib/obj/Debug/Lib.sourcelink.json
            touch -d 2001-02-03 app/sub/Lib/obj/Debug/Lib.sourcelink.json; add one; add two
            git -C two -c protocol.file.allow=always submodule --quiet update --init
            """);

        Assert.AreEqual("donorHasNone", (string?)Warm("one", add: null)["state"]);
        Assert.AreEqual("App.csproj: none, Lib.csproj: none", Projects(Warm("two", add: null)));
        Assert.AreEqual(string.Empty, Bash("git -C two status --porcelain; ls -A one/sub"));
        Assert.AreEqual("2001\n", Bash("date -r two/sub/Lib/Lib.cs +%Y"));
    }

    [TestMethod]
    public void OfAProjectThatTheCheckoutDoesNotHaveNothingComes()
    {
        Bash("cd app; git branch before; mkdir -p More/obj; echo '<Project />' >More/More.csproj; "
            + "echo >More/obj/More.csproj.nuget.g.targets; git add .; git commit -qm 2");

        Warm("new", add: "--detach --no-guess-remote", from: null);
        Bash("git -C new checkout -q before; rm -rf new/*/obj new/*/bin new/More");

        Warm("new", add: null);

        Assert.IsFalse(Path.Exists(_volume.PathOf("new/More")));
    }

    /// <summary>One folder, two files of projects; and a project that a build makes, and builds, in obj.</summary>
    [TestMethod]
    public void ProjectsWhoseFoldersOverlapCompileTogether()
    {
        Bash("""
            cd app; echo '<Project />' >Lib/Two.csproj; save; touch -d 2001-02-03 Lib/Two.csproj; cd Lib/obj; mkdir -p Debug/In/obj/Debug
            cp -p {Lib,Two}.csproj.nuget.g.targets; cp -p Debug/{Lib,Two}.csproj.CoreCompileInputs.cache
            echo '<Project />' >Debug/In/In.csproj; echo >Debug/In/obj/In.csproj.nuget.g.targets
            cp -p Debug/{Lib,In/obj/Debug/In}.csproj.CoreCompileInputs.cache; echo x >Debug/In/obj/Debug/In.dll
            """);

        Assert.AreEqual("App.csproj: none, In.csproj: none, Lib.csproj: none, Two.csproj: none", Projects(Warm("one")));
        Bash("echo $PWD/app >>app/Lib/obj/Debug/In/obj/Debug/In.dll");
        Assert.AreEqual("App.csproj: none, In.csproj: namesDonorInText, Lib.csproj: none, Two.csproj: none", Projects(Warm("two")));
        Bash("echo $PWD/app >>app/Lib/obj/Debug/x.dep");
        Assert.AreEqual("App.csproj: none, In.csproj: namesDonorInText, Lib.csproj: namesDonorInText, "
            + "Two.csproj: namesDonorInText", Projects(Warm("three")));
    }

    /// <summary>A package that was made of the donor's commit is made again.</summary>
    [TestMethod]
    public void ANuspecOfAnotherCommitIsAbsent()
    {
        Bash("""cd app; echo "<repository type=\"git\" commit=\"$(git rev-parse HEAD)\" />" | tee Lib/obj/Debug/Lib.1.nuspec; """
            + "git commit -q --allow-empty -m 2");

        Assert.AreEqual("App.csproj: none, Lib.csproj: none", Projects(Warm("one")));
        Assert.IsFalse(File.Exists(_volume.PathOf("one/Lib/obj/Debug/Lib.1.nuspec")));
        Bash("git -C app worktree add -q --detach ../two HEAD~1");
        Warm("two", add: null);
        Assert.IsTrue(File.Exists(_volume.PathOf("two/Lib/obj/Debug/Lib.1.nuspec")));
    }

    [TestMethod]
    public void TheAnswerHasAtMostSixLinesAndNamesAFewOfMany()
    {
        Bash("""
            cd app; for i in 1 2 3 4 5; do mkdir P$i; echo >P$i/P$i.csproj; done; git add .; git commit -qm 2
            echo "$PWD" >>Lib/obj/Debug/Lib.dll; echo >>App/App.cs; echo >unknown; git worktree add -q -b fix ../new
            """);
        var written = new StringWriter();

        WarmCommand.Answer(new Screen(json: false, written), New, new WarmOptions(null, [], false, null), CancellationToken.None);

        string[] lines = written.ToString().TrimEnd().Split('\n');
        Assert.IsLessThanOrEqualTo(6, lines.Length, written.ToString());
        Assert.StartsWith($"{New} (branch fix at ", lines[0]);
        Assert.EndsWith($"): a build compiles all 2 projects that were built in {Donor}.", lines[0]);
        Assert.Contains($"- 5 projects were not built in {Donor}: P1.csproj, P2.csproj, P3.csproj and 2 more.", lines);
        Assert.Contains($"- 1 project will compile (Lib.csproj): Lib/obj/Debug/Lib.dll contains the path of {Donor}.", lines);
    }

    /// <summary>git reads a file whose time has changed: once, by us.</summary>
    [TestMethod]
    public void GitReadsNoFileAgain()
    {
        _ = Tools.Require("strace");
        Warm("new");

        Assert.AreEqual(string.Empty, Bash("cd new; strace -f -e trace=openat -o ../log git --no-optional-locks status --porcelain; "
            + "grep -E '(App|Lib)[.]cs' ../log || true"));
    }
}
