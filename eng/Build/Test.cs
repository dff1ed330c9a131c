using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using CopyOnWrite.Measurement;

namespace CopyOnWrite.Build;

/// <summary><c>./build.sh test</c>: packs, mounts the volumes, runs every test project, and ends with "N passed, N failed".</summary>
internal static class Test
{
    // Tests that take seconds each by their nature. Not in --fast.
    private const string Quick = "TestCategory!=Slow";

    private const int Slowest = 10;

    /// <param name="filter">As `dotnet test` has it; null for every test.</param>
    /// <param name="projectName">A part of the names of test projects; empty for all.</param>
    internal static async Task<int> RunAsync(string? filter, bool fast, string projectName, CancellationToken cancel)
    {
        TestProject[] projects = Named(fast ? TestProject.Fast : TestProject.All, projectName);
        if (projects.Length == 0)
        {
            Console.Error.WriteLine(WhyNone(projectName, fast));
            return 1;
        }

        var progress = new TestProgress();
        string resultsFolder = Path.Combine(Repository.Artifacts, "test-results");
        try
        {
            return await RunAsync(projects, filter, fast, resultsFolder, progress, cancel);
        }
        catch (OperationCanceledException) when (cancel.IsCancellationRequested)
        {
            // Ctrl+C: what is known by then, and never as a green run.
            IReadOnlyList<TestProjectRun> interrupted = progress.WithoutResults;
            string[] names = [.. interrupted.Select(run => run.Project.Name)];
            Console.WriteLine(
                $"Interrupted{(names.Length > 0 ? $" in {string.Join(" and ", names)}" : string.Empty)}; what had not begun was not run.");
            return Report(
                Directory.Exists(resultsFolder) ? TestResults.Read(resultsFolder) : TestResults.None, incomplete: true, interrupted);
        }
    }

    private static TestProject[] Named(IEnumerable<TestProject> projects, string part) =>
        [.. projects.Where(project => project.Name.Contains(part, StringComparison.OrdinalIgnoreCase))];

    private static string WhyNone(string projectName, bool fast)
    {
        TestProject[] slow = Named(TestProject.All, projectName);
        return fast && slow.Length > 0
            ? $"--fast runs {Names(TestProject.Fast)} only, and not {Names(slow)}: leave --fast out to run the tests of --project "
                + $"{projectName}."
            : $"No test project's name contains {projectName}: {Names(TestProject.All)}.";
    }

    private static string Names(IEnumerable<TestProject> projects) => string.Join(", ", projects.Select(project => project.Name));

    private static async Task<int> RunAsync(
        TestProject[] projects, string? filter, bool fast, string resultsFolder, TestProgress progress, CancellationToken cancel)
    {
        // Of this run only, also where it is interrupted before a test has run.
        if (Directory.Exists(resultsFolder))
        {
            Directory.Delete(resultsFolder, recursive: true);
        }

        // One for what is built here and for the builds of all tests; it ends with this run, also after Ctrl+C.
        using var compiler = new CompilerServer();
        var building = compiler.Variables.ToDictionary(variable => variable.Key, variable => variable.Value!);
        int exitCode = await (fast ? BuildOnlyAsync(projects, building, cancel) : BuildAsync(building, cancel));
        if (exitCode != 0)
        {
            Console.WriteLine("0 passed, 1 failed");
            return exitCode;
        }

        await TestTools.EnsureAsync(cancel);
        Directory.CreateDirectory(resultsFolder);
        filter = !fast ? filter : filter is null ? Quick : $"({filter})&{Quick}";
        bool died;
        await using (MountedVolumes volumes = await MountedVolumes.UpAsync(cancel))
        {
            var environment = new Dictionary<string, string>(volumes.Variables) { [CompilerServer.EnvironmentVariable] = compiler.Id };
            try
            {
                died = await RunProjectsAsync(projects, resultsFolder, filter, environment, progress, cancel);
            }
            finally
            {
                // The tests end their Windows themselves, unless they were killed. Its drives are on the volumes.
                if (OperatingSystem.IsLinux() && !fast)
                {
                    await Shell.RunAsync("bash", ["eng/wine.sh", "down"], CancellationToken.None);
                }
            }
        }

        return Report(TestResults.Read(resultsFolder), died, []);
    }

