using System.Text.Json.Nodes;
using CopyOnWrite.Sdk.Tests.Infrastructure;
using CopyOnWrite.Tool.Checkouts;
using CopyOnWrite.Tool.MSBuild;
using CopyOnWrite.Tool.Report;

namespace CopyOnWrite.Tool.Tests;

/// <summary>What tasks and targets write, and decide by their times and files: each kind is a project of one repository.</summary>
public sealed partial class WorktreeBuildTests
{
    private const string ResX = """<root><data name="Blob" type="System.Resources.ResXFileRef, System.Windows.Forms">"""
        + "<value>../Data/blob.txt;System.String, mscorlib, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089;utf-8</value>"
        + "</data></root>";

    // As Grpc.Tools: what a file imports is kept by absolute path, in a file whose name is a hash of a path.
    private const string Imports = """
        <Target Name="ReadImports" BeforeTargets="Proto">
          <PropertyGroup>
            <Dep>$(IntermediateOutputPath)$([MSBuild]::StableStringHash('$(MSBuildProjectDirectory)'))_order.protodep</Dep></PropertyGroup>
          <ReadLinesFromFile File="$(Dep)"><Output TaskParameter="Lines" ItemName="Needed" /></ReadLinesFromFile>
        </Target>
        <Target Name="Proto" BeforeTargets="CoreCompile" Inputs="../Data/order.proto;@(Needed)" Outputs="$(IntermediateOutputPath)Order.cs">
          <ReadLinesFromFile File="../Data/money.proto"><Output TaskParameter="Lines" ItemName="Line" /></ReadLinesFromFile>
          <WriteLinesToFile File="$(IntermediateOutputPath)Order.cs" Lines="@(Line)" Overwrite="true" />
          <WriteLinesToFile File="$(Dep)" Overwrite="true"
                            Lines="$([System.IO.Path]::GetFullPath('$(MSBuildProjectDirectory)/../Data/money.proto'))" />
          <ItemGroup><Compile Include="$(IntermediateOutputPath)Order.cs" /></ItemGroup>
        </Target>
        """;

    private const string Outside = """
        <ItemGroup><Compile Remove="Generated/**" /></ItemGroup>
        <Target Name="Paths" BeforeTargets="CoreCompile" Inputs="$(MSBuildProjectFullPath)" Outputs="Generated/Paths.cs;bin/paths.json">
          <WriteLinesToFile File="Generated/Paths.cs" Overwrite="true"
                            Lines="public class Paths { public const string Data = &quot;$(MSBuildProjectDirectory)/data&quot;%3B }" />
          <WriteLinesToFile File="bin/paths.json" Lines="&quot;$(MSBuildProjectDirectory)&quot;" Overwrite="true" />
          <ItemGroup><Compile Include="Generated/Paths.cs" /></ItemGroup>
        </Target>
        """;

    private const string Listed = """
        <ItemGroup><Compile Remove="Generated/**" /><Part Include="Input/*.txt" /></ItemGroup>
        <Target Name="Parts" BeforeTargets="CoreCompile" Inputs="@(Part)" Outputs="Generated/All.cs">
          <PropertyGroup><Names>@(Part->'%(Filename)', '_')</Names></PropertyGroup>
          <WriteLinesToFile File="Generated/All.cs" Lines="public class $(Names) { }" Overwrite="true" />
          <ItemGroup><Compile Include="Generated/All.cs" /><FileWrites Include="Generated/All.cs" /></ItemGroup>
        </Target>
        """;

    // As SpaProxy's, the manifest of WebApplicationFactory, and what has a file's URI.
    private const string Texts = """
        <ItemGroup><None Update="*.json" CopyToOutputDirectory="PreserveNewest" /></ItemGroup>
        <Target Name="Texts" BeforeTargets="AssignTargetPaths">
          <WriteLinesToFile File="$(IntermediateOutputPath)spa.json" Overwrite="true" WriteOnlyWhenDifferent="true"
                            Lines="&quot;$(MSBuildProjectDirectory)/ClientApp&quot;" />
          <Exec Command="printf '&quot;%25s&quot;' &quot;$PWD&quot; | sed 's|/|\\/|g' >$(IntermediateOutputPath)manifest.json" />
          <ItemGroup>
            <None Include="$(IntermediateOutputPath)spa.json" Link="spa.json" CopyToOutputDirectory="PreserveNewest" />
            <None Include="$(IntermediateOutputPath)manifest.json" Link="manifest.json" CopyToOutputDirectory="PreserveNewest" />
          </ItemGroup>
        </Target>
        """;

