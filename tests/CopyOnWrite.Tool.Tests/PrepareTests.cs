using System.Text.Json.Nodes;
using CopyOnWrite.Tool.Checkouts;

namespace CopyOnWrite.Tool.Tests;

/// <summary><c>dotnet cow prepare</c>, in this process: where it writes, and what it says.</summary>
[TestClass]
public sealed class PrepareTests : TestsOfAFolder
{
    private const string Props = "obj/App.csproj.copyonwrite.props";
    private const string Filter = """{ "solution": { "path": "..\\All.sln", "projects": [ "App\\App.csproj" ] } }""";

    [TestInitialize]
    public void UseMSBuild()
    {
        BuildLog.UseMSBuildOfSdk();
        Repo.Write(".gitignore", "obj/\n");
        Command.OutputOf("git", ["-C", Repo.Folder, "init", "-q"]);
    }

    [TestMethod]
    [DataRow("", "", "App/" + Props)]
    [DataRow("<UseArtifactsOutput>true</UseArtifactsOutput>", "", "artifacts/obj/App/App.csproj.copyonwrite.props")]
    [DataRow("<BaseIntermediateOutputPath>$(MSBuildThisFileDirectory)out/obj/$(MSBuildProjectName)/</BaseIntermediateOutputPath>", "",
        "out/obj/App/App.csproj.copyonwrite.props")]
    [DataRow("", "<BaseIntermediateOutputPath>build/obj/</BaseIntermediateOutputPath>", "App/" + Props, DisplayName = "set too late")]
    [DataRow("", "<TargetFramework /><TargetFrameworks>net10.0;netstandard2.0</TargetFrameworks>", "App/" + Props)]
    public void TheFileIsWhereTheProjectImportsIt(string ofAll, string ofProject, string expected)
    {
        Repo.Write("Directory.Build.props", $"<Project><PropertyGroup>{ofAll}</PropertyGroup></Project>");
        Repo.WriteProject("App/App.csproj", $"<PropertyGroup>{ofProject}</PropertyGroup>");

        Assert.AreEqual(1, Changed(Answer(Repo.Folder)));

        CollectionAssert.AreEqual((string[])[expected], Written());
        DateTime time = File.GetLastWriteTimeUtc(Repo.PathOf(expected));
        Assert.IsLessThan(TimeSpan.FromMinutes(1), DateTime.UtcNow - time, "A build compares it with what was compiled.");
        Assert.AreEqual(0, Changed(Answer(Repo.Folder)), "It is there.");
        Assert.AreEqual(time, File.GetLastWriteTimeUtc(Repo.PathOf(expected)));
        Assert.AreEqual(1, Changed(Answer(Repo.Folder, undo: true)));
        Assert.IsEmpty(Written());
        Assert.AreEqual(0, Changed(Answer(Repo.Folder, undo: true)));
        Directory.Delete(Path.GetDirectoryName(Repo.PathOf(expected))!);
        Assert.AreEqual(0, Changed(Answer(Repo.Folder, undo: true)), "A project that was never restored.");
    }

    [TestMethod]
    [DataRow("All.sln", "App Base Lib")]
    [DataRow("All.slnx", "App Base Lib")]
    [DataRow("filters/One.slnf", "App Base Lib")]
    [DataRow("Lib/Lib.csproj", "Base Lib")]
    [DataRow("Lib", "Base Lib")]
    [DataRow(".", "App Base Lib Other")]
    public void ItPreparesTheProjectsThatAreNamedAndThoseThatTheyReferTo(string path, string expected)
    {
        Repo.WriteProject("App/App.csproj", """<ItemGroup><ProjectReference Include="..\Lib\Lib.csproj" /></ItemGroup>""");
        Repo.WriteProject("Lib/Lib.csproj", """<ItemGroup><ProjectReference Include="../Base/Base.csproj" /></ItemGroup>""");
        Repo.WriteProject("Base/Base.csproj");
        Repo.WriteProject("Other/Other.csproj");

        Repo.Write("All.slnx", "<Solution><Project Path=\"App/App.csproj\" />"
            + "<Folder Name=\"/x/\"><Project Path=\"Lib/Lib.csproj\" /></Folder></Solution>");
        Repo.Write("All.sln", $"""

            Microsoft Visual Studio Solution File, Format Version 12.00
            Project("FAE04EC0-301F-11D3-BF4B-00C04F79EFBC") = "App", "App\App.csproj", "{Guid.NewGuid():B}"
            EndProject
            Project("FAE04EC0-301F-11D3-BF4B-00C04F79EFBC") = "Lib", "Lib\Lib.csproj", "{Guid.NewGuid():B}"
            EndProject
            Project("2150E333-8FDC-42A3-9474-1A3956D46DE8") = "folder", "folder", "{Guid.NewGuid():B}"
            EndProject
            Global
            EndGlobal
            """.Replace("Project(\"", "Project(\"{", StringComparison.Ordinal).Replace("\") =", "}\") =", StringComparison.Ordinal));
        Repo.Write("filters/One.slnf", Filter);

        Answer(Repo.PathOf(path));

        Assert.AreEqual(expected, string.Join(' ', Written().Select(file => file.Split('/')[0])));
    }

