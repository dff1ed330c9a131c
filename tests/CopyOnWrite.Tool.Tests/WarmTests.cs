using System.Text.Json.Nodes;
using CopyOnWrite.Tool.Checkouts;

namespace CopyOnWrite.Tool.Tests;

/// <summary><c>dotnet cow warm</c>, in worktrees that git made, of a repository whose outputs are written by the tests.</summary>
[TestClass]
public sealed partial class WarmTests : IDisposable
{
    // As a build leaves a project: its inputs' hash, NuGet's file, the compiler's output, a list of what it wrote, a text with its folder.
    private const string Repository = """
        git init -q -b main app && cd app && git config user.name a && git config user.email a@example.org
        for name in App Lib; do
          json=$name/bin/Debug/$name.staticwebassets.runtime.json obj=$name/obj bin=$name/bin/Debug; mkdir -p $obj/Debug $bin
          echo "<Project />" | tee $name/$name.csproj >$obj/$name.csproj.nuget.g.targets; echo "class $name;" >$name/$name.cs
          echo $name | sha256sum | head -c 64 >$obj/Debug/$name.csproj.CoreCompileInputs.cache
          echo compiled >$obj/Debug/$name.dll; cp $obj/Debug/$name.dll $bin; echo "{\"root\":\"$PWD/$name/wwwroot\"}" >$json
          printf '%s\n' "$PWD/$obj/Debug/$name.dll" "$PWD/$bin/$name.dll" "$PWD/$json" >$obj/Debug/$name.csproj.FileListAbsolute.txt
          echo "build_property.ProjectDir = $PWD/$name/" >$obj/Debug/$name.GeneratedMSBuildEditorConfig.editorconfig
        done
        printf 'bin/\nobj/\n*.local\n*.user\n' >.gitignore
        git add . && git commit -q -m first && find . -path ./.git -prune -o -exec touch -h -d 2001-02-03 {} +
        """;