    // As Azure Functions' WorkerExtensions.
    private const string InnerXml = "&lt;Project Sdk=&quot;Microsoft.NET.Sdk&quot;&gt;&lt;PropertyGroup&gt;"
        + "&lt;TargetFramework&gt;net10.0&lt;/TargetFramework&gt;&lt;/PropertyGroup&gt;&lt;/Project&gt;";
    private const string InObj = $"""
        <Target Name="Inner" AfterTargets="Build">
          <PropertyGroup><Inner>$(MSBuildProjectDirectory)/$(IntermediateOutputPath)Inner/Inner.csproj</Inner></PropertyGroup>
          <WriteLinesToFile File="$(Inner)" Overwrite="true" WriteOnlyWhenDifferent="true" Lines="{InnerXml}" />
          <MSBuild Projects="$(Inner)" Targets="Restore" Properties="ImportDirectoryBuildProps=false;Once=1" />
          <MSBuild Projects="$(Inner)" Targets="Build" Properties="ImportDirectoryBuildProps=false" />
        </Target>
        """;

    // What a target wrote outside of obj did not come along; that it has run is known by a file in obj.
    private const string Stamp = """
        <Target Name="Web" BeforeTargets="CoreCompile" Inputs="package.txt" Outputs="$(IntermediateOutputPath)web.stamp">
          <Exec Command="mkdir -p dist; for type in js css; do cp package.txt dist/app.$type; done" />
          <Touch Files="$(IntermediateOutputPath)web.stamp" AlwaysCreate="true" />
        </Target>
        """;

    private const string Words = """
        <PropertyGroup><BaseIntermediateOutputPath>build/obj/</BaseIntermediateOutputPath></PropertyGroup>
        <ItemGroup><Words Include="words/*.txt" /></ItemGroup>
        <Target Name="Words" Inputs="@(Words)" Outputs="$(IntermediateOutputPath)Words.cs" BeforeTargets="CoreCompile">
          <PropertyGroup><Names>@(Words->'%(Filename)', '_')</Names></PropertyGroup>
          <WriteLinesToFile File="$(IntermediateOutputPath)Words.cs" Lines="public class $(Names) { }" Overwrite="true" />
          <ItemGroup><Compile Include="$(IntermediateOutputPath)Words.cs" /></ItemGroup>
        </Target>
        """;

    // What another commit has otherwise, and what is edited in a worktree.
    private static readonly (string File, string Content, string Edited)[] s_files =
    [
        ("Data/blob.txt", "blob one", "blob two"), ("Data/linked.json", "one", "two"), ("Links/packages.lock.json", Lock, Lock + "\n"),
        ("Data/order.proto", "", ""), ("Data/added.txt", "one", "two"), ("Res/Strings.resx", ResX, ResX), ("Listed/Input/part.txt", "", ""),
        ("Data/money.proto", "public class One { }", "public class Two { }"), ("Words/words/a.txt", "", ""), ("Words/words/b.txt", "", ""),
        ("Stamp/package.txt", "one", "two"), ("Generator/Generator.cs", Generator, Generator.Replace("ONE", "TWO")),
    ];

    private const string Lock = """{"version":1,"dependencies":{"net10.0":{}}}""";

    private const string Generator = """
        using Microsoft.CodeAnalysis;
        [Generator]
        public class Generator : IIncrementalGenerator
        {
            public void Initialize(IncrementalGeneratorInitializationContext context) => context.RegisterSourceOutput(
                context.AdditionalTextsProvider.Select((text, _) => text.GetText().ToString().Trim()).Collect(), (source, texts) =>
                    source.AddSource("Texts.cs", $"public class Texts {{ public const string All = \"ONE {string.Join(' ', texts)}\"; }}"));
        }
        """;

