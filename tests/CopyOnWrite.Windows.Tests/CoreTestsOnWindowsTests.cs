using System.Reflection;

namespace CopyOnWrite.Windows.Tests;

/// <summary>
/// The test programs under Wine as `build test` runs them on Windows, with a volume that does not clone beside those that do. Each test
/// is a result here, but for those that need Linux.
/// </summary>
[TestClass]
public sealed class CoreTestsOnWindowsTests
{
    // Windows 10 22H2 and Windows 11 24H2, whose own copy clones. By the number only the default mode differs on a volume that clones, and
    // with the cache the copies that are not made; the rest is the same test twice.
    private static readonly (string Name, string Project, int Build, string Filter)[] s_runs =
    [
        ("19045, with the fault of older ReFS", "CopyOnWrite.Tests", 19045, string.Empty),
        (
            "26100", "CopyOnWrite.Tests", 26100,
            "FullyQualifiedName~BuildNumber|FullyQualifiedName~CloningOnRefs|FullyQualifiedName~CachingOnRefs.The"),
        ("staging", "CopyOnWrite.Artifacts.Tests", 26100, string.Empty),
        (
            "the tool, without git and dotnet", "CopyOnWrite.Tool.Tests", 26100,
            "FullyQualifiedName~ConflictsTests|FullyQualifiedName~ReportGate|FullyQualifiedName~NamedPlaces|FullyQualifiedName~LogTexts|"
            + "FullyQualifiedName~WordsTests|FullyQualifiedName~DecisionTests"),
    ];

    // "passed NAME (12ms)", and indented lines about it.
    private const string Test =
        @"^(?<outcome>passed|failed|skipped|timed out|canceled) (?<name>.+) \([0-9hms ]+\)\n(?<evidence>(?:[ \t].*\n)*)";

    /// <summary>Rows of name, outcome and what was said about it; enumerated when the tests run, not when they are looked for.</summary>
    public static IEnumerable<object[]> Results()
    {
        if (!Wine.IsThere)
        {
            yield return ["all", "not run", string.Empty];
            yield break;
        }

        foreach ((string run, string project, int build, string filter) in s_runs)
        {
            Wine.Be(build);
            string program = WindowsPrograms.Publish(project);
            WineResult result = Run(program, build, filter);

            // Wine ended with 1 once, before the program wrote its first line: no test of it had begun.
            result = string.IsNullOrWhiteSpace(result.Output) ? Run(program, build, filter) : result;
            MatchCollection tests = Regex.Matches(result.Output, Test, RegexOptions.Multiline);
            yield return [
                $"{run}: the program",
                result.ExitCode == 0 && tests.Count > 0 ? "passed" : $"exit code {result.ExitCode}",
                result.Output,
            ];
            foreach (Match test in tests.Where(test => !test.Groups["evidence"].Value.Contains("only supported on Linux")))
            {
                yield return [$"{run}: {test.Groups["name"].Value}", test.Groups["outcome"].Value, test.Groups["evidence"].Value];
            }
        }
    }

    public static string NameOf(MethodInfo test, object[] row) => $"{test.Name} ({row[0]})";

    [TestMethod(UnfoldingStrategy = TestDataSourceUnfoldingStrategy.Fold)]
    [DynamicData(nameof(Results), DynamicDataDisplayName = nameof(NameOf))]
    public void PassesOnWindows(string name, string outcome, string evidence)
    {
        Wine.Require();
        if (outcome == "skipped")
        {
            Assert.Inconclusive($"{name}: {evidence}");
        }

        Assert.AreEqual("passed", outcome, $"{name}\n{evidence}");
    }

    private static WineResult Run(string program, int build, string filter) => Wine.Run(
        program,
        Wine.DriveC,
        [.. filter.Length > 0 ? ["--filter", filter] : Array.Empty<string>(), "--output", "detailed", "--no-ansi", "--progress", "off"],
        new Dictionary<string, string>(Wine.Volumes)
        {
            ["COW_VOLUME_PLAIN"] = @"C:\",
            ["DOTNET_ROOT"] = Wine.PathOf(WindowsSdk.DotNetRoot), // Where the tool's tests look for MSBuild.
            ["COW_WINDOWS_BUILD"] = build.ToString(CultureInfo.InvariantCulture),
            ["COW_STRESS_FOLDER"] = Wine.Volumes.GetValueOrDefault("COW_VOLUME_REFS", string.Empty),
            ["COW_STRESS_FILES"] = Environment.GetEnvironmentVariable("COW_STRESS_FILES") ?? "10",

            // The rule of eng/wine/refs.c: what is not flushed reads as zeros in a clone.
            ["COW_REFS_DIRTY"] = "1",
        });
}
