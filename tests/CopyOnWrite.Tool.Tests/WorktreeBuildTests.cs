using CopyOnWrite.Sdk.Tests.Infrastructure;
using CopyOnWrite.Tool.Checkouts;
using CopyOnWrite.Tool.Outputs;
using SdkTestRun = CopyOnWrite.Sdk.Tests.Infrastructure.TestRun;

namespace CopyOnWrite.Tool.Tests;

/// <summary>Builds in a checkout that <c>dotnet cow</c> made: what they compile, and that their outputs are as from scratch.</summary>
[TestClass]
public sealed partial class WorktreeBuildTests : OnBtrfs
{
    // Library, App, and App's satellite assembly.
    private const int All = 3;

    internal const string Mapped = "<DeterministicSourcePaths>true</DeterministicSourcePaths>";
    internal const string OfCommits = "<EnableSourceLink>false</EnableSourceLink>"
        + "<IncludeSourceRevisionInInformationalVersion>false</IncludeSourceRevisionInInformationalVersion>";

    [TestMethod]
    [DataRow("copy", "", true)]
    [DataRow("repo/.claude/worktrees/x", "", false, DisplayName = "inside the donor, without our SDK")]
    [DataRow("copy", "<UseArtifactsOutput>true</UseArtifactsOutput>", true)]
    [DataRow("copy", "<RestorePackagesPath>$(MSBuildThisFileDirectory)packages</RestorePackagesPath>", false)]
    public void ItsFirstBuildCompilesNothingAndItsOutputsAreThoseOfABuildFromScratch(string path, string properties, bool withSdk)
    {
        Repo donor = NewDonor(Mapped + properties, withSdk);
        donor.Write("Basic/Basic.vbproj", Project());
        donor.Write("Basic/Class.vb", "Public Class Basic\nEnd Class");
        donor.Write("Functional/Functional.fsproj", Project("<Compile Include=\"Module.fs\" />"));
        donor.Write("Functional/Module.fs", "module Functional\nlet one = 1");
        Commit(donor.Folder);
        Build(donor, donor.Folder, "Basic/Basic.vbproj");
        Build(donor, donor.Folder, "Functional/Functional.fsproj");
        Assert.AreEqual(All, Build(donor, donor.Folder));
        TreeSnapshot before = Snapshot(donor.Folder);

        Worktree(donor, path);

        string clone = _volume.PathOf(path);
        Assert.AreEqual(0, Build(donor, clone));
        Assert.AreEqual(0, Build(donor, clone, "Basic/Basic.vbproj"));
        Assert.AreEqual(0, Build(donor, clone, "Functional/Functional.fsproj"));
        string[] named = [.. Directory.GetFiles(clone, "*", SearchOption.AllDirectories).Where(file => Names(file, donor.Folder + "/"))];
        Assert.IsEmpty(named.Where(file => !file.EndsWith(".copyonwrite.targets", StringComparison.Ordinal)
            && Path.GetFileName(file) != ".git" && (path == "copy" || !Names(file, clone))));
        string[] made = Hashes(Snapshot(clone));
        Git(clone, "clean", "-fdxq");
        Assert.AreEqual(All, Build(donor, clone));
        Build(donor, clone, "Basic/Basic.vbproj");
        Build(donor, clone, "Functional/Functional.fsproj");
        string[] scratch = Hashes(Snapshot(clone));

        // fsc makes room for its pdb's path before it maps it: the bytes of the assembly depend on the path's length.
        Func<string, bool> isCompared = file => path == "copy" || !file.Contains("Functional.dll", StringComparison.Ordinal);
        Assert.AreEqual(string.Empty, string.Join('\n', scratch.Except(made).Concat(made.Except(scratch)).Where(isCompared)));
        Assert.IsEmpty(Snapshot(donor.Folder).Differences(before, MtimeComparison.Exact));
    }

