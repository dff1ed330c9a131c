using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;

namespace CopyOnWrite.Build;

/// <summary>
/// What `./build.sh test` writes: a line for each test project when it is done, a failed test's evidence when it has failed, and every
/// minute a line for each project at work, so that a run which hangs shows where.
/// </summary>
internal sealed class TestProgress
{
    // Lines of a run's output that are shown when it ended without a result: its host's last words are among them.
    private const int LastWords = 40;

    private static readonly TimeSpan s_sign = TimeSpan.FromMinutes(1);

    private readonly Lock _writing = new();
    private readonly List<TestProjectRun> _atWork = [];
    private readonly List<TestProjectRun> _begun = [];

    /// <summary>
    /// Runs that have begun and left no results: once nothing runs any more, those that were interrupted or whose host died.
    /// </summary>
    internal IReadOnlyList<TestProjectRun> WithoutResults
    {
        get
        {
            lock (_writing)
            {
                return [.. _begun.Where(run => TestResults.ReadFile(run.ResultsFile).Times.Count == 0)];
            }
        }
    }

    internal void Begin(TestProjectRun run)
    {
        lock (_writing)
        {
            _atWork.Add(run);
            _begun.Add(run);
        }
    }

    internal void Fail(TestProjectRun run, IReadOnlyList<string> evidence)
    {
        lock (_writing)
        {
            Console.WriteLine($"FAILED  {run.Project.Name}  {evidence[0]}");
            foreach (string line in evidence.Skip(1))
            {
                Console.WriteLine(line);
            }
        }
    }

    /// <returns>Whether the run is to be counted as failed although no test of it has.</returns>
    internal bool End(TestProjectRun run, int exitCode, bool mayBeEmpty)
    {
        TestResults results = TestResults.ReadFile(run.ResultsFile);

        // `dotnet test` ends with 0 where it finds no test, as without an adapter.
        bool died = (exitCode != 0 && results.Failed == 0) || (!mayBeEmpty && results.Times.Count == 0) || results.Unreadable.Count > 0;
        lock (_writing)
        {
            _atWork.Remove(run);
            Console.WriteLine(Line(
                run, $"{results.Passed:N0} passed, {results.Failed:N0} failed, {results.SkippedTests.Count:N0} skipped"));
            if (died)
            {
                string why = results.Unreadable is [(string file, string damage), ..]
                    ? $"its results cannot be read, so nothing is known of its tests: {Path.GetRelativePath(Repository.Root, file)}: "
                        + $"{damage}"
                    : $"exit code {exitCode}, and no test says that it failed.";
                Console.WriteLine(
                    $"FAILED  {run.Project.Name}: {why} The last lines of {Path.GetRelativePath(Repository.Root, run.OutputFile)}:");
                foreach (string line in File.ReadLines(run.OutputFile).TakeLast(LastWords))
                {
                    Console.WriteLine($"  {line}");
                }
            }
        }

        return died;
    }

    /// <summary>Until cancelled.</summary>
    internal async Task ShowSignsOfLifeAsync(CancellationToken cancel)
    {
        using var timer = new PeriodicTimer(s_sign);
        try
        {
            while (await timer.WaitForNextTickAsync(cancel))
            {
                lock (_writing)
                {
                    _atWork.ForEach(run =>
                        Console.WriteLine(Line(
                            run,
                            $"{run.Finished:N0} done, {run.FailedSoFar:N0} failed, at work; {Time(run.Last.Ago)} ago: {run.Last.Name}")));
                }
            }
        }
        catch (OperationCanceledException)
        {
            // All is done, or the user has ended it.
        }
    }

    internal static string Time(TimeSpan time) =>
        string.Create(CultureInfo.InvariantCulture, $"{(int)time.TotalMinutes}:{time.Seconds:00}");

    private static string Line(TestProjectRun run, string what) => $"{run.Project.Name}  {what}  {Time(run.Elapsed)}";
}