    [TestMethod]
    public void WhateverABuildWroteIsRightOrMadeAgain()
    {
        const string Package = "Pack/bin/Debug/Pack.1.0.0.nupkg";
        string log = _volume.PathOf("first.binlog");
        Repo donor = NewDonor(
            Mapped + "<BaseIntermediateOutputPath Condition=\"$(MSBuildProjectDirectory.EndsWith('Two'))\">"
                + "obj/$(MSBuildProjectName)/</BaseIntermediateOutputPath>", withSdk: false);
        WriteKinds(donor);
        Commit(donor.Folder);
        donor.Write("todo.json", "one");
        int all = Build(donor, donor.Folder, "All.slnx");
        (string one, string foretold) = Warmed(donor, "one");
        Assert.AreEqual(
            "Fn.csproj: namesDonor, Inner.csproj: namesDonor, Listed.csproj: otherFiles, Names.csproj: namesDonorInText, "
                + "Outside.csproj: otherFiles, Proto.csproj: namesDonorInText, Sarif.csproj: namesDonorInText, Stamp.csproj: otherFiles",
            foretold);
        Assert.AreEqual(Count(foretold), Build(donor, one, "All.slnx", $"-bl:{log}"));
        Assert.AreEqual(Regex.Replace(foretold, ": [a-zA-Z]+", string.Empty), Reported(log), "The report names the same projects.");
        Assert.IsEmpty(Naming(one, donor.Folder));
        foreach ((string file, _, string content) in s_files.Where(file => file.Content != file.Edited))
        {
            File.WriteAllText(Path.Combine(one, file), content);
        }

        Build(donor, one, "All.slnx");
        string[] edited = Outputs(one);

        // The donor has what is in no commit, and a file whose content a power failure has taken.
        File.Delete(Path.Combine(one, "Words", "words", "b.txt"));
        Commit(one);
        donor.Write("Data/blob.txt", "a secret");
        donor.Write("Listed/Input/secret.txt", "");
        donor.Write("Uses/Local/secret.local.txt", "a secret");
        Build(donor, donor.Folder, "All.slnx");
        Build(donor, donor.Folder, "Pack/Pack.csproj", "-t:Pack");
        donor.Write("Two/obj/A/Debug/net10.0/A.csproj.CoreCompileInputs.cache", new string('\0', 65));
        string commit = Command.OutputOf("git", "-C", one, "rev-parse", "HEAD").Trim();
        (string two, foretold) = Warmed(donor, "two", commit);
        Assert.IsTrue(File.Exists(donor.PathOf(Package)));
        Assert.IsFalse(File.Exists(Path.Combine(two, Package)), "It names another commit.");
        Assert.AreEqual(
            "A.csproj: changed, B.csproj: otherSources, Fn.csproj: namesDonor, Generator.csproj: otherSources, Inner.csproj: namesDonor, "
                + "Links.csproj: otherSources, Listed.csproj: otherFiles, Names.csproj: namesDonorInText, Outside.csproj: otherFiles, "
                + "Proto.csproj: namesDonorInText, Res.csproj: otherSources, Sarif.csproj: namesDonorInText, Stamp.csproj: otherFiles, "
                + "Uses.csproj: otherFiles, Words.csproj: otherFiles",
            foretold);
        Assert.AreEqual(Count(foretold), Build(donor, two, "All.slnx", $"-bl:{log}"));
        Assert.AreEqual(Regex.Replace(foretold, ": [a-zA-Z]+", string.Empty), Reported(log), "The report names the same projects.");
        Assert.IsEmpty(Naming(two, donor.Folder));
        string[] made = Outputs(two);
        Build(donor, two, "Pack/Pack.csproj", "-t:Pack");
        using (ZipArchive package = ZipFile.OpenRead(Path.Combine(two, Package)))
        using (var nuspec = new StreamReader(package.GetEntry("Pack.nuspec")!.Open()))
        {
            Assert.Contains(commit, nuspec.ReadToEnd());
        }

        Git(two, "clean", "-fdxq");
        Assert.AreEqual(all, Build(donor, two, "All.slnx"));
        string[] scratch = Outputs(two);
        Assert.AreEqual(string.Empty, string.Join('\n', scratch.Except(made).Concat(made.Except(scratch))));
        var ofEdits = new Regex("^(Listed|Proto|Res|Stamp/dist|Two|Uses)/");
        Assert.AreEqual(string.Empty, string.Join('\n', edited.Where(file => ofEdits.IsMatch(file)).Except(scratch)));
    }