    [TestMethod]
    public void WhatChangesCompilesAlsoInAnotherConfigurationAndInACloneOfTheClone()
    {
        Repo donor = NewDonor(Mapped);
        Commit(donor.Folder);
        Build(donor, donor.Folder);
        Build(donor, donor.Folder, "App/App.csproj", "-c", "Release");
        Worktree(donor, "one");
        Clone("one", "two");
        string one = _volume.PathOf("one");

        Assert.AreEqual(0, Build(donor, one));
        File.WriteAllText(Path.Combine(one, "Library", "Class.cs"), "public class Class { public int Number => 2; }");
        Assert.AreEqual(1, Build(donor, one), "its public surface is the same");
        File.WriteAllText(Path.Combine(one, "Library", "Added.cs"), "public class Added { }");
        Assert.AreEqual(All, Build(donor, one), "it is another");
        Assert.AreEqual(All, Build(donor, one, "App/App.csproj", "-c", "Release"), "the other configuration");
        Assert.AreEqual(0, Build(donor, _volume.PathOf("two"), "App/App.csproj", "-c", "Release"), "an unbuilt clone is the donor");
        Clone("two", "three");
        Assert.AreEqual(0, Build(donor, _volume.PathOf("three")), "the configuration that it was not built in");
        Assert.AreEqual(0, Build(donor, _volume.PathOf("three"), "App/App.csproj", "-c", "Release"), "the one that it was built in");
        Assert.AreEqual(All, Build(donor, _volume.PathOf("three"), "App/App.csproj", "-p:DefineConstants=MORE"));
    }

    /// <summary>Campaign, seed 284. A worktree does not get the file.</summary>
    [TestMethod]
    public void ASourceThatATargetWroteElsewhereIsMadeAgainInAClone()
    {
        Repo donor = NewDonor(Mapped);
        File.AppendAllText(donor.PathOf(".gitignore"), "Generated/\n");
        donor.Write("Library/Library.csproj", Project("""
            </ItemGroup>
            <Target Name="Generate" BeforeTargets="BeforeCompile" Inputs="$(MSBuildProjectFile)" Outputs="Generated/All.cs">
              <MakeDir Directories="Generated" />
              <WriteLinesToFile File="Generated/All.cs" Lines="// $(MSBuildProjectDirectory)" Overwrite="true" />
            </Target>
            <ItemGroup>
            """));
        Commit(donor.Folder);
        Build(donor, donor.Folder);
        string app = _volume.PathOf("two");
        Clone("repo", "one");
        Clone("one", "two");

        Assert.AreEqual(1, Build(donor, app));
        Assert.AreEqual($"// {app}/Library\n", File.ReadAllText(Path.Combine(app, "Library", "Generated", "All.cs")));
        Assert.AreEqual(0, Build(donor, app));
    }

    [TestMethod]
    public void WithoutMappedPathsAllCompilesAndTheCommandSaysWhatItTakes()
    {
        Repo donor = NewDonor(string.Empty);
        Commit(donor.Folder);
        Build(donor, donor.Folder);

        string text = Worktree(donor, "new");

        Assert.Contains("a build compiles all 2 projects.", text);
        Assert.Contains($"the outputs contain the path {donor.Folder}", text);
        Assert.AreEqual(All, Build(donor, _volume.PathOf("new")));
        Assert.AreEqual(_volume.PathOf("new/App/Class.cs"), NamedIn(_volume.PathOf("new/App/obj/Debug/net10.0/App.pdb"), donor.Folder));
    }

    [TestMethod]
    [DataRow(false)]
    [DataRow(true)]
    public void OfAPreparedDonorNothingCompilesAlsoAtAnotherCommit(bool isBuiltBefore)
    {
        Repo donor = NewDonor(string.Empty, ofCommits: string.Empty);
        Commit(donor.Folder);
        int before = isBuiltBefore ? Build(donor, donor.Folder) : All;
        Prepare(donor.Folder, undo: false);
        Assert.AreEqual((All, All), (before, Build(donor, donor.Folder)), "No output of before is left.");
        donor.Write("notes.md", "Not of a project.");
        Commit(donor.Folder);

        Worktree(donor, "new");

        string made = _volume.PathOf("new");
        Assert.AreEqual(0, Build(donor, made));
        TreeSnapshot first = Snapshot(made);
        Git(made, "clean", "-fdxq");
        Prepare(made, undo: false);
        Assert.AreEqual(All, Build(donor, made));
        CollectionAssert.AreEquivalent(Hashes(Snapshot(made)), Hashes(first));
        Prepare(made, undo: true);
        Assert.AreEqual(All, Build(donor, made, "App/App.csproj", "--no-incremental"));
        Assert.AreEqual($"{made}/App/Class.cs", NamedIn($"{made}/App/obj/Debug/net10.0/App.pdb", made), "A debugger finds sources again.");
    }

