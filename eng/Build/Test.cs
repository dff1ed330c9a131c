namespace CopyOnWrite.Build;

/// <summary>
/// <c>./build.sh test</c>: packs, mounts the volumes, runs every test project, and ends with "N passed, N failed". Writes a line for each
/// project when it is done, and a failed test's evidence when it has failed.
/// </summary>
internal static class Test
{
    // Tests that need seconds each. Not in --fast.
    private const string Quick = "TestCategory!=Slow";

    /// <param name="filter">A filter of `dotnet test`; null for every test.</param>
    /// <param name="projectName">A part of the names of test projects; empty for all.</param>
    internal static async Task<int> RunAsync(string? filter, bool fast, string projectName, CancellationToken cancel)
    {
        TestProject[] available = [.. TestProject.All.Where(project => !fast || project.IsFast)];
        TestProject[] projects = [.. available.Where(project => project.Name.Contains(projectName, StringComparison.OrdinalIgnoreCase))];
        if (projects.Length == 0)
        {
            Console.Error.WriteLine(
                $"No test project{(fast ? " that --fast runs" : string.Empty)} has {projectName} in its name: "
                + $"{string.Join(", ", available.Select(project => project.Name))}.");
            return 1;
        }

        if (projects.Length > 1 && OperatingSystem.IsLinux() && !Environment.IsPrivilegedProcess)
        {
            // They would take three times as long as all others together, and run half without drives on the volumes.
            projects = [.. projects.Where(project => project != TestProject.UnderWine)];
            Console.WriteLine($"Not run without root: {TestProject.UnderWine.Name}; --project Windows runs what needs no volumes.");
        }

        TestProjectRun[] runs = [.. projects.Select(project => new TestProjectRun(project, Console.WriteLine))];
        bool interrupted = false;
        try
        {
            filter = !fast ? filter : filter is null ? Quick : $"({filter})&{Quick}";
            await RunAsync(runs, projects, filter, fast, cancel);
        }
        catch (ProgramFailedException)
        {
            Console.WriteLine("0 passed, 1 failed");
            throw;
        }
        catch (OperationCanceledException) when (cancel.IsCancellationRequested)
        {
            // Ctrl+C: reports what is known, and never as a green run.
            interrupted = true;
            Console.WriteLine("Interrupted; projects without a line of results have not ended or not begun.");
        }

        return Report([.. runs.SelectMany(run => run.Tests)], incomplete: interrupted || runs.Any(run => run.Died));
    }

    private static async Task RunAsync(
        TestProjectRun[] runs, TestProject[] projects, string? filter, bool fast, CancellationToken cancel)
    {
        // Deletes older results, so that an interrupted run reports only its own.
        if (Directory.Exists(TestProjectRun.ResultsFolder))
        {
            Directory.Delete(TestProjectRun.ResultsFolder, recursive: true);
        }

        // One compiler server for this build and all tests' builds; it ends with this run, also after Ctrl+C.
        using var compiler = new CompilerServer();
        var building = compiler.Variables.ToDictionary(variable => variable.Key, variable => variable.Value!);
        if (fast)
        {
            building["CompilesAheadOfTime"] = "false"; // build/AheadOfTime.targets
        }

        foreach (string what in fast ? projects.Select(project => project.ProjectFile) : [RepositoryRoot.Solution])
        {
            await Shell.BuildAsync(what, cancel, building);
        }

        if (!fast)
        {
            await Pack.RunAsync(cancel, building);
        }

        await TestTools.EnsureAsync(fast ? TestTools.Fast : TestTools.All, cancel);
        await using MountedVolumes volumes = await MountedVolumes.UpAsync(cancel);
        var environment = new Dictionary<string, string>(volumes.Variables)
        {
            [CompilerServer.EnvironmentVariable] = compiler.Id,
            ["COW_NEWEST_DOTNET"] = fast ? string.Empty : await NewestDotNetAsync(cancel),
        };
        var ofBuilds = new Dictionary<string, string>(environment)
        {
            // MSBuild takes a variable for a property.
            ["RunAnalyzers"] = "false",

            // A build within a test ends before optimized code gains what compiling it costs: hot methods are compiled again after 4,096
            // calls instead of 30, without being instrumented first, and no thread collects garbage beside a build.
            ["DOTNET_TC_CallCountThreshold"] = "1000",
            ["DOTNET_TieredPGO"] = "0",
            ["DOTNET_gcConcurrent"] = "0",
        };
        try
        {
            // One more at a time than there are processors, but three at most: a test often waits for a process, and each project has
            // folders to itself. Tests lock the small volumes that they fill (VolumeUnderTest).
            var options = new ParallelOptions
            {
                MaxDegreeOfParallelism = Math.Min(3, Environment.ProcessorCount + 1),
                CancellationToken = cancel,
            };
            await Parallel.ForEachAsync(
                runs, options, async (run, stop) => await run.RunAsync(filter, run.IsFast ? environment : ofBuilds, stop));
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

    /// <summary>The folder that eng/newest-dotnet makes; empty where its packages cannot be restored, or are not for this system.</summary>
    private static async Task<string> NewestDotNetAsync(CancellationToken cancel)
    {
        if (!OperatingSystem.IsLinux() || RuntimeInformation.OSArchitecture != Architecture.X64)
        {
            return string.Empty;
        }

        string folder = string.Empty;
        int exitCode = await Shell.RunAsync(
            "dotnet",
            ["msbuild", "eng/newest-dotnet", "-restore", "-target:Make", "-nologo", "-verbosity:quiet", "-getProperty:NewestDotNet"],
            cancel, read: line => folder = line);
        return exitCode == 0 ? folder : string.Empty;
    }

    /// <param name="incomplete">Whether a test host died, or all was interrupted.</param>
    private static int Report(EndedTest[] tests, bool incomplete)
    {
        EndedTest[] skipped = [.. tests.Where(test => test.Outcome == "Skipped")];
        foreach (string line in skipped
            .Select(test => $"Skipped: {test.Name}: {test.Reason}")
            .Concat(tests.Where(test => test.Outcome == "Failed").Select(test => $"Failed: {test.Name}"))
            .Distinct())
        {
            Console.WriteLine(line);
        }

        if (skipped.Length > 0)
        {
            Console.WriteLine($"{skipped.Length} skipped");
        }

        // A test host that dies leaves no failed test; it must not count as a green run. Nor must a run without a test.
        int passed = TestProjectRun.Count(tests, "Passed");
        int failed = Math.Max(TestProjectRun.Count(tests, "Failed"), incomplete || passed == 0 ? 1 : 0);
        Console.WriteLine($"{passed} passed, {failed} failed");
        return failed == 0 ? 0 : 1;
    }
}