    /// <summary>The properties would change the builds of another repository, or of a worktree in which the user debugs.</summary>
    [TestMethod]
    [OSCondition(OperatingSystems.Linux | OperatingSystems.OSX)]
    [DataRow("App")]
    [DataRow(".")]
    [DataRow("All.slnx")]
    public void OnlyProjectsOfThisCheckoutArePrepared(string path)
    {
        string[] others = ["../Other/Other", "nested/clone/C", "trees/feat/F"];
        Repo.WriteProject("App/App.csproj", """<ItemGroup><ProjectReference Include="../../Other/Other.csproj" /></ItemGroup>""");
        IEnumerable<string> all = others.Prepend("App/App").Select(one => $"""<Project Path="{one}.csproj" />""");
        Repo.Write("All.slnx", $"<Solution>{string.Concat(all)}</Solution>");
        const string Commit = "git -c user.name=a -c user.email=a@example.org commit -q --allow-empty -m 1";
        Command.OutputOf(
            "bash", ["-ec", $"cd '{Repo.Folder}'; {Commit}; git worktree add -q trees/feat 2>&1; git init -q nested/clone"]);
        Array.ForEach(others, one => Repo.WriteProject(one + ".csproj"));

        Answer(Repo.PathOf(path));
        CollectionAssert.AreEqual((string[])["App/" + Props], Written());
        Array.ForEach(others, one => Assert.IsFalse(Directory.Exists(Repo.PathOf(Path.GetDirectoryName(one) + "/obj")), one));
    }

    [TestMethod]
    public void AProjectThatTheSolutionHasAndTheDiskHasNotIsNamed()
    {
        Repo.WriteProject("App/App.csproj");
        Repo.Write("All.slnx", """<Solution><Project Path="App/App.csproj" /><Project Path="Gone/Gone.csproj" /></Solution>""");

        Assert.Contains("Gone.csproj", Text(1, "All.slnx"));
        CollectionAssert.AreEqual((string[])["App/" + Props], Written());
    }

    /// <summary>A reference may have a condition on the framework.</summary>
    [TestMethod]
    public void TheReferencesOfEachFrameworkArePrepared()
    {
        Repo.WriteProject("App/App.csproj", """
            <PropertyGroup><TargetFramework /><TargetFrameworks>net10.0;netstandard2.0</TargetFrameworks></PropertyGroup>
            <ItemGroup Condition="'$(TargetFramework)' == 'netstandard2.0'"><ProjectReference Include="../Lib/Lib.csproj" /></ItemGroup>
            """);
        Repo.WriteProject("Lib/Lib.csproj");

        Answer(Repo.PathOf("App"));

        CollectionAssert.AreEqual((string[])["App/" + Props, "Lib/obj/Lib.csproj.copyonwrite.props"], Written());
    }

    /// <summary>git answers about a submodule's files in the submodule alone.</summary>
    [TestMethod]
    [OSCondition(OperatingSystems.Linux | OperatingSystems.OSX)]
    public void ASubmodulesProjectsArePrepared()
    {
        Repo.WriteProject("App/App.csproj", """<ItemGroup><ProjectReference Include="../Sub/Lib/Lib.csproj" /></ItemGroup>""");
        Repo.WriteProject("Sub/Lib/Lib.csproj");
        const string Git = "git init -q; echo obj/ >.gitignore; git add .; git -c user.name=a -c user.email=a@example.org commit -q -m sub";
        Command.OutputOf("bash", ["-ec", $"cd '{Repo.Folder}/Sub'; {Git}; cd ..; git submodule --quiet add \"$PWD/Sub\" Sub 2>&1"]);

        Answer(Repo.PathOf("App"));

        CollectionAssert.AreEqual((string[])["App/" + Props, "Sub/Lib/obj/Lib.csproj.copyonwrite.props"], Written());
    }

    [TestMethod]
    public void AProjectThatKeepsAnotherValueOrIsNotPreparedIsNamed()
    {
        Repo.WriteProject("App/App.csproj", "<PropertyGroup><EnableSourceLink>true</EnableSourceLink></PropertyGroup>");
        Repo.WriteProject("Lib/Lib.csproj");
        Repo.Write("Bare/Bare.csproj", "<Project><Target Name=\"Build\" /></Project>");

        // No target makes its SourceRoot items, without which DeterministicSourcePaths fails the build.
        Repo.Write("Old/Old.csproj", """
            <Project>
              <Import Project="$(MSBuildToolsPath)/Current/Microsoft.Common.props" />
              <Import Project="$(MSBuildToolsPath)/Microsoft.CSharp.targets" />
            </Project>
            """);
        const string WithoutGit = "<SuppressImplicitGitSourceLink>true</SuppressImplicitGitSourceLink>";
        Repo.WriteProject("Git/Git.csproj", $"<PropertyGroup>{WithoutGit}</PropertyGroup>");

        // A restored project with a package Microsoft.SourceLink.*, whose targets make the roots.
        const string Package = "<PkgMicrosoft_SourceLink_Common>/packages/x</PkgMicrosoft_SourceLink_Common>";
        Repo.WriteProject("Link/Link.csproj", $"<PropertyGroup>{Package}{WithoutGit}</PropertyGroup>");

        string text = Text(0);

        Assert.Contains("4 projects are prepared", text);
        Assert.DoesNotContain("Link.csproj", text);
        Assert.Contains("App/App.csproj keeps EnableSourceLink=true", text);
        Assert.Contains("Git/Git.csproj keeps SuppressImplicitGitSourceLink=true", text);
        Assert.Contains("Bare/Bare.csproj was not prepared: the project does not use Microsoft.NET.Sdk", text);
        Assert.Contains("Old/Old.csproj was not prepared: the project does not use Microsoft.NET.Sdk", text);
        Assert.HasCount(4, Written());
    }

