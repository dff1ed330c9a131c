using CopyOnWrite.Sdk.Tests.Infrastructure;
using CopyOnWrite.Tool.MSBuild;
using CopyOnWrite.Tool.Report;

namespace CopyOnWrite.Tool.Tests;

/// <summary>What the report says of real builds: why compilers ran, of two commands at once, and of what was never built.</summary>
[TestClass]
public sealed partial class ReportedBuildsTests : OnBtrfs
{
    private const string Project = "<Project Sdk=\"Microsoft.NET.Sdk\">"
        + "<PropertyGroup><TargetFramework>net10.0</TargetFramework>{0}</PropertyGroup></Project>";

    /// <summary>MSBuild's texts are in the language of the build. In all of them the names are in quotes but in Czech.</summary>
    [TestMethod]
    [DataRow("en")]
    [DataRow("de")]
    [DataRow("zh-Hans")]
    [DataRow("pl")]
    public void WhyACompilerRanIsToldInEachLanguage(string language)
    {
        Repo repo = NewRepo();
        repo.Variables["DOTNET_CLI_UI_LANGUAGE"] = language;
        repo.Write("Lib.csproj", Project.Replace("{0}", string.Empty));
        string source = repo.Write("Class.cs", "public class Class;");

        Compiled first = Build(repo, "build").Compiled.Single();
        Assert.AreEqual((CompileReason.Missing, repo.PathOf("obj/Debug/net10.0/Lib.dll"), "Csc"), (first.Why, first.File, first.Compiler));
        Assert.IsEmpty(Build(repo, "build").Compiled);
        File.SetLastWriteTimeUtc(source, DateTime.UtcNow.AddSeconds(1));
        Compiled touched = Build(repo, "build").Compiled.Single();
        Assert.AreEqual((CompileReason.Newer, source), (touched.Why, touched.File));
        File.SetLastWriteTimeUtc(source, DateTime.UtcNow.AddHours(-1));
        Build(repo, "build");
        CopyReport report = Build(repo, "build", "-p:DefineConstants=OTHER");
        Assert.AreEqual(CompileReason.Inputs, report.Compiled.Single().Why);
        string[] row = Compiled.Table(report.Compiled, report.Copies.Named).Rows.Single();
        CollectionAssert.AreEqual((string[])["the list of sources, references or options changed", "Lib.csproj"], row);
    }

    [TestMethod]
    public void TwoCommandsAtTheSameTimeThatWriteOneFileAreNamed()
    {
        Repo repo = NewRepo();
        repo.Write("one.txt", "1");
        repo.Write("A.proj", """
            <Project><Target Name="Build">
              <Copy SourceFiles="one.txt" DestinationFiles="bin/$(To)" />
              <WriteLinesToFile File="bin/lines.txt" Lines="$(To)" Overwrite="true" />
              <Exec Command="touch started-$(To); while [ ! -e started-$(Other) ]; do sleep 0.05; done" Condition="'$(Other)' != ''" />
            </Target></Project>
            """);
        const string Long = "the-nightly-pipeline-on-windows-x64-of-the-release-branch-builds.binlog";
        string[] logs = [_volume.PathOf(Long), _volume.PathOf("test.binlog"), _volume.PathOf("later.binlog")];
        Task.WaitAll(
            Task.Run(() => repo.OutputOf("msbuild", "A.proj", "-nologo", $"-bl:{logs[0]}", "-p:To=a", "-p:Other=b")),
            Task.Run(() => repo.OutputOf("msbuild", "A.proj", "-nologo", $"-bl:{logs[1]}", "-p:To=b", "-p:Other=a")));
        repo.OutputOf("msbuild", "A.proj", "-nologo", $"-bl:{logs[2]}", "-p:To=c");

        Answer answer = Cow.Run(repo.Folder, ["report", .. logs]).Ended(1);

        Assert.StartsWith("Two commands write lines.txt.", answer.FirstLine);
        Assert.Contains($"A.proj (WriteLinesToFile in target Build) of {Long}: msbuild A.proj --property:To=a", answer.Text);
        Assert.Contains("Run only one build of a checkout at a time", answer.Text);
        Assert.DoesNotContain("To=c", answer.Text, "It ran when the others were over.");
        Assert.IsFalse(FileConflicts.Of([.. logs[..1].Append(logs[2]).Select(LogFile.Read)]).Any, "One after the other.");
    }

