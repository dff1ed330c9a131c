using CopyOnWrite.Sdk.Tests.Infrastructure;
using CopyOnWrite.Tool.MSBuild;
using CopyOnWrite.Tool.Report;

namespace CopyOnWrite.Tool.Tests;

/// <summary>Files that several projects of a build wrote, and files of errors: in logs of real builds, and what the report says of given writes.</summary>
[TestClass]
public sealed class FileConflictsTests : OnBtrfs
{
    private static readonly DateTime s_start = new(2026, 11, 28, 12, 0, 0, DateTimeKind.Utc);

    [TestMethod]
    public void AProjectThatOneReferenceBuildsWithAPropertyIsNamedWithTheFilesThatItsInstancesWrote()
    {
        Repo repo = NewRepo();
        const string Properties = "<TargetFramework>net10.0</TargetFramework><DefineConstants>$(Flavor)</DefineConstants>";
        repo.Write("Lib/Lib.csproj", $"""<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup>{Properties}</PropertyGroup></Project>""");
        repo.Write("Lib/Class.cs", "public class Class;");
        repo.Write("A/A.proj", """<Project><Target Name="Build"><MSBuild Projects="../Lib/Lib.csproj" /></Target></Project>""");
        repo.Write("B/B.proj", """<Project><Target Name="Build"><MSBuild Projects="../Lib/Lib.csproj" Properties="Flavor=b" /></Target></Project>""");
        repo.Write("all.proj", """
            <Project><Target Name="Build">
              <MSBuild Projects="Lib/Lib.csproj" Targets="Restore" Properties="MSBuildIsRestoring=true" />
              <MSBuild Projects="A/A.proj;B/B.proj" />
            </Target></Project>
            """);

        FileConflicts conflicts = Build(repo, succeeds: true);

        SharedFiles shared = conflicts.Shared.Single();
        Assert.AreEqual(SharedCause.GlobalProperties, shared.Cause);
        CollectionAssert.AreEqual(new[] { "Flavor" }, shared.Differing.ToArray());
        Assert.AreEqual(repo.PathOf("Lib/obj/Debug/net10.0/Lib.dll"), shared.Files[0]);
        Assert.Contains(repo.PathOf("Lib/bin/Debug/net10.0/Lib.dll"), shared.Files);
        Assert.IsFalse(shared.IsSameContent);
        CollectionAssert.AreEqual(new[] { "A.proj ", "B.proj Flavor=b" }, shared.Writers.Select(writer =>
            $"{Path.GetFileName(writer.RequestedBy.Single())} {string.Concat(writer.Properties.Select(pair => $"{pair.Key}={pair.Value}"))}").ToArray());
        Assert.IsTrue(shared.Writers.All(writer => writer.Tasks.Any(task => task.Task == "Csc")));
        Assert.IsEmpty(conflicts.Others);
    }

    [TestMethod]
    public void OfProjectsWithOneFolderEachFileSaysWhetherAllCopyTheSameAndWhatIsUnchangedIsNoWrite()
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

        FileConflicts conflicts = Build(repo, succeeds: true);