    [TestMethod]
    public void IfNoProjectCanBePreparedTheExitCodeIsOne()
    {
        Repo.Write("Bare/Bare.csproj", "<Project><Target Name=\"Build\" /></Project>");

        string text = Text(1);

        Assert.Contains("no project was prepared", text);
        Assert.Contains("Bare/Bare.csproj was not prepared: the project does not use Microsoft.NET.Sdk", text);
    }

    [TestMethod]
    public void AProjectThatCannotBeEvaluatedIsNamedWithExitCodeOne()
    {
        Repo.WriteProject("App/App.csproj");
        Repo.Write("Bad/Bad.csproj", "<Project Sdk=\"Microsoft.NET.Sdk\"><Import Project=\"$(None)\" /></Project>");

        Assert.Contains("Bad/Bad.csproj(1): MSB4020", Text(1));
        Assert.HasCount(1, Written());
    }

    [TestMethod]
    [DataRow("nothing", "does not exist")]
    [DataRow("empty", "has no projects")]
    [DataRow("readme.md", "is not a solution or solution filter")]
    [DataRow("cut.slnf", "is not a solution or solution filter")]
    [DataRow("other.slnf", "is not a solution or solution filter")]
    [DataRow("gone.slnf", "is not a solution or solution filter")]
    [DataRow("cut.slnx", "is not a solution or solution filter")]
    [DataRow("null.slnf", "is not a solution or solution filter")]
    [DataRow("none.slnx", "has no projects")]
    public void BadInputIsRefusedAndNothingIsWritten(string path, string expected)
    {
        Repo.WriteProject("App/App.csproj");
        Directory.CreateDirectory(Repo.PathOf("empty"));
        Repo.Write("readme.md", "# Read me");
        Repo.Write("cut.slnf", "{ \"solution\": {");
        Repo.Write("other.slnf", "[]");
        Repo.Write("gone.slnf", "{ \"solution\": { \"path\": 3, \"projects\": [] } }");
        Repo.Write("cut.slnx", "<Solution>");
        Repo.Write("null.slnf", "{ \"solution\": { \"path\": null, \"projects\": [ 1 ] } }");
        Repo.Write("none.slnx", "<Solution />");

        Assert.Contains(expected, Assert.ThrowsExactly<CommandFailedException>(() => Answer(Repo.PathOf(path))).Message);
        Assert.IsEmpty(Written());
    }

    [TestMethod]
    [OSCondition(OperatingSystems.Linux | OperatingSystems.OSX)]
    [DataRow("rm -rf .git", "is not in a git repository")]
    [DataRow("rm .gitignore", "git does not ignore")]
    [DataRow("mkdir out; ln -s ../out App/obj", "beyond a symbolic link")]
    public void WhereNoOtherCheckoutWouldGetTheOutputsTheAnswerSaysSo(string change, string expected)
    {
        Repo.WriteProject("App/App.csproj");
        Command.OutputOf("bash", ["-c", $"cd '{Repo.Folder}' && {change}"]);
        Assert.Contains(expected, Text(1));
    }

    private static int Changed(JsonNode answer) => answer["changed"]!.AsArray().Count;

    private static JsonNode Answer(string path, bool undo = false)
    {
        var written = new StringWriter();
        Assert.AreEqual(0, PrepareCommand.Answer(new Screen(json: true, written), path, undo, CancellationToken.None), written.ToString());
        return JsonNode.Parse(written.ToString())!;
    }

    private string Text(int exitCode, string path = ".")
    {
        var written = new StringWriter();
        int ended = PrepareCommand.Answer(
            new Screen(json: false, written), Repo.PathOf(path), undo: false, CancellationToken.None);
        Assert.AreEqual(exitCode, ended, written.ToString());
        return written.ToString();
    }

    private string[] Written() =>
    [
        .. Directory.EnumerateFiles(Repo.Folder, "*.copyonwrite.props*", SearchOption.AllDirectories)
            .Select(file => Path.GetRelativePath(Repo.Folder, file)).Order(StringComparer.Ordinal),
    ];
}