    /// <summary>sdk#45034: the log of a build has no files of a build that an Exec runs.</summary>
    [TestMethod]
    [DataRow("", true)]
    [DataRow("""<MSBuild Projects="../Lib/Lib.proj" />""", false, DisplayName = "it is built before, in each build")]
    public void AnExecThatBuildsWhatTheBuildBuildsIsAConflict(string before, bool expected)
    {
        Repo repo = NewRepo();
        repo.Write("Lib/Lib.proj", """<Project><Target Name="Build"><WriteLinesToFile File="bin/lib.txt" Lines="1"/></Target></Project>""");
        repo.Write("A/A.proj", $"""
            <Project><Target Name="Build">
              {before}
              <Exec Command="true || dotnet build &quot;../Lib/Lib.proj&quot;" />
            </Target></Project>
            """);
        repo.Write("all.proj", """<Project><Target Name="Build"><MSBuild Projects="A/A.proj;Lib/Lib.proj" /></Target></Project>""");

        FileConflicts conflicts = Build(repo, "msbuild", "all.proj").Conflicts;

        Assert.AreEqual(expected, conflicts.Shared.Any(shared => shared.Cause == SharedCause.NestedBuild));
        if (expected)
        {
            string[] row = ConflictTables.Of(conflicts, path => Path.GetRelativePath(repo.Folder, path)).First().Rows.Single();
            Assert.AreEqual("Lib/bin/lib.txt", row[0]);
            Assert.AreEqual(
                "Lib/Lib.proj (WriteLinesToFile in target Build); "
                    + "A/A.proj (Exec in target Build) of true || dotnet build \"../Lib/Lib.proj\"", row[1]);
            Assert.StartsWith(
                "Replace the Exec with a ProjectReference or an MSBuild task, so that MSBuild builds Lib.proj only once", row[4]);
        }
    }

    [TestMethod]
    [DataRow("publish", "--no-build", "")]
    [DataRow("pack", "-nologo", "<GeneratePackageOnBuild>true</GeneratePackageOnBuild>")]
    public void OfWhatWasNeverBuiltTheAdviceIsToBuildIt(string command, string option, string property)
    {
        Repo repo = NewRepo();
        repo.Write("Lib.csproj", Project.Replace("{0}", property));
        repo.Write("Class.cs", "public class Class;");
        repo.OutputOf("restore");

        CopyReport report = Build(repo, command, option, "--no-restore");

        FileOfError missing = report.Conflicts.Others[0];
        Assert.AreEqual(ErrorCause.NotBuilt, missing.Cause, missing.Message);
        string advice = ConflictTables.Of(report.Conflicts, path => path).Last().Rows[0][5];
        Assert.StartsWith("Build the file's project first, in this configuration", advice);
        Assert.Contains("not built: this command does not build the project that makes it", report.Summary);
    }

    /// <summary>BC0101 of BuildCheck finds this one, too.</summary>
    [TestMethod]
    [DataRow("", 1)]
    [DataRow("<BaseIntermediateOutputPath>obj/$(MSBuildProjectName)/</BaseIntermediateOutputPath>", 0)]
    public void TwoProjectsWithOneIntermediateFolderAreNamed(string property, int expected)
    {
        Repo repo = NewRepo();
        File.WriteAllText(repo.PathOf("Directory.Build.props"), $"<Project><PropertyGroup>{property}</PropertyGroup></Project>");
        foreach (string name in new[] { "A", "B" })
        {
            string own = $"<OutputPath>bin/{name}/</OutputPath><EnableDefaultItems>false</EnableDefaultItems>";
            repo.Write($"{name}.csproj", Project.Replace("{0}", own));
        }

        repo.Write("all.proj", """
            <Project><Target Name="Build">
              <MSBuild Projects="A.csproj;B.csproj" Targets="Restore" Properties="MSBuildIsRestoring=true" />
              <MSBuild Projects="A.csproj;B.csproj" />
            </Target></Project>
            """);

        FileConflicts conflicts = Build(repo, "msbuild", "all.proj").Conflicts;

        Assert.HasCount(expected, conflicts.Shared.Where(shared => ConflictSearch.IsInObj(shared.Files[0])));
        string verdict = expected == 1 ? "Two projects share one folder of obj." : "No file has two writers.";
        Assert.StartsWith(verdict, ConflictTables.FirstLine(conflicts));
    }

    private string Log => _volume.PathOf("build.binlog");

    // Without the SDK's task, whose copies do not fail.
    private Repo NewRepo()
    {
        Repo repo = Repo.New(_volume, withSdk: false);
        File.WriteAllText(repo.PathOf("Directory.Build.props"), "<Project />");
        return repo;
    }

    private CopyReport Build(Repo repo, params string[] command)
    {
        Run(repo, command);
        return CopyReport.Of(LogFile.Read(Log));
    }

    private DotNetResult Run(Repo repo, params string[] command)
    {
        File.Delete(Log);
        return repo.Run([.. command, "-nologo", $"-bl:{Log}"]);
    }
}
