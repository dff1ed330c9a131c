using CopyOnWrite.Tool.Report;

namespace CopyOnWrite.Tool.Tests;

/// <summary>The report in a pipeline: what ends it with 1, what a repository accepts, annotations, and its work on large logs.</summary>
[TestClass]
public sealed class ReportGateTests
{
    private static readonly DateTime s_start = new(2026, 11, 29, 12, 0, 0, DateTimeKind.Utc);

    [TestMethod]
    [DataRow("none", false, false)]
    [DataRow("writers", true, false)]
    [DataRow("writers and errors", true, true)]
    [DataRow("errors", false, true)]
    public void EachWayToFailIsForItsOwnFindings(string found, bool writers, bool errors)
    {
        FileWrite[] written = found.StartsWith("writers", StringComparison.Ordinal)
            ? [new("/r/obj/A.dll", Task("/r/A.csproj", "X=1")), new("/r/obj/A.dll", Task("/r/A.csproj", "X=2"))] : [];
        BuildDiagnostic[] diagnostics = found.EndsWith("errors", StringComparison.Ordinal)
            ? [new("CS2012", "Cannot open '/r/obj/A.dll'.", "/r/A.csproj")] : [];
        FileConflicts conflicts = FileConflicts.Of(new BuildLog([], [], diagnostics, []) { Written = written, Succeeded = false });

        Assert.AreEqual(writers, ReportCommand.Found(conflicts, FailOn.Writers));
        Assert.AreEqual(errors, ReportCommand.Found(conflicts, FailOn.Errors));
        Assert.IsFalse(ReportCommand.Found(conflicts, FailOn.None));
    }

    [TestMethod]
    public void WhatTheBaselineAcceptsIsNotFoundAgainButAnotherPropertyIs()
    {
        CopyReport report = OfWriters("/home/a/src", "X");
        using VolumeUnderTest folder = VolumeUnderTest.InTemporaryFolder();
        string file = folder.PathOf("accepted.txt");
        File.WriteAllText(file, Baseline.Of(report.Conflicts));

        Assert.AreEqual("globalProperties A.csproj X", File.ReadLines(file).Last());
        CopyReport again = OfWriters("/agent/7/s", "X").Without(file);
        Assert.IsFalse(again.Conflicts.Any);
        Assert.StartsWith("No new writers: the baseline accepts 1 cause. ", again.Summary);
        Assert.IsTrue(OfWriters("/home/a/src", "Y").Without(file).Conflicts.Any);
        Assert.Throws<CommandFailedException>(() => report.Without(folder.PathOf("none.txt")));
    }

    [TestMethod]
    public void AnAnnotationIsOneLineAtTheProjectsFile()
    {
        string line = Annotations.Of(OfWriters("/agent/7/s", "X"), "/agent/7/s").Single();

        Assert.StartsWith(
            "::warning file=A.csproj,title=A.csproj is built twice%2C and writes A.dll each time::/agent/7/s/",
            line.Replace("::A.csproj", "::/agent/7/s/", StringComparison.Ordinal));
        Assert.Contains("Do not pass X to A.csproj", line);
        Assert.StartsWith(
            "::warning file=a%2Cb%3A.csproj,title=a%2Cb%3A.csproj is built twice%2C and writes A.dll each time::",
            Annotations.Of(OfWriters("/r", "X", "a,b:.csproj"), "/r").Single());
    }

    [TestMethod]
    [DataRow("dotnet build ../Lib/Lib.csproj", true)]
    [DataRow("dotnet build /r/Lib", true)]
    [DataRow("dotnet build ..\\Lib -c Debug", true)]
    [DataRow("dotnet build ../Lib/Lib.csproj --configuration Release", false, DisplayName = "another configuration")]
    [DataRow("dotnet build ../tools/Lib/Lib.csproj", false, DisplayName = "another project of this name")]
    [DataRow("dotnet build -p:Lib=1", false)]
    public void AnExecsCommandNamesAProjectByItsFileOrItsFolder(string command, bool expected)
    {
        var nested = new NestedBuild(Task("/r/A/A.csproj"), command);

        Assert.AreEqual(expected, nested.Names("/r/Lib/Lib.csproj") && nested.MayWrite("/r/Lib/obj/Debug/Lib.dll"));
    }

    /// <summary>A common AdditionalProperties="SolutionDir=...", and a log without global properties.</summary>
    [TestMethod]
    [DataRow("SolutionDir=/r/", "GlobalProperties", "Do not pass SolutionDir to A.csproj. If needed, set SolutionDir in A.csproj instead.")]
    [DataRow("", "Unknown", "does not say which properties differ")]
    [DataRow("SolutionPath=/r/b.sln|SolutionDir=/r/", "Solutions", "from only one solution")]
    public void ASolutionIsTheCauseOnlyWhereItsPathDiffers(string properties, string cause, string advice)
    {
        SharedFiles shared = FileConflicts.Of(Log(
            new("/r/obj/A.dll", Task("/r/A.csproj")),
            new("/r/obj/A.dll", Task("/r/A.csproj", properties.Split('|', StringSplitOptions.RemoveEmptyEntries))))).Shared.Single();

        Assert.AreEqual(cause, shared.Cause.ToString());
        Assert.Contains(advice, ConflictAdvice.Of(shared, path => path));
    }

    /// <summary>Counted, not timed: each pair of projects is looked at once, whatever the number of files.</summary>
    [TestMethod]
    [DataRow(200, 900, DisplayName = "one output folder")]
    [DataRow(1000, 20)]
    public void TheWorkOnALargeLogIsByPairsOfProjectsAndNotByFiles(int projects, int files)
    {
        LoggedTask all = Task("/r/all.proj");
        LoggedTask[] tasks = [.. Enumerable.Range(0, projects).Select(i => Task($"/r/P{i}/P{i}.csproj"))];
        for (int i = 0; i < projects; i++)
        {
            // Each references the ten before it.
            tasks[i].Project.RequestedBy.Add(all);
            tasks[i].Project.RequestedBy.UnionWith(tasks.Skip(i + 1).Take(10));
        }

        var search = new ConflictSearch(Log(
        [
            .. from file in Enumerable.Range(0, files)
               from task in tasks
               select new FileWrite($"/r/bin/F{file}.dll", task, $"/r/packages/F{file}.dll"),
        ]));

        Assert.IsEmpty(search.Shared, "Each waits for the one before.");
        Assert.IsLessThan(5L * projects * projects, search.Steps);
    }

    private static CopyReport OfWriters(string root, string option, string name = "A.csproj") => CopyReport.Of(Log(
        new($"{root}/obj/A.dll", Task($"{root}/{name}", $"{option}=1")), new($"{root}/obj/A.dll", Task($"{root}/{name}", $"{option}=2"))));

    private static BuildLog Log(params FileWrite[] written) => new([], [], [], [])
    {
        Written = written, Projects = [.. written.Select(write => write.By.Project).Distinct()],
    };

    private static LoggedTask Task(string project, params string[] properties) => new(
        new LoggedProject(project, properties.ToDictionary(text => text.Split('=')[0], text => text.Split('=')[1]), []),
        "CoreCompile", "Csc", s_start, "/sdk/Microsoft.CSharp.Core.targets") { End = s_start.AddSeconds(1) };
}