    [TestMethod]
    public void ThePathIsFoundInEachFormInWhichProgramsWriteIt()
    {
        Repo main = NewDonor(Mapped, withSdk: false);
        string uri = "<Exec Command=\"echo &quot;file://$PWD/&quot; | sed 's| |%2520|g;s|ö|%25C3%25B6|g' "
            + ">$(IntermediateOutputPath)spa.json\" />";
        main.Write("Texts/Texts.csproj", Project().Replace("</Project>", $"{Texts}</Project>", StringComparison.Ordinal)
            .Replace("<WriteLinesToFile", $"{uri}<WriteLinesToFile Condition=\"false\"", StringComparison.Ordinal));
        main.Write("Texts/Texts.cs", "class Texts;");
        Commit(main.Folder);
        string donor = _volume.PathOf("a b ö&c");
        Git(main.Folder, "worktree", "add", "-q", "--detach", donor);
        Build(main, donor, "Texts/Texts.csproj");

        (string one, string foretold) = Warmed(main, "one", from: donor);

        Assert.AreEqual(string.Empty, foretold);
        Assert.AreEqual(0, Build(main, one, "Texts/Texts.csproj"));
        Assert.IsEmpty(Naming(one, donor));
        Assert.AreEqual($"file://{one}/Texts/", File.ReadAllText(Path.Combine(one, "Texts/bin/Debug/net10.0/spa.json")).Trim());
    }

