namespace CopyOnWrite.Testing;

/// <summary>The results of a benchmark in artifacts/benchmarks, named by the benchmark and the time.</summary>
public static class ResultFile
{
    /// <summary>The name without extension.</summary>
    public static string New(string benchmark)
    {
        string folder = Path.Combine(RepositoryRoot.Artifacts, "benchmarks");
        Directory.CreateDirectory(folder);
        return Path.Combine(folder, $"{benchmark}-{DateTime.UtcNow.ToString("yyyy-MM-dd-HHmmss", CultureInfo.InvariantCulture)}");
    }

    /// <summary>Writes the report, on the console too.</summary>
    /// <param name="file">The name without extension.</param>
    public static void Write(string file, IReadOnlyCollection<string> report)
    {
        File.WriteAllLines(file + ".md", report);
        Console.WriteLine(string.Join(Environment.NewLine, report));
        Console.WriteLine($"Written: {Path.GetRelativePath(RepositoryRoot.Folder, file)}.md");
    }

    /// <summary>A table of the report, and an empty line.</summary>
    public static IEnumerable<string> Table(IReadOnlyList<string> columns, IEnumerable<IEnumerable<string>> rows) =>
        [Row(columns), Row(columns.Select(_ => "---")), .. rows.Select(Row), string.Empty];

    private static string Row(IEnumerable<string> cells) => $"| {string.Join(" | ", cells)} |";
}