    private static async Task<int> BuildAsync(IReadOnlyDictionary<string, string> environment, CancellationToken cancel)
    {
        int exitCode = await DotNetBuildAsync(Repository.Solution, environment, cancel);
        return exitCode != 0 ? exitCode : await Pack.RunAsync(cancel, environment);
    }

    private static async Task<int> BuildOnlyAsync(
        IEnumerable<TestProject> projects, IReadOnlyDictionary<string, string> environment, CancellationToken cancel)
    {
        foreach (TestProject project in projects)
        {
            if (await DotNetBuildAsync(project.ProjectFile, environment, cancel) is var exitCode and not 0)
            {
                return exitCode;
            }
        }

        return 0;
    }

    private static Task<int> DotNetBuildAsync(string what, IReadOnlyDictionary<string, string> environment, CancellationToken cancel) =>
        Shell.RunAsync(
            "dotnet", ["build", what, "--configuration", "Release", "--nologo", "--verbosity", "quiet"], cancel, environment);

    /// <summary>
    /// As many at a time as there are processors, but two at most: a test mostly waits for one process, and each project has folders of its
    /// own. The small volumes that tests fill are taken in turns (VolumeUnderTest). Three took no less time on two processors.
    /// </summary>
    /// <returns>Whether a test host died.</returns>
    private static async Task<bool> RunProjectsAsync(
        IEnumerable<TestProject> projects, string resultsFolder, string? filter, IReadOnlyDictionary<string, string> environment,
        TestProgress progress,
        CancellationToken cancel)
    {
        int died = 0;
        using var done = CancellationTokenSource.CreateLinkedTokenSource(cancel);
        Task signs = progress.ShowSignsOfLifeAsync(done.Token);
        try
        {
            var options = new ParallelOptions
            {
                MaxDegreeOfParallelism = Math.Min(2, Environment.ProcessorCount),
                CancellationToken = cancel,
            };
            await Parallel.ForEachAsync(projects, options, async (project, stop) =>
            {
                var run = new TestProjectRun(project, resultsFolder);
                progress.Begin(run);
                int exitCode = await run.RunAsync(filter, environment, progress.Fail, stop);
                _ = progress.End(run, exitCode, mayBeEmpty: filter is not null) ? Interlocked.Increment(ref died) : 0;
            });
        }
        finally
        {
            await done.CancelAsync();
            await signs;
        }

        return died > 0;
    }

    /// <param name="incomplete">A test host died, or all was interrupted.</param>
    /// <param name="interrupted">Runs whose results are not in a file.</param>
    private static int Report(TestResults results, bool incomplete, IReadOnlyList<TestProjectRun> interrupted)
    {
        Console.WriteLine("Slowest:");
        foreach ((string name, TimeSpan time) in results.Times.OrderByDescending(test => test.Time).Take(Slowest))
        {
            Console.WriteLine($"  {TestProgress.Time(time)}  {name}");
        }

        List("Skipped", results.SkippedTests);
        List("Failed", results.FailedTests);

        // A test host that dies leaves no failed test behind; it must not pass for a green run. Nor must a run without a test.
        int passed = results.Passed + interrupted.Sum(run => run.PassedSoFar);
        int failed = Math.Max(results.Failed + interrupted.Sum(run => run.FailedSoFar), incomplete || passed == 0 ? 1 : 0);
        if (results.SkippedTests.Count > 0)
        {
            Console.WriteLine($"{results.SkippedTests.Count} skipped");
        }

        Console.WriteLine($"{passed} passed, {failed} failed");
        return failed == 0 ? 0 : 1;
    }

    private static void List(string title, IReadOnlyList<string> tests)
    {
        foreach (IGrouping<string, string> same in tests.GroupBy(t => t))
        {
            Console.WriteLine($"{title}: {same.Key}");
        }
    }
}
