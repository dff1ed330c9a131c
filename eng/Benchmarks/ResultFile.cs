using System.Text.Encodings.Web;

namespace CopyOnWrite.Benchmarks;

/// <summary>Writes a benchmark's results, named by the benchmark and the time.</summary>
internal static class ResultFile
{
    // The text is not used in HTML.
    private static readonly JsonSerializerOptions s_json = new()
    {
        WriteIndented = true,
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    /// <summary>The report, on the console too, and everything that was measured.</summary>
    internal static void Write<T>(
        string benchmark, string title, BenchEnvironment environment, T rows, IEnumerable<string> body)
    {
        string file = New(benchmark, environment.Date.UtcDateTime);
        File.WriteAllText(file + ".json", JsonSerializer.Serialize(new { environment, rows }, s_json) + "\n");
        WriteReport(file, [$"# {title}", string.Empty, .. body]);
    }

    /// <param name="file">The name without extension.</param>
    internal static void WriteReport(string file, IReadOnlyCollection<string> report)
    {
        File.WriteAllLines(file + ".md", report);
        foreach (string line in report)
        {
            Console.WriteLine(line);
        }

        Console.WriteLine($"Written: {Path.GetRelativePath(RepositoryRoot.Folder, file)}.md");
    }

    /// <summary>The name without extension.</summary>
    internal static string New(string benchmark, DateTime utc)
    {
        string folder = Path.Combine(RepositoryRoot.Folder, "artifacts", "benchmarks");
        Directory.CreateDirectory(folder);
        return Path.Combine(folder, $"{benchmark}-{utc.ToString("yyyy-MM-dd-HHmmss", CultureInfo.InvariantCulture)}");
    }
}

/// <summary>Formats tables as text. This program runs with the invariant culture, so numbers need none.</summary>
internal static class Markdown
{
    internal static IEnumerable<string> Table(string[] columns, IEnumerable<string[]> rows) =>
        [Row(columns), $"|{string.Concat(columns.Select(_ => "---|"))}", .. rows.Select(Row), string.Empty];

    private static string Row(string[] cells) => $"| {string.Join(" | ", cells)} |";

    internal static string Text(Estimate? estimate) => estimate is { } e ? $"{e.Value:0.00} ({e.Low:0.00}-{e.High:0.00})" : "-";

    internal static string Micros(double? value) => value is { } v ? v.ToString(v < 10 ? "0.00" : v < 1000 ? "0.0" : "N0") : "-";
}
