using CopyOnWrite.Tool.Report;

namespace CopyOnWrite.Tool.Tests;

/// <summary>Files that several projects wrote, and files of errors, as the report finds them in given writes.</summary>
[TestClass]
public sealed class FileConflictsTests
{
    private static readonly DateTime s_start = new(2026, 11, 28, 12, 0, 0, DateTimeKind.Utc);

    [TestMethod]
    [DataRow("A.csproj", false, 1, DisplayName = "it was luck: had both built at the same time, both would have written it")]
    [DataRow("B.csproj", false, 1, DisplayName = "of two projects, too")]
    [DataRow("B.csproj", true, 0, DisplayName = "of a project that waits for the other")]
    public void AnOutputThatAnotherBuildFoundThereHasTwoWriters(string otherProject, bool waits, int expected)
    {
        LoggedTask first = Task("/r/a/A.csproj", 0, 1);
        LoggedTask second = Task($"/r/a/{otherProject}", 2, 3, "Flavor=b");
        if (waits)
        {
            first.Project.RequestedBy.Add(second);
        }

        FileConflicts conflicts = Of(
            new("/r/bin/A.dll", first, "/r/a/obj/A.dll"), new("/r/bin/A.dll", second, "/r/a/obj/A.dll", IsUnchanged: true));

        Assert.HasCount(expected, conflicts.Shared);
        Assert.AreEqual(!waits && otherProject == "B.csproj", conflicts.Shared.Any(shared => shared.IsSameContent));
    }

    /// <summary>N references A, and then publishes it: Lib, which A references, is built for N's A, then for the published one.</summary>
    [TestMethod]
    [DataRow(4, 0)]
    [DataRow(2, 1, DisplayName = "published meanwhile")]
    public void AProjectThatIsAlwaysBuiltAgainAfterwardsHasOneWriterOfWhatItFindsThere(int publish, int expected)
    {
        LoggedProject n = Task("/r/N.csproj", 0, 9).Project;
        LoggedTask a = AskedBy(Task(n, 1, 3), "/r/A.csproj", 1, 3);
        LoggedTask lib = AskedBy(a, "/r/Lib.csproj", 1, 2);
        LoggedTask published = AskedBy(Task(n, publish, 8), "/r/A.csproj", 4, 8, "PublishDir=p");
        LoggedTask again = AskedBy(published, "/r/Lib.csproj", 5, 6, "PublishDir=p");
        again.Project.RequestedBy.Add(Task(published.Project, 5, 6));

        Assert.HasCount(expected, Of(
            new("/r/bin/Lib.dll", lib, "/r/obj/Lib.dll"), new("/r/bin/Lib.dll", again, "/r/obj/Lib.dll", IsUnchanged: true)).Shared);
    }

    [TestMethod]
    [DataRow(true, 0)]
    [DataRow(false, 1, DisplayName = "neither waits for the other")]
    public void CopiesOfOneFileOneAfterTheOtherAreNoConflict(bool waits, int expected)
    {
        LoggedTask lib = Task("/r/Lib.csproj", 0, 1);
        LoggedTask a = Task("/r/A.csproj", 2, 3);
        if (waits)
        {
            lib.Project.RequestedBy.Add(a);
        }

        FileConflicts conflicts = Of(
            new FileWrite("/r/deploy/Lib.dll", lib, "/r/bin/Lib.dll"),
            new FileWrite("/r/A/bin/Lib.dll", a, "/r/bin/Lib.dll"),
            new FileWrite("/r/deploy/Lib.dll", a, "/r/A/bin/Lib.dll"));

        Assert.AreEqual(expected, conflicts.Shared.Count(shared => shared.IsSameContent));
    }

    /// <summary>WPF's temporary project (Microsoft.WinFX.targets) compiles the same assembly; a restore is over before a build.</summary>
    [TestMethod]
    [DataRow("W_abc_wpftmp.csproj", "", 0)]
    [DataRow("W.csproj", "MSBuildRestoreSessionId=1", 0)]
    [DataRow("W.csproj", "Flavor=b", 1, DisplayName = "one project twice is wrong in any order")]
    public void WhatAnotherProjectReplacesInAnyOrderIsNoConflict(string other, string property, int expected)
    {
        LoggedTask w = Task("/r/W.csproj", 0, 9);
        LoggedTask first = AskedBy(AskedBy(w, "/r/X.csproj", 1, 3), $"/r/{other}", 1, 2, property.Length == 0 ? [] : [property]);

        Assert.HasCount(expected, Of(new FileWrite("/r/obj/W.dll", first), new FileWrite("/r/obj/W.dll", w)).Shared);
    }