    // What many scripts do.
    private const string Functions = """
        at=$PWD; add() { git -C "$at/app" worktree add -q --detach ../$1; }; save() { git add .; git commit -qm 2; }
        lib() { echo "$1" >Lib/Lib.csproj; git commit -qam 2; }; files() { lib "<AdditionalFiles Include=\"$1\" />"; }
        old() { touch -hd 2001-02-02 "$@"; }

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
    public void AWorktreeGetsTheDonorsOutputsAndEqualSourcesGetItsTimes(string path)
    {
        Bash("echo .claude >>app/.git/info/exclude; touch -d 2000-02-02 app/App/App.cs");

        JsonNode answer = Warm(path, add: "-b fix");

        Assert.AreEqual(string.Empty, Bash($"git -C '{path}' status --porcelain"));
        Assert.AreEqual("warm fix App.csproj: none, Lib.csproj: none", $"{answer["state"]} {answer["branch"]} {Projects(answer)}");
        foreach (string file in (string[])["App/App.cs", "App/obj/Debug/App.dll", "Lib/bin/Debug/Lib.dll",
            "Lib/obj/Debug/Lib.csproj.CoreCompileInputs.cache"])
        {
            DateTime donors = File.GetLastWriteTimeUtc(_volume.PathOf($"app/{file}"));
            Assert.AreEqual(donors, File.GetLastWriteTimeUtc(_volume.PathOf($"{path}/{file}")), file);
        }

        Assert.AreEqual(string.Empty, Bash("find . -name '.cow-*'"));
    }

    /// <summary>In each form in which programs write a path; a longer path, or the end of one, is another.</summary>
    [TestMethod]
    [DataRow("see @, @-2/x, @/x https://host@/x /_@/x -r:@/x \"@\" @", "see #, @-2/x, #/x https://host@/x /_@/x -r:#/x \"#\" #")]
    [DataRow("<Import Project=\"@/x\" />", "<Import Project=\"&/x\" />")]
    [DataRow("<a href=\"file://@/x\">@</a>", "<a href=\"file://%/x\">&</a>")]
    [DataRow("{\"uri\":\"file://@/x\"}", "{\"uri\":\"file://%/x\"}")]
    [DataRow("{\"a\":\"\\/@\"}", "{\"a\":\"\\/#\"}", DisplayName = "DataContractJsonSerializer")]
    public void ATextThatNamesTheDonorNamesTheCheckoutAndKeepsItsTime(string text, string expected)
    {
        const string Path = "a&b ö";
        bool isJson = text.Contains("\\/");
        string Written(string path) => isJson ? path.Replace("/", "\\/") : path;
        string made = _volume.PathOf(Path);
        File.WriteAllText(_volume.PathOf("app/Lib/obj/note.json"), text.Replace("\\/@", Written(Donor)).Replace("@", Donor));
        Bash("touch -d 2001-02-03 app/Lib/obj/note.json");

        Warm(Path);

        Assert.AreEqual(
            expected.Replace("\\/#", Written(made)).Replace("#", made)
                .Replace("&/x", "\0/x").Replace(">&<", ">\0<").Replace("\0", made.Replace("&", "&amp;"))
                .Replace("%", string.Join('/', made.Split('/').Select(Uri.EscapeDataString))).Replace("@", Donor),
            File.ReadAllText(_volume.PathOf($"{Path}/Lib/obj/note.json")));
        Assert.AreEqual("2001\n", Bash($"date -r '{Path}/Lib/obj/note.json' +%Y"));
    }

    /// <summary>What cannot be made right is absent, and a project that was made of it is made again.</summary>
    [TestMethod]
    [DataRow("none", "", "Lib/obj/Debug/Lib.csproj.GenerateResource.cache", "printf '%s\\0' $PWD/Data/x.txt")]
    [DataRow("namesDonorInText", "", "Lib/obj/Debug/ab12_order.protodep", "echo Order.cs: $PWD/protos/money.proto")]
    [DataRow("namesDonorInText", "", "Lib/obj/Debug/lib.sarif", "echo '{\"uri\":\"file://'$PWD/Lib/Lib.cs")]
    [DataRow("namesDonorInText", "", "Lib/obj/Debug/x.tlog", "echo $PWD/Lib/Lib.cs | iconv -t UTF-16")]
    [DataRow("namesDonorInText", "", "Lib/obj/Debug/Lib.dll", "printf '%s\\0' $PWD/x")]
    [DataRow("none", "Lib/bin/Debug/map.bin", "Lib/bin/Debug/map.bin", "printf '%s\\0' $PWD")]
    [DataRow("none", "Lib/bin/Debug/x.html", "Lib/bin/Debug/x.html", "echo '<a href=\"file://'$PWD/x")]
    public void WhatNamesTheDonorAndIsNoKnownTextIsAbsent(string why, string absent, string file, string write)
    {
        Bash($"cd app; {write} >{file}; echo $PWD/{file} >>Lib/obj/Debug/Lib.csproj.FileListAbsolute.txt");

        JsonNode answer = Warm("new");

        Assert.Contains($"Lib.csproj: {why}", Projects(answer));
        Assert.AreEqual(absent, string.Join(',', answer["absent"]!.AsArray()));
        Assert.IsFalse(File.Exists(_volume.PathOf($"new/{file}")));
        Assert.AreEqual(why == "none", File.Exists(_volume.PathOf("new/Lib/obj/Debug/Lib.dll")));
        Assert.AreEqual(string.Empty, Bash("grep -rlF $PWD/app/ new --exclude=.git --exclude=*.copyonwrite.targets || true"));
    }

    [TestMethod]
    public void ACopyOfWhatAPersonWroteStaysAndTextsOfOneContentStayEqual()
    {
        Bash("""
            cd app; echo "{\"folder\":\"$PWD/data\"}" | tee Lib/settings.json >Lib/bin/Debug/renamed.json; save
            touch -d 2001-02-03 Lib/settings.json; echo "{\"dir\":\"$PWD/ClientApp\"}" | tee Lib/{obj,bin}/Debug/spa.proxy.json
            for file in renamed spa.proxy; do echo $PWD/Lib/bin/Debug/$file.json >>Lib/obj/Debug/Lib.csproj.FileListAbsolute.txt; done
            """);

        Warm("new");

        Assert.AreEqual($"{{\"folder\":\"{Donor}/data\"}}\n", File.ReadAllText(_volume.PathOf("new/Lib/bin/Debug/renamed.json")));
        Assert.AreEqual($"{{\"dir\":\"{New}/ClientApp\"}}\n", File.ReadAllText(_volume.PathOf("new/Lib/bin/Debug/spa.proxy.json")));
        Bash("cmp new/Lib/obj/Debug/spa.proxy.json new/Lib/bin/Debug/spa.proxy.json");
    }

    /// <summary>A build's list may name files that are not of the checkout: outside of it, or over a link into the donor.</summary>
    [TestMethod]
    public void NothingOutsideOfTheCheckoutIsChangedAndNoLinkLeadsToTheDonor()
    {
        Bash("""
            mkdir out app/real ram; echo "$PWD/app/x" | tee out/x.json >app/real/y.json; ln -s $PWD/app/real app/Lib/bin/linked
            printf 'real/\nobj\n' >>app/.git/info/exclude; rm -r app/App/obj; ln -s ../../ram app/App/obj
            printf '%s\n' "$PWD/app/"{../out/x.json,Lib/bin/{linked/y.json,l.dll}} >>app/Lib/obj/Debug/Lib.csproj.FileListAbsolute.txt
            add new; ln -s ../../ram new/Lib/bin; ln -s ../obj/Debug/Lib.dll app/Lib/bin/l.dll
            """);

        Warm("new", add: null);

        Assert.AreEqual($"{Donor}/x\n", File.ReadAllText(_volume.PathOf("out/x.json")));
        Assert.AreEqual($"{Donor}/x\n", File.ReadAllText(_volume.PathOf("app/real/y.json")));
        Assert.IsFalse(Path.Exists(_volume.PathOf("new/App/obj")));
        Assert.AreEqual(string.Empty, Bash("ls -A ram"));
    }

    /// <summary>What of the donor's outputs is not those of a build at the new path, so that the project compiles.</summary>
    [TestMethod]
    [DataRow("Lib: namesDonorInText", """mkdir Lib/obj/Debug/ref; echo "$PWD" >Lib/obj/Debug/ref/Lib.pdb""")]
    [DataRow("Lib: namesDonorInText", "echo // $PWD/Lib >Lib/obj/Debug/Generated.cs", DisplayName = "a source whose hash is in the pdb")]
    [DataRow("Lib: changed", "head -c 64 /dev/zero >Lib/obj/Debug/Lib.csproj.CoreCompileInputs.cache", DisplayName = "of a power failure")]
    [DataRow("Lib: namesDonor", "sed -i s,$PWD,/elsewhere, Lib/obj/Debug/*.txt", DisplayName = "built at another path, and moved")]
    [DataRow("Lib: otherFiles", "echo 1 >Lib/stylecop.json")]
    [DataRow("Lib: none", "echo 1 >Lib/New.cs", DisplayName = "its name is not in MSBuild's hash yet")]
    [DataRow("Lib: otherFiles", "echo 1 >Lib/New.cs; old Lib/New.cs", DisplayName = "its name is in MSBuild's hash")]
    [DataRow("App: otherFiles, Lib: otherFiles", "echo >.editorconfig")]
    [DataRow("App: otherFiles, Lib: otherFiles", "echo >x.props; git add x.props", DisplayName = "staged")]
    [DataRow("App: none, Lib: none", "mkdir -p New/obj; "
        + "echo '<Project />' | tee New/New.csproj >New/obj/New.csproj.copyonwrite.props; save", DisplayName = "prepared and not built")]
    [DataRow("App: none, Lib: none", "echo 1 >notes.txt")]
    [DataRow("App: none, Lib: none", "lib '<None Update=\"*.json\" />'; old Lib/*; echo 1 >todo.json")]
    [DataRow("App: none, Lib: otherFiles", "files '**/*.txt;x'; mkdir Lib/a; echo 1 >Lib/a/b.txt; echo 1 >b.txt")]
    [DataRow("App: none, Lib: otherFiles", "files 'in/*.local'; mkdir Lib/in; echo 1 >Lib/in/b.local", DisplayName = "ignored, and named")]
    [DataRow("App: none, Lib: otherFiles", "echo >Lib/Lib.csproj.user; echo >Lib/other.user")]
    [DataRow("App: none, Lib: otherFiles", "echo 1.2 >Lib/obj/Debug/npm.stamp; mkdir Lib/dist; echo >Lib/dist/x.local",
        DisplayName = "a mark, of what a target made elsewhere")]
    [DataRow("App: none, Lib: otherFiles", "seq 200 >Lib/obj/Debug/npm.cache; mkdir dist; echo >dist/x.local",
        DisplayName = "a long mark, of what is in no project's folder")]
    [DataRow("App: none, Lib: otherFiles", "lib '<AdditionalFiles Condition=\"true\" Include=\"..\\shared\\**\\*\" />'; "
        + "mkdir shared; echo >shared/s.txt", DisplayName = "a condition first")]
    [DataRow("App: none, Lib: otherFiles", "files '$(Glob)'; mkdir shared; echo >shared/s.txt")]
    [DataRow("App: none, Lib: otherFiles", "lib '<None Include=\"../shared/**\" /><T Inputs=\"@(None)\" />'; "
        + "mkdir shared; echo >shared/s.txt", DisplayName = "None that a target reads")]
    [DataRow("App: none, Lib: otherFiles", "files '*.txt'; git checkout -qb f; echo >Lib/f.txt; save; sleep 1.1; "
        + "touch Lib/obj/Debug/* App/obj/Debug/*; sleep 1.1; git checkout -q main", DisplayName = "built on another branch")]
    [DataRow("App: builtBefore, Lib: otherFiles", "lib '<ProjectReference Include=\"..\\App\\App.csproj\" "
        + "ReferenceOutputAssembly=\"false\" />'; old Lib/Lib.csproj; echo 2 >>App/App.cs; git commit -qam 3",
        DisplayName = "a generator that a target runs")]
    [DataRow("Lib: none", "mkdir Lib/TestResults; echo 1 | tee Lib/{other,TestResults/x}.local", DisplayName = "ignored, and not named")]
    [DataRow("App: otherFiles, Lib: otherFiles", "mkdir local; echo >local/local.props", DisplayName = "what any project may import")]
    [DataRow("Lib: otherFiles", "mkdir notes; echo 1 >notes/x.txt; lib '<Words Include=\"../notes/*.txt\" />'")]
    [DataRow("App: otherFolder, Lib: otherFolder", "echo >.globalconfig; save", "app/.claude/worktrees/x")]
    [DataRow("App: none, Lib: none", "echo >.globalconfig; echo >.editorconfig; save; old .*config", "new")]
    [DataRow("App: none, Lib: none", "echo >.editorconfig; save; old .*config", "app/.claude/worktrees/x")]
    [DataRow("Lib: otherSources", "echo 2 >>Lib/Lib.cs")]
    [DataRow("App: none, Lib: otherSources", "echo 1 | tee {,Lib/}packages.lock.json; save; echo 2 | tee {,Lib/}packages.lock.json")]
    [DataRow("App: none, Lib: otherSources", "echo '<Protobuf Include=\"$(Root)p\\*.proto\" />' >Lib/Lib.csproj; "
        + "mkdir p; echo 1 >p/a.proto; save; echo 2 >p/a.proto")]
    [DataRow("App: otherSources, Lib: otherSources", "echo >Directory.Build.rsp; save; echo 2 >>Directory.Build.rsp")]
    [DataRow("Lib: otherFiles", "lib '<P>$([System.IO.File]::ReadAllText(&quot;v.txt&quot;))</P>'; echo >v.txt; save; echo 2 >v.txt")]
    [DataRow("Lib: otherFiles", "ln -s a Lib/x.json; save; ln -sf b Lib/x.json", DisplayName = "a link that leads elsewhere")]
    [DataRow("Lib: none", "mkdir s; echo 1 >s/x.cs; ln -s ../s/x.cs Lib; save; old Lib/x.cs s/x.cs", DisplayName = "a link to the same")]
    [DataRow("App: none, Lib: otherSources", "mkdir s; echo 1 >s/x.cs; ln -s ../s/x.cs Lib; save; old Lib/x.cs; echo 2 >s/x.cs",
        DisplayName = "a link to a file that differs")]
    [DataRow("App: none, Lib: otherSources", "mkdir s; echo 1 >s/x.cs; ln -s ../s Lib/s; save; echo 2 >s/x.cs",
        DisplayName = "a link to a folder with a file that differs")]
    [DataRow("App: none, Lib: otherFiles", "echo x.cs >>.git/info/exclude; echo 1 >Lib/x.cs; old Lib/x.cs", DisplayName = "ignored source")]
    [DataRow("Lib: otherFiles", "mkdir words; echo >words/m.md; lib '<W Include=\"../words/**\" />'", DisplayName = "all of a folder")]
    [DataRow("Lib: otherFolder", "mkdir '../above it'; echo >'../above it/v.props'; lib '$([MSBuild]::GetPathOfFileAbove(v.props))'",
        "above it/new")]
    [DataRow("App: otherSources, Lib: otherSources", "echo >Directory.Build.props; save; echo 2 >>Directory.Build.props")]
    [DataRow("App: none, Lib: builtBefore", "echo 2 >>Lib/Lib.cs; git commit -qam 2")]
    [DataRow("Lib: builtBefore", "echo 2 >>Lib/Lib.cs; git commit -qam 2", "app/.claude/worktrees/x")]
    [DataRow("App: builtBefore, Lib: builtBefore", "echo >Directory.Build.props; save")]
    [DataRow("App: none, Lib: builtBefore", "files '*.txt'; old Lib/Lib.csproj; echo 1 >Lib/new.txt; save",
        DisplayName = "a new additional file that is not built")]
    [DataRow("App: none, Lib: none", "mkdir Lib/obj/Debug/assets; echo >Lib/obj/Debug/assets/x.props", DisplayName = "written by a build")]
    [DataRow("Lib: notRestored", "rm Lib/obj/*.targets")]
    [DataRow("Lib: notBuilt", "rm Lib/obj/Debug/Lib.dll")]
    [DataRow("Lib: notBuilt", "mkdir Lib/obj/Debug/ref; mv Lib/obj/Debug/{Lib.dll,ref}", DisplayName = "a reference assembly alone")]
    [DataRow("Lib: none", "touch Lib/obj/Debug/x.stamp; mkdir -p packages.local/a; echo | tee packages.local/a/{.nupkg.metadata,x}",
        DisplayName = "packages in the repository")]
    [DataRow("Lib: notBuilt", "rm -r Lib/obj")]
    [DataRow("Lib: notBuilt", "mkdir Lib/obj/Debug/net8.0; cp -p Lib/obj/Debug/*.CoreCompileInputs.cache Lib/obj/Debug/net8.0",
        DisplayName = "a framework that does not compile")]
    [DataRow("App: otherFolder, Lib: otherFolder", "mkdir '../above it'; echo >'../above it/Directory.Build.props'", "above it/new")]
    [DataRow("Lib: none", "echo >../Directory.Build.props", "above it/new", DisplayName = "above both")]
    [DataRow("Lib: otherFolder", """lib '<Import Project="..\..\shared.props" />'""", "above it/new")]
    [DataRow("Lib: none", """lib '<Import Project="..\..\shared.props" />'; old Lib/*""", "beside")]
    [DataRow("Lib: none", """lib '<Import Project="..\shared.props" />'; old Lib/*""", "above it/new")]
    [DataRow("App: path, Lib: path", ":", "50%")]
    [DataRow("Lib: otherCommit", """echo "[assembly: Version(\"1.0+$(git rev-parse HEAD)\")]" >Lib/obj/Debug/Lib.AssemblyInfo.cs; """
        + "git commit -q --allow-empty -m 2")]
    [DataRow("Lib: none", """echo "[assembly: Version(\"1.0+$(git rev-parse HEAD)\")]" >Lib/obj/Debug/Lib.AssemblyInfo.cs""")]
    [DataRow("App: none, Lib: otherCommit", """echo '{"Nerdbank.GitVersioning/3.10.94":{}}' >Lib/obj/project.assets.json; """
        + """echo '{"MinVer/6.0":{}}' >App/obj/project.assets.json""")]
    public void WhatCompilesIsSaidAndItsHashIsGoneWhereMSBuildWouldNotFindIt(string expected, string change, string path = "new")
    {
        Bash($"cd app; echo .claude >>.git/info/exclude; {change}");

        JsonNode answer = Warm(path);

        foreach (string project in expected.Split(", "))
        {
            Assert.Contains(project.Replace(":", ".csproj:"), Projects(answer));
        }

        bool isForced = expected.Contains("Lib: names") || expected.Contains("Lib: other") || expected.Contains("changed");
        bool hasAssembly = Projects(answer).Contains("Lib.csproj: none") || change.EndsWith("Lib.dll");
        Assert.AreEqual(hasAssembly, File.Exists(_volume.PathOf($"{path}/Lib/bin/Debug/Lib.dll")), "`dotnet test --no-build` runs it.");
        string inputs = _volume.PathOf($"{path}/Lib/obj/Debug/Lib.csproj.CoreCompileInputs.cache");
        Assert.AreEqual(!isForced && !change.Contains("rm -r"), File.Exists(inputs));
        Assert.AreEqual(string.Empty, Bash($"git -C '{path}' status --porcelain"));
    }

    /// <summary>As on exFAT, which keeps two seconds: a source of the moment before would seem older than its outputs.</summary>
    [TestMethod]
    public void AProjectWhoseHashHasAnotherTimeThanTheDonorsCompiles()
    {
        string hash = _volume.PathOf("app/Lib/obj/Debug/Lib.csproj.CoreCompileInputs.cache");

        JsonNode answer = Warm("new", progress: _ => File.SetLastWriteTimeUtc(hash, File.GetLastWriteTimeUtc(hash).AddTicks(1)));

        Assert.AreEqual("App.csproj: none, Lib.csproj: changed", Projects(answer));
    }

    /// <summary>A build of the donor, say. Where the writer stalls for a moment, the file is one that does not change.</summary>
    [TestMethod]
    public void AProjectWithAnOutputThatGoesOnChangingCompiles()
    {
        using Process writing = Process.Start("bash", ["-c", $"while :; do echo >{_volume.PathOf("app/Lib/obj/Debug/Lib.x")}; done"]);
        string found = string.Empty;
        try
        {
            for (int attempt = 0; attempt < 20 && !found.EndsWith("changed", StringComparison.Ordinal); attempt++)
            {
                found = Projects(Warm($"new{attempt}"));
            }
        }
        finally
        {
            writing.Kill();
            writing.WaitForExit();
        }

        Assert.AreEqual("App.csproj: none, Lib.csproj: changed", found);
    }

    private JsonNode Warm(
        string path, string? add = "--detach", string? from = null, bool refresh = false, Action<int>? progress = null,
        params string[] include)
    {
        _ = add is null ? string.Empty : Bash($"git -C app worktree add -q {add} '../{path}'");
        var written = new StringWriter();
        var options = new WarmOptions(from is null ? null : _volume.PathOf(from), include, false, progress) { Refresh = refresh };
        Assert.AreEqual(0, WarmCommand.Answer(new Screen(json: true, written), _volume.PathOf(path), options, CancellationToken.None));
        return JsonNode.Parse(written.ToString())!;
    }

    private static string Projects(JsonNode answer) =>
        string.Join(", ", answer["projects"]!.AsArray().Select(one => $"{one!["file"]}: {one["why"]}").Order(StringComparer.Ordinal));

    private string Bash(string script) => _volume.Bash(Functions + script);
}
