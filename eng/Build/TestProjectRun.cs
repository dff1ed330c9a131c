using System.Xml.Linq;

namespace CopyOnWrite.Build;

/// <param name="Reason">The first line of its message: why it was skipped, or failed.</param>
internal sealed record EndedTest(string Name, string Outcome, string Reason);

/// <summary>
/// One test project's run by `dotnet test`. What that prints is passed on, so that a failed test is shown with its evidence as it fails;
/// the results are those of its file.
/// </summary>
internal sealed class TestProjectRun(TestProject project, Action<string> write)
{
    // The last lines of output, shown when a run ended without a result.
    private const int LastWords = 40;

    // Longer than any test takes: one that hangs is named and ended.
    private const string Hang = "30m";

    internal static string ResultsFolder { get; } = Path.Combine(RepositoryRoot.Artifacts, "test-results");

    internal bool IsFast => project.IsFast;

    private string Name => project.Name;

    /// <summary>Whether it failed without a failed test.</summary>
    internal bool Died { get; private set; }

    internal IReadOnlyList<EndedTest> Tests { get; private set; } = [];

    /// <param name="filter">A filter of `dotnet test`; null for every test.</param>
    internal async Task RunAsync(string? filter, IReadOnlyDictionary<string, string> environment, CancellationToken cancel)
    {
        var clock = Stopwatch.StartNew();
        string output = Path.Combine(ResultsFolder, $"{Name}.log");
        string[] arguments =
        [
            "test", project.Assembly, "--nologo", "--logger", $"trx;LogFileName={Name}.trx", "--logger", "console;verbosity=minimal",
            "--results-directory", ResultsFolder, "--blame-hang-timeout", Hang, "--blame-hang-dump-type", "none",
            .. filter is null ? Array.Empty<string>() : ["--filter", filter],
        ];
        Directory.CreateDirectory(ResultsFolder);
        int exitCode;
        await using (var log = new StreamWriter(output) { AutoFlush = true })
        {
            void Keep(string line)
            {
                log.WriteLine(line);
                write($"{Name}  {line}");
            }

            exitCode = await Shell.RunAsync("dotnet", arguments, cancel, environment, Keep, readErrors: true);
        }

        Tests = ReadResults();
        int failed = Count(Tests, "Failed");
        write(string.Create(
            CultureInfo.InvariantCulture, $"{Name}  {Count(Tests, "Passed"):N0} passed, {failed:N0} failed, "
            + $"{Count(Tests, "Skipped"):N0} skipped  {clock.Elapsed:h\\:mm\\:ss}"));

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

    /// <summary>None where the test host died so early that there is no file.</summary>
    private EndedTest[] ReadResults()
    {
        string results = Path.Combine(ResultsFolder, $"{Name}.trx");
        XDocument all = File.Exists(results) ? XDocument.Load(results) : new XDocument();
        return
        [
            .. from result in all.Descendants()
               where result.Name.LocalName == "UnitTestResult"
               let message = result.Descendants().FirstOrDefault(part => part.Name.LocalName == "Message")?.Value ?? string.Empty
               let outcome = (string)result.Attribute("outcome")!
               select new EndedTest(
                   (string)result.Attribute("testName")!,
                   outcome == "NotExecuted" ? "Skipped" : outcome,
                   message.Trim().Split('\n')[0].Replace("Assert.Inconclusive. ", string.Empty, StringComparison.Ordinal)),
        ];
    }
}