    /// <summary>A wrong output that MSBuild takes for up to date, as a clock that was set back leaves it.</summary>
    [TestMethod]
    [DataRow(false)]
    [DataRow(true)]
    public void VerifyingBuildsFromScratchAndNamesWhatDiffersAndLeavesNothing(bool isWrong)
    {
        Repo donor = NewDonor(string.Empty, ofCommits: string.Empty);
        Commit(donor.Folder);
        Prepare(donor.Folder, undo: false);
        Build(donor, donor.Folder);
        string dll = donor.PathOf("Library/obj/Debug/net10.0/Library.dll");
        DateTime time = File.GetLastWriteTimeUtc(dll);
        File.AppendAllText(dll, isWrong ? "x" : string.Empty);
        File.SetLastWriteTimeUtc(dll, time);
        Git(donor.Folder, "worktree", "add", "-q", "--detach", _volume.PathOf("new"));

        // A hook may bring outputs, too; and of App this build makes nothing.
        File.SetUnixFileMode(donor.Write(".git/hooks/post-checkout", "#!/bin/sh\nexit 3\n"), (UnixFileMode)0x1ED);
        Answer answer = Cow.Run(_volume.PathOf("new"), ["warm", "--verify", "build Library/Library.csproj"],
            donor.Packages, donor.Variables).Ended(isWrong ? 1 : 0);

        Assert.Contains(isWrong ? "! Library/obj/Debug/net10.0/Library.dll" : "Equal: ", answer.Text);
        Assert.IsFalse(Directory.Exists(_volume.PathOf("new-verify")));
        Assert.IsFalse(Directory.Exists(_volume.PathOf("new/App/obj")), "The checkout itself is not built.");
    }

    private static void Prepare(string folder, bool undo)
    {
        BuildLog.UseMSBuildOfSdk();
        Assert.AreEqual(0, PrepareCommand.Answer(new Screen(json: true, TextWriter.Null), folder, undo, CancellationToken.None));
    }

    /// <summary>No input of the target is newer: MSBuild would skip it (dotnet/msbuild#2470).</summary>
    [TestMethod]
    public void WhatATargetMadeOfFilesThatTheCommitDoesNotHaveIsMadeAgain()
    {
        Repo donor = NewDonor(Mapped);
        donor.Write("Library/Library.csproj", Project().Replace("</Project>", """
            <ItemGroup><Words Include="words/*.txt" /></ItemGroup>
            <Target Name="Words" Inputs="@(Words)" Outputs="$(IntermediateOutputPath)Words.g.cs" BeforeTargets="CoreCompile">
              <WriteLinesToFile File="$(IntermediateOutputPath)Words.g.cs" Lines="@(Words->'// %(Filename)')" Overwrite="true" />
            </Target></Project>
            """, StringComparison.Ordinal));
        donor.Write("Library/words/a.txt", string.Empty);
        Commit(donor.Folder);
        donor.Write("Library/words/b.txt", string.Empty);
        Build(donor, donor.Folder);

        Assert.Contains("Library/words/b.txt", Worktree(donor, "new"));

        Assert.AreEqual(1, Build(donor, _volume.PathOf("new")), "App has no *.txt, and the surface of Library is the same.");
        Assert.AreEqual("// a", File.ReadAllText(_volume.PathOf("new/Library/obj/Debug/net10.0/Words.g.cs")).Trim());
    }

    /// <summary>Its generator writes each view's path into the source, which the compiler embeds in the pdb. What runs has none.</summary>
    [TestMethod]
    [DataRow(false)]
    [DataRow(true)]
    public void AProjectWithRazorViewsIsUpToDateUnlessTheCommandIsStrict(bool isStrict)
    {
        Repo donor = NewDonor(Mapped);
        donor.Write("App/App.csproj", Project().Replace("NET.Sdk", "NET.Sdk.Web", StringComparison.Ordinal));
        donor.Write("App/View.razor", "<p>One</p>");
        donor.Write("App/Class.cs", "System.Console.WriteLine();");
        Commit(donor.Folder);
        Build(donor, donor.Folder);

        string text = Worktree(donor, "new", isStrict: isStrict);

        Assert.Contains(isStrict ? $"the pdb contains generated sources that name {donor.Folder}"
            : $"1 pdb contains generated sources that name {donor.Folder}", text);
        Assert.AreEqual(isStrict ? 2 : 0, Build(donor, _volume.PathOf("new")), "App and its satellite assembly");
        string app = _volume.PathOf("new/App/bin/Debug/net10.0/App");
        string[] first = CompiledParts.Of(app);
        Assert.AreEqual(2, Build(donor, _volume.PathOf("new"), "App/App.csproj", "--no-incremental"));
        CollectionAssert.AreEqual(CompiledParts.Of(app), first);
        Assert.Contains("document /_/App/Class.cs", first);
    }

