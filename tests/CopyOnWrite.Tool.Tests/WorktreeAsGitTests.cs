using System.Text.Json.Nodes;

namespace CopyOnWrite.Tool.Tests;

/// <summary>
/// What <c>dotnet cow worktree</c> does is what <c>git worktree add</c> does, and the outputs of builds: public reports, each played
/// twice at one path. The first letter is that of the report's group.
/// </summary>
[TestClass]
public sealed class WorktreeAsGitTests : IDisposable
{
    // One checkout that was built. `add` is git's command or ours; what it writes and how it ends is compared like all other files.
    private const string Place = """
        export GIT_{AUTHOR,COMMITTER}_{NAME,EMAIL}=a GIT_{AUTHOR,COMMITTER}_DATE='@1000000000 +0000'
        export GIT_CONFIG_{COUNT=1,KEY_0=maintenance.auto,VALUE_0=false} # Nothing of git's own in the background.
        rm -rf place*; mkdir -m 755 place; cd place; place=$PWD; tool=("$@"); cow=1
        [ $0 = cow ] || { tool=(git worktree add); cow=; }
        add() { local code=0; "${tool[@]}" "$@" >>"$place.out" 2>>"$place.err" || code=$?; echo "exit $code: ${!#}"; }
        await() { for ((i = 0; i < 1200; i++)); do [ ! -e "$1" ] || return 0; sleep .1; done; }
        hook() { mkdir -p .git/hooks; printf '#!/bin/bash\n%s\n' "$2" >.git/hooks/$1; chmod +x .git/hooks/$1; }
        skip() { echo "skipped: $1"; exit 0; }
        save() { git add .; git commit -qm "$*"; }
        build() {
          mkdir -p App/obj/Debug App/bin; echo '<Project />' >App/obj/App.csproj.nuget.g.targets
          echo compiled | tee App/obj/Debug/App.dll >App/bin/App.dll; chmod 755 App/bin/App.dll
          echo 1 | sha256sum | cut -c -64 >App/obj/Debug/App.csproj.CoreCompileInputs.cache
          printf '%s\n' "$PWD/App/"{bin,obj/Debug}/App.dll >App/obj/Debug/App.csproj.FileListAbsolute.txt
        }
        partial() {
          mkdir out; for i in {1..9}; do echo $i >out/$i; done; save 2; echo 3 | tee out/* >/dev/null; save 3
          git config uploadpack.allowFilter true; git clone -q --filter=blob:none "$@" "file://$place/app" ../part; cd ../part; build
        }
        look() {
          cd "$place"; find . -print0 | xargs -0 stat -c '%A %U %N' | sed 's/sharedindex\.[0-9a-f]*/sharedindex/'
          find . -type f ! -name index ! -name 'sharedindex*' -print0 | xargs -0 sha1sum
          sed 's/^/out /' "$place.out"; sed 's/^/err /' "$place.err"
          find . -name .git -execdir bash -c '{ git status --porcelain; git branch --show-current; git rev-parse HEAD; git ls-files -s -t -v
            git worktree prune; git worktree list; } 2>&1 | while read -r line; do echo "${PWD@Q} $line"; done' \;
        }
        git init -q -b main app; cd app; mkdir App; echo '<Project />' >App/App.csproj; echo 'class App;' >App/App.cs
        printf '%s\n' bin/ obj/ '*.local' '*.pfx' id_rsa .env secrets/ node_modules/ TestResults/ .claude/ >.gitignore; save 1; build

        """;

    private readonly VolumeUnderTest _volume = VolumeUnderTest.Require("btrfs");

    public void Dispose() => _volume.Dispose();

