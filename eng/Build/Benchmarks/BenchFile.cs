using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Text.Encodings.Web;
using System.Text.Json;

namespace CopyOnWrite.Build.Benchmarks;

/// <summary>Where a benchmark's results go, named by the benchmark and the time.</summary>
internal static class BenchFile
{
    // Nothing here ends up in HTML.
    private static readonly JsonSerializerOptions s_json = new()
    {
        WriteIndented = true,
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    /// <summary>The report, on the console too, and everything that was measured.</summary>
    internal static void Write<T>(string benchmark, DateTime utc, T result, IReadOnlyCollection<string> report)
    {
        foreach (string line in report)
        {
            Console.WriteLine(line);
        }

        Save(benchmark, utc, report, JsonSerializer.Serialize(result, s_json));
    }

    /// <summary>For a benchmark that shows its report on the console in another form.</summary>
    internal static void Save<T>(string benchmark, DateTime utc, T result, IEnumerable<string> report) =>
        Save(benchmark, utc, report, JsonSerializer.Serialize(result, s_json));

    /// <param name="json">What was measured, without the last line's end.</param>
    internal static void Save(string benchmark, DateTime utc, IEnumerable<string> report, string json)
    {
        string file = New(benchmark, utc);
        File.WriteAllLines(file + ".md", report);
        File.WriteAllText(file + ".json", json + "\n");
        SayWritten(file);
    }

    internal static void SayWritten(string file) => Console.WriteLine($"Written: {Path.GetRelativePath(Repository.Root, file)}.json and .md");

    /// <summary>Without its ending.</summary>
    internal static string New(string benchmark, DateTime utc)
    {
        string folder = Path.Combine(Repository.Artifacts, "benchmarks");
        Directory.CreateDirectory(folder);
        return Path.Combine(folder, $"{benchmark}-{utc.ToString("yyyy-MM-dd-HHmmss", CultureInfo.InvariantCulture)}");
    }
}
