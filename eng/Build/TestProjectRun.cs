using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Text.RegularExpressions;
using System.Threading;
using System.Threading.Tasks;

namespace CopyOnWrite.Build;

/// <summary>
/// One test project's run by `dotnet test`, and what is known of it while it goes on: its output is read line by line. The counts at the
/// end are those of its .trx file.
/// </summary>
internal sealed partial class TestProjectRun(TestProject project, string resultsFolder)
{
    private readonly Stopwatch _clock = new();
    private readonly List<string> _failure = [];
    private string _last = "none yet";

    internal TestProject Project => project;

    internal TimeSpan Elapsed => _clock.Elapsed;

    internal string ResultsFile => Path.Combine(resultsFolder, project.Name + ".trx");

    /// <summary>All that `dotnet test` wrote.</summary>
    internal string OutputFile => Path.Combine(resultsFolder, project.Name + ".log");

    internal int Finished { get; private set; }

    internal int FailedSoFar { get; private set; }

    internal int PassedSoFar { get; private set; }

    /// <summary>The test that finished last, and how long ago: a run that hangs does so in one of those after it.</summary>
    internal (string Name, TimeSpan Ago) Last { get => (_last, Elapsed - field.Ago); private set; }

    /// <param name="failed">Is given each failed test's name and evidence as soon as all of it is there.</param>
    /// <returns>The exit code: not 0 also when the test host died.</returns>
    internal async Task<int> RunAsync(
        string? filter,
        IReadOnlyDictionary<string, string> environment,
        Action<TestProjectRun, IReadOnlyList<string>> failed,
        CancellationToken cancel)
    {
        _clock.Start();
        string[] arguments =
        [
            "test", project.Assembly, "--nologo", "--logger", $"trx;LogFileName={Path.GetFileName(ResultsFile)}",
            "--logger", "console;verbosity=normal", "--results-directory", resultsFolder,
        ];
        Directory.CreateDirectory(resultsFolder);
        await using var log = new StreamWriter(OutputFile) { AutoFlush = true };
        int exitCode = await Shell.ReadLinesAsync(
            "dotnet",
            filter is null ? arguments : [.. arguments, "--filter", filter],
            line =>
            {
                log.WriteLine(line);
                Read(line, failed);
            },
            cancel,
            environment);
        EndFailure(failed);
        _clock.Stop();
        return exitCode;
    }

    private void Read(string line, Action<TestProjectRun, IReadOnlyList<string>> failed)
    {
        Match result = Result().Match(line);
        if (result.Success)
        {
            EndFailure(failed);
            Finished++;
            _last = result.Groups["name"].Value;
            Last = (_last, Elapsed);
            PassedSoFar += result.Groups["outcome"].Value == "Passed" ? 1 : 0;
            if (result.Groups["outcome"].Value == "Failed")
            {
                FailedSoFar++;
                _failure.Add(_last);
            }
        }
        else if (AfterTheLast().IsMatch(line))
        {
            EndFailure(failed);
        }
        else if (_failure.Count > 0)
        {
            _failure.Add(line);
        }
    }

    private void EndFailure(Action<TestProjectRun, IReadOnlyList<string>> failed)
    {
        if (_failure.Count > 0)
        {
            failed(this, [.. _failure]);
            _failure.Clear();
        }
    }

    // "  Passed NAME [12 ms]", and behind it, indented otherwise, what there is to say of it.
    [GeneratedRegex(@"^  (?<outcome>Passed|Failed|Skipped) (?<name>.+?)( \[[^\]]+\])?$")]
    private static partial Regex Result();

    [GeneratedRegex(@"^(Results File: |Test Run |Total tests: |The active test run was aborted)")]
    private static partial Regex AfterTheLast();
}