    /// <param name="brought">How many worktrees get outputs. With 0 nothing is there or printed that git has not; -1 for either.</param>
    /// <param name="also">What is there beside the outputs of builds, or printed by the script.</param>
    [TestMethod]
    [DataRow("A: a hook's environment, and another repository", "hook post-checkout '{ pwd; env | grep ^GIT_ | sort; git rev-parse "
        + "--show-toplevel; cd App; git rev-parse --show-toplevel; git -C ../../sib reset -q --hard; git -C ../../sib log --format=%s; } "
        + ">>../log 2>&1'; git init -q ../sib; cd ../sib; echo 1 >a; save of-sib; echo 2 >a; cd ../app; add -b fix ../new")]
    [DataRow("B: prune meanwhile", "mkdir -p App/obj/{1..600}; while [ ! -e ../stop ]; do git worktree prune 2>/dev/null; done & "
        + "add -b fix ../new; touch ../stop; wait")]
    [DataRow("C: sparse and partial", "partial --sparse; git sparse-checkout set App; add --detach ../new; "
        + "git rev-list --objects --all --missing=print | grep -c '^?'")]
    [DataRow("C: without its remote", "partial --sparse; git sparse-checkout set App; mv ../app ../gone; add -b x ../new; "
        + "git rev-list --objects --all --missing=print | grep -c '^?'")]
    [DataRow("C: an earlier commit in one fetch", """partial; add --detach ../new HEAD~1; ls .git/objects/pack/*.promisor | wc -l""")]
    [DataRow("D: a private empty folder", """mkdir -m 700 ../new; add --detach ../new""")]
    [DataRow("D: a link to an empty folder", """mkdir ../real; ln -s real ../new; add -b x ../new""")]
    [DataRow("D: the current folder", """mkdir -p .claude/x; cd .claude/x; add --detach .; git rev-parse --show-toplevel; ls""")]
    [DataRow("D: a mounted volume", """mkdir ../new; mount -t tmpfs none ../new; add --detach ../new""")]
    [DataRow("D: a folder of another user, which git distrusts afterwards", """mkdir ../new; chown 1234 ../new; add -b x ../new""", -1)]
    [DataRow("D: locked and missing", """git worktree add -q --lock ../new; rm -r ../new; add -f ../new; add -f -f ../new""")]
    [DataRow("D: a remote's branch", "git config worktree.guessRemote true; git config remote.o.url .; "
        + "git config remote.o.fetch '+refs/heads/*:refs/remotes/o/*'; for r in a b c; do git update-ref refs/remotes/o/$r HEAD; done; "
        + "add ../a; add --no-guess-remote ../b; add -b d --no-track ../d o/c", 3)]
    [DataRow("D: spellings", "git branch two; git checkout -q two; git checkout -q main; add --checkout -bc ../c; "
        + "add ../d -B d HEAD~0; add ../e -; add --det -- ../f; add --lock --reason=why ../g; add -fdq ../h", 6)]
    [DataRow("D: no files", """add --no-checkout -b x ../new""", -1)]
    [DataRow("D: refused", "git branch same; mkdir ../full; touch ../full/x; add -b same ../new; add ../new no-such; "
        + "add --detach ../full; add --no-such ../new; add ../new main; add --reason x ../new; "
        + "touch .git/config.lock; add --track -b x ../new main; cd ..; add new", 0)]
    [DataRow("E: a filter's folder and environment", """git config filter.f.smudge "{ pwd; git rev-parse --show-toplevel; """
        + """env | grep ^GIT_ | sort; } >>$place/log; cat"; echo '*.cs filter=f' >.gitattributes; save 2; add -b x ../new""")]
    [DataRow("E: a file that cannot be written", "git config filter.f.smudge false; git config filter.f.clean cat; "
        + "git config filter.f.required true; echo '*.cs filter=f' >.gitattributes; save 2; add -b x ../new", 0)]
    [DataRow("E: a file that cannot be read back", """git config filter.f.clean "[ ! -e $place/bad ] && cat"; """
        + "git config filter.f.required true; echo '*.cs filter=f' >.gitattributes; save 2; touch ../bad; add -b x ../new; rm ../bad", -1)]
    [DataRow("F: by links above", """ln -s . ../link; add --detach ../link/new; cd ../link/app; add --detach ../by-link; """
        + """[ ! $cow ] || cat ../*/App/obj/Debug/*.txt | grep -c "$place/\(new\|by-link\)/App/" """, 2, "4")]
    [DataRow("G: a name twice at once", """hook reference-transaction "[ \$1 != committed ] || [ -e $place/held ] || { """
        + """touch $place/held; for i in {1..600}; do [ ! -e $place/go ] || exit 0; sleep .1; done; }"; """
        + "add -b same ../new & await ../held; add -b same ../other; touch ../go; wait")]
    [DataRow("G: in German", """export LC_ALL=C.UTF-8 LANGUAGE=de; git status | grep -q ^Auf || skip 'git in German'; """
        + """git branch same; add -b same ../other; add -b x ../new; grep -c Arbeitsverzeichnis "$place.err" """)]
    [DataRow("H: hooks by configuration", """printf '2.54\n%s' "$(git version | cut -d' ' -f3)" | sort -VC || skip 'git 2.54'; """
        + """git config hook.x.event post-checkout; git config hook.x.command "pwd >>$place/log; exit 4"; add -b x ../new""")]
    [DataRow("J: outputs of another clone", "git clone -q . ../b; cd ../b; git checkout -qb feature; echo 2 >b; save b; "
        + "add ${cow:+--from ../app} -b fix ../new; git -C ../new log --format=%s")]
    [DataRow("J: from a bare repository", """git clone -q --bare . ../bare; cd ../bare; add ${cow:+--from ../app} ../new""")]
    [DataRow("J: in no repository", """cd ..; add ${cow:+--from app} --detach new""", 0)]
    [DataRow("K: a failing hook", """hook post-checkout 'echo no luck >&2; exit 7'; add -b x ../new; add --quiet -b y ../quiet""", 2)]
    [DataRow("K: nothing but the answer", "hook post-checkout 'echo no luck; exit 7'; q=${cow:+--json}; add ${q:---quiet} -b x ../new")]
    [DataRow("K: what a hook leaves running", "hook post-checkout '(for i in {1..600}; do [ ! -e ../go ] || break; sleep .1; done; "
        + "touch ../done) &'; add --detach ../new; [ ! -e ../done ] || echo waited; touch ../go; await ../done")]
    [DataRow("L: a full disk, which leaves git's worktree and a line", "mkdir ../new; mount -t tmpfs -o size=200k none ../new; "
        + "head -c 1M /dev/zero >App/obj/big; add -b x ../new", 0, "err")]
    [DataRow("M: secrets, unfinished work, and what no build wrote", "mkdir -p node_modules/x/obj TestResults secrets .claude; "
        + "touch .env id_rsa a.pfx App/x.local App/bin/mine {node_modules/x/obj,TestResults,secrets,.claude}/x; "
        + "touch unknown staged; git add staged; echo 2 >>App/App.cs; add -b x ../new")]
    [DataRow("M: what is asked for", "mkdir -m 700 secrets; touch .env {,App/,secrets/}a.pfx; chmod 600 App/a.pfx; "
        + "add ${cow:+--include '*.pfx'} -b x ../new", 1,
        "-rw------- new/App/a.pfx, -rw-r--r-- new/a.pfx, -rw-r--r-- new/secrets/a.pfx, drwx------ new/secrets")]
    [DataRow("M: what a file asks for", """mkdir -m 700 secrets; touch .env {App/,secrets/}a.pfx; """
        + """printf '# mine\n/App/*.pfx\nsecrets/\n' >.worktreeinclude; save 2; add -b x ../new""", 1,
        "-rw-r--r-- new/App/a.pfx, -rw-r--r-- new/secrets/a.pfx, drwx------ new/secrets")]
    [DataRow("N: core.autocrlf", """for v in yes 1 TRUE true input; do git config core.autocrlf $v; add --detach ../$v; done""", 5)]
    [DataRow("N: core.eol", "echo '* text=auto' >.gitattributes; save 2; "
        + "for v in CRLF crlf lf native; do git config core.eol $v; add --detach ../$v; done", 4)]
    [DataRow("N: attributes", """printf '*.a crlf\n*.b eol=crlf\n*.c ident\n*.d working-tree-encoding=UTF-16LE\n*.e text eol=lf\n"""
        + """*.f -crlf\n' >.gitattributes; for f in a b c e f; do echo '$Id$' >x.$f; done; printf 'x\0\n\0' >x.d; save 2; """
        + """printf '$Id$\r\n' >x.e; git config core.eol crlf; add -b x ../new""")]
    [DataRow("N: core.fileMode", "touch run.sh; chmod +x run.sh; save 2; git config core.fileMode false; chmod -x run.sh; add -b x ../new")]
    [DataRow("N: core.symlinks", """ln -s App/App.cs link; save 2; git config core.symlinks false; add -b x ../new""")]
    [DataRow("N: core.ignoreStat", """git config core.ignoreStat true; add -b x ../new""")]
    [DataRow("P: bits of the index", "git update-index --skip-worktree .gitignore; git update-index --assume-unchanged App/App.cs; "
        + "echo password | tee -a .gitignore >>App/App.cs; add -b x ../new")]
    [DataRow("P: a sparse index", """mkdir out; echo >out/1; save 2; git sparse-checkout set --cone --sparse-index App; add -b x ../new""")]
    [DataRow("P: patterns", """mkdir out; echo >out/1; save 2; git sparse-checkout set --no-cone '/*' '!/out/'; add -b x ../new""")]
    [DataRow("P: kinds of index", "git config core.splitIndex true; git config index.version 4; git config core.untrackedCache true; "
        + "git update-index --split-index --untracked-cache; add -b x ../new")]
    [DataRow("P: worktreeConfig", "git config extensions.worktreeConfig true; git config --worktree core.autocrlf true; add -b x ../new")]
    [DataRow("P: in a hook, whose variables name another index", "git worktree add -q ../lw; { declare -f add; declare -p tool place; } "
        + """>$place.sh; hook pre-commit "source $place.sh; add --detach ../new"; cd ../lw; build; echo 2 >a; save 2""")]
    [DataRow("P: a strict umask", """umask 077; add -b x ../new""")]
    [DataRow("P: GIT_DIR", """cd ..; GIT_DIR=app/.git add ${cow:+--from app} --detach new""")]
    [DataRow("P: submodules", "git init -q ../sub; git -C ../sub commit -q --allow-empty -m 1; git -c protocol.file.allow=always "
        + "submodule --quiet add ../sub; save 2; touch sub/x.local; git config submodule.recurse true; add -b x ../new")]
    [DataRow("P: SHA-256", "git init -q -b main --object-format=sha256 ../s; cd ../s; cp ../app/.gitignore .; mkdir App; "
        + "cp ../app/App/App.cs* App; save 1; build; add -b x ../new")]
    [DataRow("P: names", """add --detach "../a b&'\$x"; add --detach $'../two\nlines'; cd App; add --detach ../../below""", 3)]
    public void ItIsAsGitDoesIt(string report, string script, int brought = 1, string also = "")
    {
        string[] git = Lines("git", script + "\nlook"), cow = Lines("cow", script + "\nlook");
        string[] less = [.. git.Except(cow)], more = [.. cow.Except(git).Order(StringComparer.Ordinal)];
        string text = $"{report}\nNot there:\n{string.Join('\n', less)}\nMore:\n{string.Join('\n', more)}";

        Assert.IsEmpty(less, text);
        if (script.Contains("--json", StringComparison.Ordinal))
        {
            _ = JsonNode.Parse(File.ReadAllText(_volume.PathOf("place.out")));
        }

        // Of each file there is also a line without its hash.
        string ignored = @"^\w{40} ";
        ignored += brought == 0 ? string.Empty : @"|^out |\./(?!app/App/).*\bApp/(obj.*|bin|bin/App\.dll)'?$";
        ignored += brought < 0 ? "|^err " : string.Empty;
        Assert.AreEqual(also, string.Join(", ", more.Where(line => !Regex.IsMatch(line, ignored)).Select(Shortened)), text);
        int lists = more.Count(line => Regex.IsMatch(line, @"^\\?\w{40} .*App/obj/Debug/App\.csproj\.FileListAbsolute\.txt$"));
        Assert.IsTrue(brought < 0 || brought == lists, text);
    }

