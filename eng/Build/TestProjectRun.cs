using System.Collections.Immutable;
using System.Xml.Linq;

namespace CopyOnWrite.Build;

/// <summary>A test that has ended.</summary>
/// <param name="Evidence">The run's output about it.</param>
internal sealed record EndedTest(string Name, string Outcome, List<string> Evidence);

/// <summary>
/// One test project's run by `dotnet test`, and what is known of it while it goes on: its output is read line by line. Writes a failed
/// test's evidence when all of it is there, and a line when it ends.
/// </summary>
internal sealed partial class TestProjectRun(TestProject project, Action<string> write)
{
    // The last lines of output, shown when a run ended without a result.
    private const int LastWords = 40;

    private readonly Stopwatch _clock = new();
    private TimeSpan _last;
    private bool _inEvidence;

    internal static string ResultsFolder { get; } = Path.Combine(RepositoryRoot.Artifacts, "test-results");

    internal string Name => project.Name;

    internal bool IsFast => project.IsFast;

    /// <summary>Whether it has begun but not ended: it was interrupted if nothing runs any more.</summary>
    internal bool IsAtWork => _clock.IsRunning;

    /// <summary>Whether it failed without a failed test.</summary>
    internal bool Died { get; private set; }

    internal ImmutableList<EndedTest> Tests { get; private set; } = [];

    /// <summary>While it is at work, a line that shows whether it hangs: if it does, then in a test after the last ended one.</summary>
    internal void ShowSignOfLife()
    {
        if (IsAtWork)
        {
            ImmutableList<EndedTest> tests = Tests;
            Show($"{tests.Count:N0} done, {Count(tests, "Failed"):N0} failed, at work; {Time(_clock.Elapsed - _last)} ago: "
                + (tests.Count > 0 ? tests[^1].Name : "none yet"));
        }
    }

    /// <param name="filter">A filter of `dotnet test`; null for every test.</param>
    internal async Task RunAsync(string? filter, IReadOnlyDictionary<string, string> environment, CancellationToken cancel)
    {
        _clock.Start();
        string output = Path.Combine(ResultsFolder, $"{Name}.log");
        string[] arguments =
        [
            "test", project.Assembly, "--nologo", "--logger", $"trx;LogFileName={Name}.trx", "--logger", "console;verbosity=normal",
            "--results-directory", ResultsFolder, .. filter is null ? Array.Empty<string>() : ["--filter", filter],
        ];
        Directory.CreateDirectory(ResultsFolder);
        int exitCode;
        await using (var log = new StreamWriter(output) { AutoFlush = true })
        {
            void Keep(string line)
            {
                log.WriteLine(line);
                Read(line);
            }

            exitCode = await Shell.RunAsync("dotnet", arguments, cancel, environment, Keep, readErrors: true);
        }

        EndEvidence();
        ReadReasons();
        _clock.Stop();
        int failed = Count(Tests, "Failed");
        Show($"{Count(Tests, "Passed"):N0} passed, {failed:N0} failed, {Count(Tests, "Skipped"):N0} skipped");

        // `dotnet test` ends with 0 where it finds no test, as without an adapter.
        Died = (exitCode != 0 && failed == 0) || (filter is null && Tests.Count == 0);
        if (Died)
        {
            string heading = $"FAILED  {Name}: exit code {exitCode}, and no test says that it failed. The last lines of "
                + $"{Path.GetRelativePath(RepositoryRoot.Folder, output)}:";
            write(string.Join("\n  ", File.ReadLines(output).TakeLast(LastWords).Prepend(heading)));
        }
    }

    internal static int Count(IEnumerable<EndedTest> tests, string outcome) => tests.Count(test => test.Outcome == outcome);

    private static string Time(TimeSpan time) =>
        string.Create(CultureInfo.InvariantCulture, $"{(int)time.TotalMinutes}:{time.Seconds:00}");

    private void Show(string what) => write($"{Name}  {what}  {Time(_clock.Elapsed)}");

    private void Read(string line)
    {
        if (Result().Match(line) is { Success: true } result)
        {
            EndEvidence();
            _last = _clock.Elapsed;
            _inEvidence = true;
            Tests = Tests.Add(new EndedTest(result.Groups["name"].Value, result.Groups["outcome"].Value, []));
        }
        else if (AfterTheLast().IsMatch(line))
        {
            EndEvidence();
        }
        else if (_inEvidence)
        {
            Tests[^1].Evidence.Add(line);
        }
    }

    /// <summary>The console logger names skipped tests without their reasons; the results file has them, unless the test host died.</summary>
    private void ReadReasons()
    {
        string results = Path.Combine(ResultsFolder, $"{Name}.trx");
        XDocument all = File.Exists(results) ? XDocument.Load(results) : new XDocument();
        foreach (XElement result in all.Descendants().Where(element => (string?)element.Attribute("outcome") == "NotExecuted"))
        {
            string reason = result.Value.Trim().Split('\n')[0].Replace("Assert.Inconclusive. ", string.Empty, StringComparison.Ordinal);
            Tests.Find(test => test.Outcome == "Skipped" && test.Name == (string?)result.Attribute("testName"))?.Evidence.Insert(0, reason);
        }
    }

    private void EndEvidence()
    {
        if (_inEvidence && Tests[^1] is { Outcome: "Failed" } test)
        {
            write(string.Join('\n', test.Evidence.Prepend($"FAILED  {Name}  {test.Name}")));
        }

        _inEvidence = false;
    }

    // "  Passed NAME [1 m 12 s]", and after it, with another indent, its evidence.
    [GeneratedRegex(@"^  (?<outcome>Passed|Failed|Skipped) (?<name>.+?)( \[[^\]]+\])?$")]
    private static partial Regex Result();

    [GeneratedRegex(@"^(Results File: |Test Run |Total tests: |The active test run was aborted)")]
    private static partial Regex AfterTheLast();
}