    /// <summary>The reference is there (--no-dependencies), or the file is of another configuration.</summary>
    [TestMethod]
    [DataRow("BuildProjectReferences=false", "/r/L/bin/Debug/L.dll", "NotBuilt")]
    [DataRow("", "/r/L/bin/Release/L.dll", "NotBuilt")]
    [DataRow("", "/r/M/bin/Debug/M.dll", "NotReferenced")]
    [DataRow("BuildProjectReferences=false", "/r/data.txt", "NotMade")]
    [DataRow("BuildProjectReferences=false", "/obj/r/data.txt", "NotMade", "/obj", DisplayName = "a repository below a folder named obj")]
    public void WhatAReferencedProjectHasNotMadeIsNoMissingReference(string property, string file, string expected, string above = "")
    {
        LoggedTask a = Task($"{above}/r/A/A.csproj", 0, 9, property.Split('|', StringSplitOptions.RemoveEmptyEntries));
        LoggedTask l = AskedBy(a, $"{above}/r/L/L.csproj", 1, 2);
        string text = $"Could not copy the file \"{file}\" because it was not found.";
        BuildDiagnostic[] errors = [new("MSB3030", text, a.Project.File, s_start, a.Project)];
        var log = new BuildLog([], [], errors, []) { Projects = [a.Project, l.Project, Task($"{above}/r/M/M.csproj", 0, 1).Project] };

        Assert.AreEqual(expected, FileConflicts.Of(log).Others.Single().Cause.ToString());
    }

    /// <summary>A waits for Lib, and then builds it once more by an Exec, while B copies what it made.</summary>
    [TestMethod]
    [DataRow(3, 1)]
    [DataRow(6, 0, DisplayName = "after it")]
    public void AnExecThatBuildsAProjectWhileItsOutputIsCopiedIsAConflict(int copy, int expected)
    {
        LoggedTask a = Task("/r/A/A.csproj", 0, 9);
        LoggedTask lib = AskedBy(a, "/r/Lib/Lib.csproj", 0, 1);
        var exec = new LoggedTask(a.Project, "Build", "Exec", s_start.AddSeconds(2), a.Project.File) { End = s_start.AddSeconds(5) };
        var log = new BuildLog([], [], [], [])
        {
            Written = [new("/r/Lib/bin/Lib.dll", lib), new("/r/B/Lib.dll", Task("/r/B/B.csproj", copy, copy + 1), "/r/Lib/bin/Lib.dll")],
            NestedBuilds = [new(exec, "dotnet build ../Lib")],
        };

        Assert.HasCount(expected, FileConflicts.Of(log).Shared.Where(one => one is { Cause: SharedCause.NestedBuild, Overlapping: 1 }));
    }

    [TestMethod]
    public void AnErrorOfSuchAFileIsOfSomethingOutsideOfTheBuild()
    {
        LoggedTask a = Task("/r/A.csproj", 2, 3);
        LoggedTask lib = AskedBy(a, "/r/Lib.csproj", 0, 1);
        FileConflicts conflicts = OfErrors(
            [new("MSB3026", "Could not copy \"b/Lib.dll\" to \"deploy/Lib.dll\". The file '/r/deploy/Lib.dll' is in use.", "/r/A.csproj")],
            new FileWrite("/r/deploy/Lib.dll", lib, "/r/bin/Lib.dll"), new FileWrite("/r/deploy/Lib.dll", a, "/r/bin/Lib.dll"));

        Assert.IsEmpty(conflicts.Shared);
        Assert.AreEqual(("/r/deploy/Lib.dll", ErrorCause.Outside), (conflicts.Others.Single().File, conflicts.Others.Single().Cause));
    }

    /// <summary>N publishes A without a reference to it (NoBuild), while A is built: another instance of A makes what is missing.</summary>
    [TestMethod]
    [DataRow(1, "NotReferenced", "/r/N.csproj")]
    [DataRow(5, "Outside", "/r/A.csproj", DisplayName = "it was made in time, and something has deleted it")]
    public void WhatAnInstanceNeedsAndAnotherMakesTheProjectThatAskedForItHasToWaitFor(int second, string cause, string reader)
    {
        LoggedTask n = Task("/r/N.csproj", 0, 9);
        LoggedTask published = AskedBy(n, "/r/A.csproj", 1, 2, "NoBuild=true");
        FileOfError missing = OfErrors(
            [new("MSB3030", "Could not copy the file \"obj/A.dll\".", "/r/A.csproj", s_start.AddSeconds(second), published.Project)],
            new FileWrite("/r/obj/A.dll", Task("/r/A.csproj", 3, 4))).Others.Single();

        Assert.AreEqual((cause, reader, "/r/A.csproj"), (missing.Cause.ToString(), missing.Reader, missing.Writer));
    }

