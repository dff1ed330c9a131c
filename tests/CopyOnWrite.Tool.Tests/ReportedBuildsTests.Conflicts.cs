using CopyOnWrite.Sdk.Tests.Infrastructure;
using CopyOnWrite.Tool.MSBuild;
using CopyOnWrite.Tool.Report;

namespace CopyOnWrite.Tool.Tests;

/// <summary>Files that several projects wrote, and files of errors; <see cref="FileConflictsTests"/> is about given writes.</summary>
public sealed partial class ReportedBuildsTests
{
    [TestMethod]
    public void AProjectThatOneReferenceBuildsWithAPropertyIsNamedWithTheFilesThatItsInstancesWrote()
    {
        Repo repo = NewRepo();
        const string Properties = "<TargetFramework>net10.0</TargetFramework><DefineConstants>$(Flavor)</DefineConstants>";
        repo.Write("Lib/Lib.csproj", $"""<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup>{Properties}</PropertyGroup></Project>""");
        repo.Write("Lib/Class.cs", "public class Class;");
        repo.Write("A/A.proj", """<Project><Target Name="Build"><MSBuild Projects="../Lib/Lib.csproj" /></Target></Project>""");
        repo.Write("B/B.proj", """<Project><Target Name="Build">"""
            + """<MSBuild Projects="../Lib/Lib.csproj" Properties="Flavor=b" /></Target></Project>""");
        repo.Write("all.proj", """
            <Project><Target Name="Build">
              <MSBuild Projects="Lib/Lib.csproj" Targets="Restore" Properties="MSBuildIsRestoring=true" />
              <MSBuild Projects="A/A.proj;B/B.proj" />
            </Target></Project>
            """);

        FileConflicts conflicts = ConflictsOf(repo, succeeds: true);

        SharedFiles shared = conflicts.Shared.Single();
        Assert.AreEqual(SharedCause.GlobalProperties, shared.Cause);
        CollectionAssert.AreEqual(new[] { "Flavor" }, shared.Differing.ToArray());
        Assert.AreEqual(repo.PathOf("Lib/obj/Debug/net10.0/Lib.dll"), shared.Files[0]);
        Assert.Contains(repo.PathOf("Lib/bin/Debug/net10.0/Lib.dll"), shared.Files);
        Assert.IsFalse(shared.IsSameContent);
        Assert.AreEqual("A.proj , B.proj Flavor=b", string.Join(", ", shared.Writers.Select(one =>
            $"{Path.GetFileName(one.RequestedBy.Single())} {string.Concat(one.Properties.Select(pair => $"{pair.Key}={pair.Value}"))}")));
        Assert.IsTrue(shared.Writers.All(writer => writer.Tasks.Any(task => task.Task == "Csc")));
        Assert.AreEqual(new Passer(repo.PathOf("B/B.proj"), "Build"), shared.Writers[1].PassedBy.Single());
        Assert.Contains(
            $"or remove it from the MSBuild task in target Build of {repo.PathOf("B/B.proj")}",
            ConflictTables.Of(conflicts, path => path).First().Rows.Single()[4]);
        Assert.IsEmpty(conflicts.Others);
    }

    [TestMethod]
    public void APublishOfWhatIsBuiltWritesNoFileOfTheBuildAgain()
    {
        Repo repo = NewRepo();
        const string Framework = "<PropertyGroup><TargetFramework>net10.0</TargetFramework></PropertyGroup>";
        repo.Write("Base/Base.csproj", $"""<Project Sdk="Microsoft.NET.Sdk">{Framework}</Project>""");
        repo.Write("Lib/Lib.csproj", $"""
            <Project Sdk="Microsoft.NET.Sdk">{Framework}<ItemGroup><ProjectReference Include="../Base/Base.csproj" /></ItemGroup></Project>
            """);
        repo.Write("all.proj", """
            <Project><Target Name="Build">
              <MSBuild Projects="Lib/Lib.csproj" Targets="Restore" Properties="MSBuildIsRestoring=true" />
              <MSBuild Projects="Lib/Lib.csproj" />
              <MSBuild Projects="Lib/Lib.csproj" Targets="Publish" Properties="NoBuild=true" />
            </Target></Project>
            """);

        FileConflicts conflicts = ConflictsOf(repo, succeeds: true);

        Assert.IsTrue(File.Exists(repo.PathOf("Lib/bin/Debug/net10.0/publish/Lib.dll")));
        Assert.IsEmpty(conflicts.Shared);
    }

    [TestMethod]
    public void OfProjectsWithOneFolderEachFileSaysWhetherAllCopyTheSame()
    {
        Repo repo = NewRepo();
        foreach (string name in new[] { "A", "B" })
        {
            repo.Write($"{name}/own.txt", name);
            repo.Write($"{name}/{name}.proj", """
                <Project><Target Name="Build">
                  <Copy SourceFiles="own.txt" DestinationFolder="../own" />
                  <Copy SourceFiles="../one.txt" DestinationFolder="../same" />
                  <Copy SourceFiles="../one.txt" DestinationFolder="../skipped" SkipUnchangedFiles="true" />
                  <WriteLinesToFile File="../lines.txt" Lines="1" WriteOnlyWhenDifferent="true" />
                </Target></Project>
                """);
        }

        repo.Write("one.txt", "1");
        repo.Write("all.proj", """<Project><Target Name="Build"><MSBuild Projects="A/A.proj;B/B.proj" /></Target></Project>""");

        FileConflicts conflicts = ConflictsOf(repo, succeeds: true);

        CollectionAssert.AreEqual(
            new[]
            {
                $"{repo.PathOf("own/own.txt")} False", $"{repo.PathOf("same/one.txt")} {repo.PathOf("skipped/one.txt")} True",
            },
            conflicts.Shared.Select(one => $"{string.Join(' ', one.Files)} {one.IsSameContent}").Order(StringComparer.Ordinal).ToArray());
        Assert.IsTrue(conflicts.Shared.All(shared => shared is { Cause: SharedCause.OutputFolder, Writers.Count: 2 }));
    }

