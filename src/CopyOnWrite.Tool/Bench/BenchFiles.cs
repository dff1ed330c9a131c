using System.Text.Json;

namespace CopyOnWrite.Tool.Bench;

/// <summary>
/// Writes results: NAME.json, NAME.md and NAME.html. They took hours to measure, so earlier ones stay.
/// </summary>
internal static class BenchFiles
{
    internal const string UsualName = "cow-bench";

    private static readonly string[] s_extensions = [".json", ".md", ".html"];

    /// <returns>The name of the files: with a number if a result has this name.</returns>
    internal static string Write(string name, BenchResult result)
    {
        var report = new BenchReport(result);
        string free = Enumerable.Range(2, int.MaxValue - 2).Select(number => $"{name}-{number}").Prepend(name)
            .First(free => !s_extensions.Any(extension => Path.Exists(free + extension)));
        OutputFile.Write(free + ".json", JsonSerializer.Serialize(result, JsonFormat.Options) + "\n");
        OutputFile.Write(free + ".md", report.Markdown());
        OutputFile.Write(free + ".html", report.Html());
        return free;
    }
}