    /// <summary>A signal to the command, or to its group, as by Ctrl+C.</summary>
    [TestMethod]
    [DataRow("in a hook", true, "hook post-checkout 'until [ -s ../pid ]; do sleep .1; done; kill -TERM $(cat ../pid)'")]
    [DataRow("while git writes files", false, "filter ''")]
    [DataRow("while git writes files, and git too", false, "filter -")]
    [DataRow("at the first time that is set", true, "stop 1")]
    [DataRow("at the third", true, "stop 3")]
    public void StoppedByASignalItLeavesAWholeWorktreeOrNone(string moment, bool isThere, string script)
    {
        string[] lines = Lines("cow", $$"""
            filter() { git config filter.f.smudge "until [ -s $place/pid ]; do sleep .1; done; kill -TERM $1\$(cat $place/pid); cat"; }
            stop() { tool=(strace -f -qq -o $place.trace -e trace=utimensat -e inject=utimensat:signal=TERM:when=$1 ${tool[@]}); }
            echo '*.cs filter=f' >.gitattributes; save 2; {{script}}
            set -m; "${tool[@]}" --detach ../new & group=$!; echo $group >../pid; wait $group || true
            for ((i = 0; i < 1200; i++)); do kill -0 -- -$group 2>/dev/null || break; sleep .1; done
            [ ! -e $place.trace ] || grep -q SIGTERM $place.trace
            find .. -name '.cow-*' -printf 'left: %p\n'
            git worktree prune; echo "left: $(git worktree list | wc -l)$(ls -d ../new 2>/dev/null)"
            [ ! -e ../new ] || { git -C ../new status --porcelain | sed 's/^/left: /'; git worktree remove ../new; }
            """);

        string left = string.Join('\n', lines.Where(line => line.StartsWith("left: ", StringComparison.Ordinal)));
        Assert.IsTrue(left == "left: 2../new" || !isThere && left == "left: 1", $"{moment}: {string.Join('\n', lines)}");
    }

    private static string Shortened(string line) => Regex.Replace(line, @"^(?:(\S+) \S+ '\./(.*)'|(err) .*)$", "$1$3 $2").TrimEnd();

    private string[] Lines(string side, string script)
    {
        bool mounts = script.Contains("mount ", StringComparison.Ordinal);
        bool needsRoot = mounts || script.Contains("chown ", StringComparison.Ordinal);
        Tools.SkipUnless(!needsRoot || Environment.UserName == "root", "Only root can mount, and give a folder away.");
        string[] bash = [.. mounts ? (string[])["unshare", "--mount"] : [], "bash", "-euc", Place + script, side];
        Answer answer = Cow.Run(_volume.Folder, ["worktree"], under: bash);
        if (answer.Text.StartsWith("skipped: ", StringComparison.Ordinal))
        {
            Assert.Inconclusive(answer.FirstLine);
        }

        Assert.AreEqual(0, answer.Result.ExitCode, answer.Text);
        var lines = answer.Text.Split('\n').GroupBy(line => line);
        return [.. lines.SelectMany(same => same.Select((line, i) => i == 0 ? line : $"{line} ({i})"))];
    }
}