        CollectionAssert.AreEqual(
            new[] { $"{repo.PathOf("own/own.txt")} False", $"{repo.PathOf("same/one.txt")} True" },
            conflicts.Shared.Select(shared => $"{shared.Files.Single()} {shared.IsSameContent}").Order(StringComparer.Ordinal).ToArray());
        Assert.IsTrue(conflicts.Shared.All(shared => shared is { Cause: SharedCause.OutputFolder, Writers.Count: 2 }));
    }

    /// <summary>As FileShare.None locks a file on Linux too, MSBuild's own Copy cannot read such a source.</summary>
    [TestMethod]
    public void AnErrorOfAFileThatNoTaskWroteIsOfSomethingOutsideOfTheBuild()
    {
        Repo repo = NewRepo();
        repo.Write("all.proj", """
            <Project><Target Name="Build">
              <Copy SourceFiles="held.txt;missing.txt" DestinationFolder="to" Retries="1" RetryDelayMilliseconds="1" />
            </Target></Project>
            """);
        using FileStream held = new(repo.Write("held.txt", "1"), FileMode.Open, FileAccess.ReadWrite, FileShare.None);

        FileConflicts conflicts = Build(repo, succeeds: false);

        Assert.IsEmpty(conflicts.Shared);
        Assert.HasCount(2, conflicts.Others);
        FileOfError locked = conflicts.Others.Single(other => other.File == repo.PathOf("held.txt"));
        Assert.AreEqual("MSB3021 MSB3026 MSB3027", string.Join(' ', locked.Codes.Select(code => code.Code)));
        FileOfError missing = conflicts.Others.Single(other => other.File == repo.PathOf("missing.txt"));
        Assert.IsNull(missing.Writer);
        Assert.AreEqual("MSB3030", missing.Codes.Single().Code);
        Assert.StartsWith("If no build makes it, take it out", ConflictTables.Of(conflicts, path => path).Last().Rows
            .Single(row => row[0] == missing.File)[3]);
    }

    /// <summary>It was luck: had both built at the same time, both would have written it.</summary>
    [TestMethod]
    [DataRow("A.csproj", 1)]
    [DataRow("B.csproj", 0, DisplayName = "of two projects, which may have one folder and be built in order")]
    public void AnOutputThatAnotherBuildOfTheProjectFoundThereHasTwoWriters(string otherProject, int expected)
    {
        LoggedTask first = Task("/r/a/A.csproj", 0, 1);
        LoggedTask second = Task($"/r/a/{otherProject}", 2, 3, "Flavor=b");

        FileConflicts conflicts = Of(
            new FileWrite("/r/bin/A.dll", first, "/r/a/obj/A.dll"), new FileWrite("/r/bin/A.dll", second, "/r/a/obj/A.dll", IsUnchanged: true));

        Assert.HasCount(expected, conflicts.Shared);
        Assert.IsFalse(conflicts.Shared.Any(shared => shared.IsSameContent));
    }

    [TestMethod]
    public void AnErrorOfAFileThatSeveralProjectsWroteIsTheirs()
    {
        LoggedTask first = Task("/r/a/A.csproj", 0, 2);
        LoggedTask second = Task("/r/a/A.csproj", 1, 3, "Flavor=b");
        var log = new BuildLog(
            [],
            [
                new("MSB3026", "Could not copy \"obj/A.dll\" to \"bin/A.dll\". Beginning retry 1 in 1000ms. The process cannot access the file "
                    + "'/r/a/obj/A.dll' because it is being used by another process. ", "/r/a/A.csproj"),
            ],
            [new("CS2012", "Cannot open '/r/a/obj/A.dll' for writing -- in use.", "/r/a/A.csproj"), new("CS0103", "'obj/A.dll'", "/r/a/A.csproj")],
            [])
        {
            Written = [new("/r/a/obj/A.dll", first), new("/r/a/obj/A.dll", second)],
        };

        var conflicts = new FileConflicts(log);

        Assert.AreEqual("CS2012 1, MSB3026 1", string.Join(", ", conflicts.Shared.Single().Codes.Select(code => $"{code.Code} {code.Count}")));
        Assert.IsEmpty(conflicts.Others);
    }

    [TestMethod]
    [DataRow("A.csproj", "", "Flavor=b", "GlobalProperties", "Let all that build A.csproj pass the same Flavor, or none")]
    [DataRow("A.csproj", "TargetFramework=net8.0", "TargetFramework=net9.0", "GlobalProperties", "Put $(TargetFramework) into these paths")]
    [DataRow("A.csproj", "RuntimeIdentifier=any", "RuntimeIdentifier=a|B=c", "GlobalProperties", "take AppendRuntimeIdentifierToOutputPath")]
    [DataRow("A.csproj", "", "TargetFramework=net9.0", "GlobalProperties", "Let nothing pass TargetFramework to A.csproj")]
    [DataRow("A.csproj", "", "SolutionPath=/r/b.sln|SolutionDir=/r/", "Solutions", "Build A.csproj from one solution only")]
    [DataRow("B.csproj", "", "", "OutputFolder", "Give each project its own obj")]
    public void WhatToDoIsByTheCause(string otherProject, string properties, string otherProperties, string cause, string whatToDo)
    {
        LoggedTask first = Task("/r/a/A.csproj", 0, 2, properties.Split('|', StringSplitOptions.RemoveEmptyEntries));
        LoggedTask second = Task($"/r/a/{otherProject}", 1, 3, otherProperties.Split('|', StringSplitOptions.RemoveEmptyEntries));

        FileConflicts conflicts = Of(new FileWrite("/r/a/obj/A.dll", first), new FileWrite("/r/a/obj/A.dll", second));

        Assert.AreEqual(cause, conflicts.Shared.Single().Cause.ToString());
        Assert.AreEqual(1, conflicts.Shared.Single().Overlapping);
        Assert.Contains(whatToDo, ConflictTables.Of(conflicts, path => path).First().Rows.Single()[4]);
        Assert.StartsWith("1 file has more than one writer, 1 at the same time. ", ConflictTables.Summary(conflicts));
    }

    /// <summary>As gsharp's packages, whose questions about themselves write the cache of references again, and whose compiler is built twice.</summary>
    [TestMethod]
    public void AProjectThatAsksItselfIsOneWriterUnlessItAsksTwiceAtOnce()
    {
        LoggedTask outer = Task("/r/a/A.csproj", 0, 9);
        LoggedTask first = AskedBy(outer, 1, 2, "TargetFramework=net8.0");
        LoggedTask second = AskedBy(outer, 2, 3, "TargetFramework=net9.0");
        LoggedTask later = AskedBy(Task(outer.Project, 9, 12), 10, 11, "BuildProjectReferences=false");

        Assert.IsEmpty(Of(new FileWrite("/r/a/obj/a.cache", outer), new FileWrite("/r/a/obj/a.cache", first)).Shared);
        first.Project.RequestedBy.Add(Task("/r/b/B.csproj", 0, 12));
        Assert.IsEmpty(Of(new FileWrite("/r/a/obj/a.cache", first), new FileWrite("/r/a/obj/a.cache", later)).Shared);
        Assert.HasCount(1, Of(new FileWrite("/r/a/obj/a.cache", first), new FileWrite("/r/a/obj/a.cache", second)).Shared);
    }

    [TestMethod]
    public void APropertyThatPassesThroughReferencesIsOfTheProjectThatGaveItFirst()
    {
        LoggedTask tool = Task("/r/Tool/Tool.csproj", 0, 9);
        LoggedTask app = Task("/r/App/App.csproj", 0, 9, "PublishDir=out");
        app.Project.RequestedBy.Add(tool);
        LoggedTask lib = Task("/r/Lib/Lib.csproj", 1, 2, "PublishDir=out");
        lib.Project.RequestedBy.Add(app);

        FileConflicts conflicts = Of(
            new FileWrite("/r/Lib/obj/Lib.dll", lib), new FileWrite("/r/Lib/obj/Lib.dll", Task("/r/Lib/Lib.csproj", 1, 2)));

        Assert.AreEqual("/r/Tool/Tool.csproj", conflicts.Shared.Single().Writers[0].PassedBy.Single());
        Assert.IsEmpty(conflicts.Shared.Single().Writers[1].PassedBy);
        Assert.AreEqual(
            "/r/Lib/Lib.csproj (Csc), built 2 times: with PublishDir=out, passed by /r/Tool/Tool.csproj; without PublishDir",
            ConflictTables.Of(conflicts, path => path).First().Rows.Single()[1]);
    }

    [TestMethod]
    [DataRow(1, 3, 1)]
    [DataRow(2, 3, 0, DisplayName = "after it")]
    public void ACopyOfAFileThatAnotherProjectWritesMeanwhileIsNamed(int start, int end, int expected)
    {
        LoggedTask copy = Task("/r/b/B.csproj", 0, 2);
        LoggedTask compiler = Task("/r/a/A.csproj", start, end);

        var conflicts = new FileConflicts(new BuildLog(
            [], [], [new("MSB3021", "Unable to copy file \"../a/obj/A.dll\" to \"bin/A.dll\".", "/r/b/B.csproj")], [])
        {
            Written = [new("/r/b/bin/A.dll", copy, "/r/a/obj/A.dll"), new("/r/a/obj/A.dll", compiler)],
        });

        Assert.IsEmpty(conflicts.Shared);
        Assert.AreEqual(expected, conflicts.Read.Count);
        Assert.IsTrue(conflicts.Read.All(read =>
            read is { File: "/r/a/obj/A.dll", Reader: "/r/b/B.csproj", Writer: "/r/a/A.csproj", Task: "Csc", Codes: [{ Code: "MSB3021" }] }));
        Assert.AreEqual(expected == 0, conflicts.Others.Count == 2);
    }

    [TestMethod]
    [DataRow("obj/a.dll", "/r/App/App.csproj", "/r/App/obj/a.dll")]
    [DataRow(@"..\out\a.dll", "/r/App/App.csproj", "/r/out/a.dll")]
    [DataRow(@"..\out\.\a.dll", @"C:\r\App\App.csproj", @"C:\r\out\a.dll")]
    [DataRow("D:/out/a.dll", @"C:\r\App\App.csproj", @"D:\out\a.dll")]
    [DataRow(@"\\server\share\a.dll", @"C:\r\App\App.csproj", @"\\server\share\a.dll")]
    [DataRow("a.dll", @"\\server\share\App.csproj", @"\\server\share\a.dll")]
    [DataRow("../../../a.dll", "/r/App.csproj", "/a.dll")]
    public void PathsAreThoseOfTheSystemThatBuilt(string path, string project, string expected) =>
        Assert.AreEqual(expected, LoggedPath.Absolute(path, project));

    // Without the SDK's task, which would not fail.
    private Repo NewRepo()
    {
        Repo repo = Repo.New(_volume, withSdk: false);
        File.WriteAllText(repo.PathOf("Directory.Build.props"), "<Project />");
        return repo;
    }

    private FileConflicts Build(Repo repo, bool succeeds)
    {
        string log = _volume.PathOf("build.binlog");
        DotNetResult result = repo.Run(["msbuild", "all.proj", "-nologo", $"-bl:{log}"]);
        Assert.AreEqual(succeeds, result.ExitCode == 0, result.Output);
        return new FileConflicts(LogFile.Read(log));
    }

    private static LoggedTask AskedBy(LoggedTask task, int start, int end, string property)
    {
        LoggedTask asked = Task(task.Project.File, start, end, property);
        asked.Project.RequestedBy.Add(task);
        return asked;
    }

    private static LoggedTask Task(string project, int start, int end, params string[] properties) =>
        Task(new LoggedProject(project, properties.ToDictionary(text => text.Split('=')[0], text => text.Split('=')[1]), []), start, end);

    private static LoggedTask Task(LoggedProject project, int start, int end) =>
        new(project, "CoreCompile", "Csc", s_start.AddSeconds(start)) { End = s_start.AddSeconds(end) };

    private static FileConflicts Of(params FileWrite[] written) => new(new BuildLog([], [], [], []) { Written = written });
}