    /// <summary>As FileShare.None locks a file on Linux too, MSBuild's own Copy cannot read such a source.</summary>
    [TestMethod]
    public void AnErrorOfAFileThatNoTaskWroteIsOfSomethingOutsideOfTheBuild()
    {
        Repo repo = NewRepo();
        repo.Write("all.proj", """
            <Project><Target Name="Build">
              <Exec Command="true || dotnet build other.proj" />
              <Copy SourceFiles="held.txt;missing.txt" DestinationFolder="to" Retries="1" RetryDelayMilliseconds="1" />
            </Target></Project>
            """);
        using FileStream held = new(repo.Write("held.txt", "1"), FileMode.Open, FileAccess.ReadWrite, FileShare.None);

        FileConflicts conflicts = ConflictsOf(repo, succeeds: false);

        Assert.IsEmpty(conflicts.Shared);
        Assert.HasCount(2, conflicts.Others);
        FileOfError locked = conflicts.Others.Single(other => other.File == repo.PathOf("held.txt"));
        Assert.AreEqual("MSB3021 MSB3026 MSB3027", string.Join(' ', locked.Codes.Select(code => code.Code)));
        Assert.Contains(
            "such as the one of the Exec in all.proj (target Build: true || dotnet build other.proj), or a program",
            ConflictTables.Of(conflicts, path => Path.GetFileName(path)).Last().Rows.Single(row => row[0] == "held.txt")[5]);
        FileOfError missing = conflicts.Others.Single(other => other.File == repo.PathOf("missing.txt"));
        Assert.AreEqual(ErrorCause.NotMade, missing.Cause);
        Assert.AreEqual("MSB3030", missing.Codes.Single().Code);
    }

    [TestMethod]
    [DataRow("A/A.proj;B/B.proj", "NotReferenced", "B/B.proj, after the error", "Add a ProjectReference to B/B.proj in A/A.proj")]
    [DataRow("A/A.proj", "NotMade", "no task in this log", "If no build makes the file, remove it from the project")]
    [DataRow("A/A.proj;B/B.proj?None", "NotReferenced", "the path belongs to B/B.proj", "Add a ProjectReference to B/B.proj in A/A.proj")]
    [DataRow("A/A.proj?Source=../A/bin/a.txt", "TargetOrder", "A/A.proj, after the error", "Run the target that needs the file after")]
    public void OfAMissingFileTheProjectThatMakesItIsNamed(string projects, string cause, string writtenBy, string whatToDo)
    {
        Repo repo = NewRepo();
        string[] named = projects.Split('?');
        repo.Write("A/A.proj", """
            <Project>
              <PropertyGroup><Source>../B/bin/b.txt</Source></PropertyGroup>
              <Target Name="Build">
                <Copy SourceFiles="$(Source)" DestinationFolder="to" ContinueOnError="ErrorAndContinue" />
                <WriteLinesToFile File="bin/a.txt" Lines="1" />
              </Target>
            </Project>
            """);
        repo.Write("B/B.proj", """
            <Project><Target Name="Build"><WriteLinesToFile File="bin/b.txt" Lines="1" /></Target><Target Name="None" /></Project>
            """);
        string[] each = named[0].Split(';');
        repo.Write("all.proj", $"""
            <Project><Target Name="Build">
              <MSBuild Projects="{each[0]}" ContinueOnError="ErrorAndContinue" Properties="{(projects.Contains('=') ? named[^1] : "X=1")}"/>
              <MSBuild Projects="{each[^1]}" Targets="{(named[^1] == "None" ? "None" : "Build")}" Condition="{each.Length} == 2" />
            </Target></Project>
            """);

        FileConflicts conflicts = ConflictsOf(repo, succeeds: false);

        FileOfError missing = conflicts.Others.Single();
        Assert.AreEqual(cause, missing.Cause.ToString());
        string[] row = ConflictTables.Of(conflicts, path => Path.GetRelativePath(repo.Folder, path)).Last().Rows.Single();
        Assert.AreEqual("MSB3030", row[1]);
        string source = cause == "TargetOrder" ? "../A/bin/a.txt" : "../B/bin/b.txt";
        Assert.AreEqual($"Could not copy the file \"{source}\" because it was not found.", row[3]);
        Assert.Contains(writtenBy, row[4]);
        Assert.StartsWith(whatToDo, row[5]);
    }

    private FileConflicts ConflictsOf(Repo repo, bool succeeds)
    {
        DotNetResult result = Run(repo, "msbuild", "all.proj");
        Assert.AreEqual(succeeds, result.ExitCode == 0, result.Output);
        return FileConflicts.Of(LogFile.Read(Log));
    }
}
