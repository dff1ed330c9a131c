using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Spectre.Console;

namespace CopyOnWrite.Build;

/// <summary><c>./build.sh test</c>: packs, mounts the volumes, runs every test project, and ends with "N passed, N failed".</summary>
internal static class Test
{
    internal static async Task<int> RunAsync(string? filter, CancellationToken cancel)
    {
        int exitCode = await Shell.RunAsync("dotnet", ["build", Repository.Solution, "--configuration", "Release", "--nologo", "--verbosity", "quiet"], cancel);
        exitCode = exitCode != 0 ? exitCode : await Pack.RunAsync(cancel);
        if (exitCode != 0)
        {
            Console.WriteLine("0 passed, 1 failed");
            return exitCode;
        }

        await TestTools.EnsureAsync(cancel);
        string resultsFolder = Path.Combine(Repository.Artifacts, "test-results");
        if (Directory.Exists(resultsFolder))
        {
            Directory.Delete(resultsFolder, recursive: true);
        }

        int projectsFailed = 0;
        await using (MountedVolumes volumes = await MountedVolumes.UpAsync(cancel))
        {
            foreach (string project in Directory.EnumerateFiles(Path.Combine(Repository.Root, "tests"), "*.Tests.csproj", SearchOption.AllDirectories).Order())
            {
                projectsFailed += await RunProjectAsync(project, resultsFolder, filter, volumes.Variables, cancel) == 0 ? 0 : 1;
            }
        }

        // The tests end their Windows themselves, unless they were killed.
        if (OperatingSystem.IsLinux())
        {
            await Shell.RunAsync("bash", ["eng/wine.sh", "down"], CancellationToken.None);
        }

        TestResults results = TestResults.Read(resultsFolder);
        Report("Skipped", results.SkippedTests);
        Report("Failed", results.FailedTests);

        // A test host that dies leaves no failed test behind; it must not pass for a green run. Nor must a run without a test.
        int failed = Math.Max(results.Failed, projectsFailed > 0 || results.Passed == 0 ? 1 : 0);
        if (results.SkippedTests.Count > 0)
        {
            Console.WriteLine($"{results.SkippedTests.Count} skipped");
        }

        Console.WriteLine($"{results.Passed} passed, {failed} failed");
        return failed == 0 ? 0 : 1;
    }

    private static Task<int> RunProjectAsync(
        string project, string resultsFolder, string? filter, IReadOnlyDictionary<string, string> volumes, CancellationToken cancel)
    {
        string name = Path.GetFileNameWithoutExtension(project);
        AnsiConsole.MarkupLineInterpolated($"[bold]{name}[/]");
        string[] arguments =
        [
            "test", project, "--no-build", "--configuration", "Release", "--nologo",
            "--logger", $"trx;LogFileName={name}.trx", "--logger", "console;verbosity=normal", "--results-directory", resultsFolder,
        ];
        return Shell.RunAsync("dotnet", filter is null ? arguments : [.. arguments, "--filter", filter], cancel, volumes);
    }

    private static void Report(string title, IReadOnlyList<string> tests)
    {
        foreach (IGrouping<string, string> same in tests.GroupBy(t => t))
        {
            Console.WriteLine($"{title}: {same.Key}");
        }
    }
}