    [TestMethod]
    public void TheCompilersExceptionNamesTheFileOfMSB3883()
    {
        FileOfError locked = OfErrors(
        [
            new("MSB3883", "Unexpected exception: ", "/r/A.csproj"),
            new(string.Empty, "IOException: The process cannot access the file '/r/obj/ref/A.dll' because ...", "/r/A.csproj"),
        ]).Others.Single();

        Assert.AreEqual(("/r/obj/ref/A.dll", "MSB3883", ErrorCause.Outside), (locked.File, locked.Codes.Single().Code, locked.Cause));
    }

    [TestMethod]
    [DataRow("MSB3021", "Unable to copy file \"a\" to \"b\". The process cannot access the file 'b' because ... "
        + "The file is locked by: \"App (12), dotnet (3)\"", "/r/b")]
    [DataRow("MSB3061", "Die Datei „b“ kann nicht gelöscht werden. ... auf die Datei \"b\" zugreifen. "
        + "Die Datei wird durch \"App (12), dotnet (3)\" gesperrt.", "/r/b")]
    public void AProgramThatHasAFileOpenIsNoFile(string code, string text, string file)
    {
        FileConflicts conflicts = OfErrors([new(code, text, "/r/A.csproj")]);

        FileOfError held = conflicts.Others.Single();
        Assert.AreEqual((file, "App (12), dotnet (3)"), (held.File, held.HeldBy));
        Assert.AreEqual(
            "No file has two writers in this log: look outside of it. b was in use, gone, or could not be written, "
                + "held by App (12), dotnet (3). ", ConflictTables.FirstLine(conflicts));
        string advice = ConflictAdvice.Of(held, [], path => path);
        Assert.StartsWith("The file was open in App (12), dotnet (3). End such programs before the build.", advice);
    }

    [TestMethod]
    public void ProjectsThatOneTaskBuildsWithAPropertyAreOneRow()
    {
        LoggedTask asking = Task("/r/all.proj", 0, 9);
        FileConflicts conflicts = Of(
        [
            .. from name in new[] { "A", "B", "C", "D", "E" }
               from property in new[] { "X=1", "X=2" }
               select new FileWrite($"/r/{name}/obj/{name}.dll", AskedBy(asking, $"/r/{name}/{name}.csproj", 1, 2, property)),
        ]);

        string[] row = RowOf(conflicts);
        Assert.AreEqual("/r/A/obj/A.dll and 4 more", row[0]);
        Assert.AreEqual(
            "/r/A/A.csproj (Csc), built 2 times: with X=1, passed by /r/all.proj; with X=2, passed by /r/all.proj; "
                + "also /r/B/B.csproj, /r/C/C.csproj, /r/D/D.csproj and 1 more", row[1]);
        Assert.StartsWith(
            "Do not pass X to these projects. If needed, set X in these projects instead. Or pass the same value everywhere, or remove ",
            row[4]);
    }

    private const string Option = "OutputPath=/r/o/|_CommandLineDefinedOutputPath=true";

    [TestMethod]
    public void AnErrorOfAFileThatSeveralProjectsWroteIsTheirs()
    {
        LoggedTask first = Task("/r/a/A.csproj", 0, 2);
        LoggedTask second = Task("/r/a/A.csproj", 1, 3, "Flavor=b");
        var log = new BuildLog(
            [],
            [
                new("MSB3026", "Could not copy \"obj/A.dll\" to \"bin/A.dll\". Beginning retry 1 in 1000ms. The process cannot access "
                    + "the file '/r/a/obj/A.dll' because it is being used by another process. ", "/r/a/A.csproj"),
            ],
            [
                new("CS2012", "Cannot open '/r/a/obj/A.dll' for writing -- in use.", "/r/a/A.csproj"),
                new("CS0103", "'obj/A.dll'", "/r/a/A.csproj"),
            ],
            [])
        {
            Written = [new("/r/a/obj/A.dll", first), new("/r/a/obj/A.dll", second)],
        };

        FileConflicts conflicts = FileConflicts.Of(log);

        Assert.AreEqual("CS2012 1, MSB3026 1", string.Join(", ", conflicts.Shared.Single().Codes.Select(one => $"{one.Code} {one.Count}")));
        Assert.IsEmpty(conflicts.Others);
    }