    [TestMethod]
    public void ASubmodulesCommitIsNoOtherCommit()
    {
        Repo donor = NewDonor(Mapped, withSdk: false);
        string props = File.ReadAllText(donor.PathOf("Directory.Build.props"));
        donor.Write("Directory.Build.props", props.Replace("EnableSourceLink", "NoSourceLink", StringComparison.Ordinal));
        Commit(donor.Folder);
        Git(_volume.Folder, "clone", "-q", donor.Folder, "sub");
        Git(donor.Folder, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", _volume.PathOf("sub"), "sub");
        Git(donor.Folder, "remote", "add", "origin", "https://github.com/someone/repo.git");
        Git(donor.Folder, "config", "submodule.sub.url", "https://github.com/someone/sub.git");
        Commit(donor.Folder);
        Build(donor, donor.Folder, "Library/Library.csproj");
        Assert.Contains("someone/sub", File.ReadAllText(donor.PathOf("Library/obj/Debug/net10.0/Library.sourcelink.json")));

        (string one, string foretold) = Warmed(donor, "one", prepare: one => Git(one, "-c", "protocol.file.allow=always", "-c",
            $"submodule.sub.url={_volume.PathOf("sub")}", "submodule", "--quiet", "update", "--init"));

        Assert.AreEqual(string.Empty, foretold);
        Assert.AreEqual(0, Build(donor, one, "Library/Library.csproj"));
    }

    private static string Reported(string log) => string.Join(", ", CopyReport.Of(LogFile.Read(log)).Compiled
        .Select(one => Path.GetFileName(one.Project)).Distinct().Order(StringComparer.Ordinal));

    private static int Count(string foretold) => foretold.Split(", ").Length;

    private static void WriteKinds(Repo donor)
    {
        (string Project, string Xml)[] projects =
        [
            ("Res/Res", ""), ("Proto/Proto", Imports), ("Outside/Outside", Outside), ("Listed/Listed", Listed), ("Texts/Texts", Texts),
            ("Fn/Fn", InObj), ("Stamp/Stamp", Stamp), ("Words/Words", Words),
            ("Names/Names", """<ItemGroup><AssemblyMetadata Include="Path" Value="$(MSBuildProjectDirectory)" /></ItemGroup>"""),
            ("Sarif/Sarif", "<PropertyGroup><ErrorLog>$(MSBuildProjectDirectory)/obj/Sarif.sarif</ErrorLog></PropertyGroup>"),
            ("Pack/Pack", "<PropertyGroup><PublishRepositoryUrl>true</PublishRepositoryUrl>"
                + "<RepositoryUrl>https://example.org/x</RepositoryUrl></PropertyGroup>"),
            ("Generator/Generator", """<ItemGroup><Reference Include="$(RoslynTargetsPath)/bincore/Microsoft.CodeAnalysis.dll" """
                + """Private="false" /></ItemGroup>"""),
            ("Uses/Uses", """
                <ItemGroup><ProjectReference Include="../Generator/Generator.csproj" OutputItemType="Analyzer"
                  ReferenceOutputAssembly="false" /><AdditionalFiles Include="../Data/added.txt;Local/*.local.txt" /></ItemGroup>
                """),
            ("Links/Links", "<PropertyGroup><RestorePackagesWithLockFile>true</RestorePackagesWithLockFile>"
                + "<CreateSymbolicLinksForCopyFilesToOutputDirectoryIfPossible>true"
                + "</CreateSymbolicLinksForCopyFilesToOutputDirectoryIfPossible></PropertyGroup>"),
            ("Two/A", """<ItemGroup><Compile Remove="**/*.cs" /><Compile Include="A.cs" /></ItemGroup>"""),
            ("Two/B", """<ItemGroup><Compile Remove="**/*.cs" /><Compile Include="B.cs" />"""
                + """<EmbeddedResource Include="../Data/linked.json" /></ItemGroup>"""),
        ];
        foreach ((string project, string xml) in projects)
        {
            donor.Write($"{project}.csproj", Project().Replace("</Project>", $"{xml}</Project>", StringComparison.Ordinal));
            donor.Write($"{project}.cs", $"public class C{Path.GetFileName(project)} {{ static int s_unused; }}");
        }

        donor.Write("All.slnx", $"<Solution>{string.Concat(projects.Select(one => $"<Project Path='{one.Project}.csproj'/>"))}</Solution>");
        donor.Write(".gitignore", "bin/\nobj/\nGenerated/\nbuild/\ndist/\n*.local.txt\n");
        donor.Write("Texts/written.json", donor.Folder);
        Array.ForEach(s_files, one => donor.Write(one.File, one.Content));
    }

    private static string[] Naming(string clone, string donor) =>
    [
        .. Directory.GetFiles(clone, "*", SearchOption.AllDirectories).Where(one => Path.GetFileName(one) is not (".git" or "written.json"))
            .Where(file => !file.EndsWith(".copyonwrite.targets", StringComparison.Ordinal))
            .Where(file => Names(file, donor) || Names(file, donor.Replace("/", "\\/", StringComparison.Ordinal))),
    ];

    private (string Folder, string Foretold) Warmed(
        Repo donor, string path, string commit = "HEAD", string? from = null, Action<string>? prepare = null)
    {
        path = _volume.PathOf(path);
        Git(donor.Folder, "worktree", "add", "-q", "--detach", path, commit);
        prepare?.Invoke(path);
        var written = new StringWriter();
        var options = new WarmOptions(from ?? donor.Folder, [], false, null);
        Assert.AreEqual(0, WarmCommand.Answer(new Screen(json: true, written), path, options, CancellationToken.None));
        Assert.IsEmpty(Naming(path, from ?? donor.Folder));
        return (path, string.Join(", ", JsonNode.Parse(written.ToString())!["projects"]!.AsArray()
            .Where(one => (string)one!["why"]! is not ("none" or "notBuilt"))
            .Select(one => $"{one!["file"]}: {one["why"]}").Order(StringComparer.Ordinal)));
    }

    /// <summary>Each with its content, in which the folder is a word.</summary>
    private static string[] Outputs(string folder) =>
    [
        .. TreeSnapshot.Take(folder, path => !path.Contains("nuget") && !path.Contains(".git")
            && Path.GetExtension(path) is ".dll" or ".pdb" or ".json" or ".js" or ".sarif" or ".resources").Entries.Values
            .Select(one => $"{one.Path} "
                + (Names(Path.Combine(folder, one.Path), folder) ? "names its place" : one.LinkTarget is null ? one.Sha256 : "a link")),
    ];
}