    private Repo NewDonor(string properties, bool withSdk = true, string ofCommits = OfCommits)
    {
        Repo repo = Repo.New(_volume, withSdk);
        string props = File.ReadAllText(repo.PathOf("Directory.Build.props"));
        repo.Write("Directory.Build.props", props.Replace("</Project>", $"""
            <PropertyGroup>{properties}{ofCommits}</PropertyGroup></Project>
            """, StringComparison.Ordinal));
        repo.Write("Library/Library.csproj", Project());
        repo.Write("Library/Class.cs", "public class Class { public int Number => 1; }");
        repo.Write("App/App.csproj", Project("<ProjectReference Include=\"../Library/Library.csproj\" />"));
        repo.Write("App/Class.cs", "public class App { public Class Class => new(); }");
        repo.Write("App/Texts.resx", """<root><data name="Text"><value>text</value></data></root>""");
        repo.Write("App/Texts.de.resx", """<root><data name="Text"><value>Text</value></data></root>""");
        repo.Write(".gitignore", "bin/\nobj/\nartifacts/\npackages/\n.claude/\n");
        Git(repo.Folder, "init", "-q");
        return repo;
    }

    internal static string Project(string items = "") => $"""
        <Project Sdk="Microsoft.NET.Sdk">
          <PropertyGroup><TargetFramework>net10.0</TargetFramework></PropertyGroup>
          <ItemGroup>{items}</ItemGroup>
        </Project>
        """;

    internal static void Commit(string folder)
    {
        Git(folder, "add", ".");
        Git(folder, "commit", "-q", "-m", "first");
    }

    /// <returns>The compilations.</returns>
    internal static int Build(Repo donor, string folder, string project = "App/App.csproj", params string[] more)
    {
        string[] arguments = ["build", project, "-nologo", "-clp:PerformanceSummary", .. more];

        // Without MSBuild's server, whose client may lose what is counted here (BuildServers); its nodes stay.
        return SdkTestRun.Servers.Use(donor.Packages, server => DotNet.Run(
            folder, arguments, donor.Packages,
            new Dictionary<string, string?>([.. donor.Variables, .. server]) { ["DOTNET_CLI_USE_MSBUILD_SERVER"] = "0" }))
            .ThrowIfFailed().Compilations;
    }

    private string Worktree(Repo donor, string path, string commit = "HEAD", bool isStrict = false)
    {
        Git(donor.Folder, "worktree", "add", "-q", "--detach", _volume.PathOf(path), commit);
        var written = new StringWriter();
        var options = new WarmOptions(donor.Folder, [], false, null) { Strict = isStrict };
        Assert.AreEqual(0, WarmCommand.Answer(new Screen(json: false, written), _volume.PathOf(path), options, CancellationToken.None));
        return written.ToString();
    }

    private void Clone(string donor, string clone) => Assert.IsLessThanOrEqualTo(1, CloneCommand.Answer(new(json: true, TextWriter.Null),
        _volume.PathOf(donor), _volume.PathOf(clone), [], isStrict: false, isQuiet: false, CancellationToken.None));

    private static string? NamedIn(string pdb, string folder) => new NamedPlaces(folder, "/packages").FirstIn(pdb);

    private static bool Names(string file, string path) => File.ReadAllBytes(file) is var bytes
        && (bytes.AsSpan().IndexOf(Encoding.UTF8.GetBytes(path)) >= 0 || bytes.AsSpan().IndexOf(Encoding.Unicode.GetBytes(path)) >= 0);

    private static TreeSnapshot Snapshot(string folder) => TreeSnapshot.Take(folder, path =>
        !path.Contains(".git", StringComparison.Ordinal) && !path.Contains(".claude", StringComparison.Ordinal));

    private static string[] Hashes(TreeSnapshot tree) => [.. tree.Entries.Values
        .Where(entry => Path.GetExtension(entry.Path) is ".dll" or ".pdb" or ".json" && !entry.Path.Contains("nuget"))
        .Select(entry => $"{entry.Path} {entry.Sha256}")];

    internal static void Git(string folder, params string[] arguments) =>
        Command.OutputOf("git", ["-C", folder, "-c", "user.name=a", "-c", "user.email=a@example.org", .. arguments]);
}