    /// <summary>A virus scanner, too, can hold a file that has two writers.</summary>
    [TestMethod]
    [DataRow(1, 9, "A.csproj is built twice, and writes A.dll each time: this is why CS2012 happened. ")]
    [DataRow(2, 9, "A.csproj is built twice, and writes A.dll each time: this is likely why CS2012 happened. ",
        DisplayName = "one after the other")]
    [DataRow(2, 3, "A.csproj is built twice, and writes A.dll each time: this is why CS2012 happened. "
        + "A.dll was copied while it was written: this is why CS2012 happened. ", DisplayName = "one while the file was copied")]
    public void AnErrorIsBecauseOfTheWritersIfTheLogShowsThemAtTheSameTime(int second, int copy, string expected)
    {
        FileConflicts conflicts = OfErrors(
            [new("CS2012", "Cannot open '/r/a/obj/A.dll' for writing -- in use.", "/r/a/A.csproj")],
            new FileWrite("/r/a/obj/A.dll", Task("/r/a/A.csproj", 0, 2)),
            new FileWrite("/r/a/obj/A.dll", Task("/r/a/A.csproj", second, 4, "Flavor=b")),
            new FileWrite("/r/b/bin/A.dll", Task("/r/b/B.csproj", copy, copy + 1), "/r/a/obj/A.dll"));

        Assert.AreEqual(expected, ConflictTables.FirstLine(conflicts));
    }

    [TestMethod]
    [DataRow("A", "", "Flavor=b", "GlobalProperties", "Do not pass Flavor to A.csproj. If needed, set Flavor in A.csproj instead.")]
    [DataRow("A", "TargetFramework=net8.0", "TargetFramework=net9.0", "GlobalProperties", "Put $(TargetFramework) into the output paths")]
    [DataRow("A", "RuntimeIdentifier=any", "RuntimeIdentifier=a|B=c", "GlobalProperties", "remove AppendRuntimeIdentifierToOutputPath")]
    [DataRow("A", "", "TargetFramework=net9.0", "GlobalProperties", "Do not pass TargetFramework to A.csproj")]
    [DataRow("A", "", "SolutionPath=/r/b.sln|SolutionDir=/r/", "Solutions", "Build A.csproj from only one solution")]
    [DataRow("A", "Platform=x64", "Platform=AnyCPU", "GlobalProperties", "If /r/s.slnx does not list A.csproj, add A.csproj there. "
        + "Otherwise, do not pass Platform to A.csproj.")]
    [DataRow("B", "", "", "OutputFolder", "Give each project its own obj")]
    [DataRow("B", Option, Option, "OutputOption", "Build without -o")]
    [DataRow("B", "Own=1", "Own=1", "OutputFolder", "Add a Condition to target Share, so that only one of the writers runs")]
    public void WhatToDoIsByTheCause(string otherProject, string properties, string otherProperties, string cause, string whatToDo)
    {
        LoggedTask first = Task("/r/a/A.csproj", 0, 2, properties.Split('|', StringSplitOptions.RemoveEmptyEntries));
        LoggedTask second = Task($"/r/a/{otherProject}.csproj", 1, 3, otherProperties.Split('|', StringSplitOptions.RemoveEmptyEntries));
        first.Project.RequestedBy.Add(Task("/r/s.slnx", 0, 9));

        FileConflicts conflicts = FileConflicts.Of(LogOf(first, second));

        Assert.AreEqual(cause, conflicts.Shared.Single().Cause.ToString());
        Assert.IsTrue(ReportCommand.Found(CopyReport.Of(LogOf(first, second)).Conflicts, FailOn.Writers));
        Assert.AreEqual(1, conflicts.Shared.Single().Overlapping);
        Assert.Contains(whatToDo, RowOf(conflicts)[4]);
        Assert.AreEqual(
            otherProject == "B" ? "Two projects write A.dll. " : "A.csproj is built twice, and writes A.dll each time. ",
            ConflictTables.FirstLine(conflicts));
    }

    /// <summary>As gsharp's packages, whose questions to themselves rewrite the references' cache, and its compiler, built twice.</summary>
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
        LoggedTask app = AskedBy(tool, "/r/App/App.csproj", 0, 9, "PublishDir=out");
        LoggedTask lib = AskedBy(app, "/r/Lib/Lib.csproj", 1, 2, "PublishDir=out");

        FileConflicts conflicts = Of(
            new FileWrite("/r/Lib/obj/Lib.dll", lib), new FileWrite("/r/Lib/obj/Lib.dll", Task("/r/Lib/Lib.csproj", 1, 2)));

        Assert.AreEqual(new Passer("/r/Tool/Tool.csproj", null), conflicts.Shared.Single().Writers[0].PassedBy.Single());
        Assert.IsEmpty(conflicts.Shared.Single().Writers[1].PassedBy);
        Assert.AreEqual(
            "/r/Lib/Lib.csproj (Csc), built 2 times: with PublishDir=out, passed by /r/Tool/Tool.csproj; without PublishDir",
            RowOf(conflicts)[1]);
    }

    [TestMethod]
    public void EachProjectThatPassesAPropertyIsInTheAdvice()
    {
        FileConflicts conflicts = Of(
            new FileWrite("/r/Lib/obj/Lib.dll", AskedBy(Task("/r/App/App.csproj", 0, 9), "/r/Lib/Lib.csproj", 1, 3, "Flavor=a")),
            new FileWrite("/r/Lib/obj/Lib.dll", AskedBy(Task("/r/Tests/Tests.csproj", 0, 9), "/r/Lib/Lib.csproj", 2, 4, "Flavor=b")));

        Assert.Contains("on the ProjectReference in /r/App/App.csproj, /r/Tests/Tests.csproj. ", RowOf(conflicts)[4]);
    }

    [TestMethod]
    [DataRow(1, 3, 1)]
    [DataRow(2, 3, 0, DisplayName = "after it")]
    public void ACopyOfAFileThatAnotherProjectWritesMeanwhileIsNamed(int start, int end, int expected)
    {
        LoggedTask copy = Task("/r/b/B.csproj", 0, 2);
        LoggedTask compiler = Task("/r/a/A.csproj", start, end);

        FileConflicts conflicts = OfErrors(
            [new("MSB3021", "Unable to copy file \"../a/obj/A.dll\" to \"bin/A.dll\".", "/r/b/B.csproj")],
            new FileWrite("/r/b/bin/A.dll", copy, "/r/a/obj/A.dll"), new FileWrite("/r/a/obj/A.dll", compiler));

        Assert.IsEmpty(conflicts.Shared);
        Assert.AreEqual(expected, conflicts.Read.Count);
        Assert.IsTrue(conflicts.Read.All(it =>
            it is { File: "/r/a/obj/A.dll", Reader: "/r/b/B.csproj", Writer: "/r/a/A.csproj", Task: "Csc", Codes: [{ Code: "MSB3021" }] }));
        Assert.AreEqual(expected == 0, conflicts.Others.Count == 2);
        Assert.IsTrue(ConflictTables.Of(conflicts, path => path).ElementAt(1).Rows.All(row => row[4].StartsWith(
            "Add a ProjectReference to /r/a/A.csproj in /r/b/B.csproj, so that B.csproj waits.", StringComparison.Ordinal)));
    }

    private static LoggedTask AskedBy(LoggedTask task, int start, int end, string property) =>
        AskedBy(task, task.Project.File, start, end, property);

    private static LoggedTask AskedBy(LoggedTask task, string project, int start, int end, params string[] properties)
    {
        LoggedTask asked = Task(project, start, end, properties);
        asked.Project.RequestedBy.Add(task);
        return asked;
    }

    private static LoggedTask Task(string project, int start, int end, params string[] properties) =>
        Task(new LoggedProject(project, properties.ToDictionary(text => text.Split('=')[0], text => text.Split('=')[1]), []), start, end);

    private static LoggedTask Task(LoggedProject project, int start, int end) => new(
        project, project.Properties.ContainsKey("Own") ? "Share" : "CoreCompile", "Csc", s_start.AddSeconds(start),
        project.Properties.ContainsKey("Own") ? project.File : "/sdk/Microsoft.CSharp.Core.targets") { End = s_start.AddSeconds(end) };

    private static BuildLog LogOf(params LoggedTask[] writers) =>
        new([], [], [], []) { Written = [.. writers.Select(task => new FileWrite("/r/a/obj/A.dll", task))] };

    private static FileConflicts Of(params FileWrite[] written) => OfErrors([], written);

    private static FileConflicts OfErrors(BuildDiagnostic[] errors, params FileWrite[] written) =>
        FileConflicts.Of(new BuildLog([], [], errors, []) { Written = written });

    private static string[] RowOf(FileConflicts conflicts) => ConflictTables.Of(conflicts, path => path).First().Rows.Single();
}
