using System.Text.Json;

namespace CopyOnWrite.Tool.Bench;

/// <summary>
/// Writes results: NAME.json, from which the others can be made again, NAME.md and NAME.html. They took hours to measure, so earlier ones
/// stay.
/// </summary>
internal static class BenchFiles
{
    internal const string UsualName = "cow-bench";

    private static readonly string[] s_extensions = [".json", ".md", ".html"];

    // Rejects missing and null values; IsWhole checks the elements of lists.
    private static readonly JsonSerializerOptions s_strict =
        new(JsonFormat.Options) { RespectNullableAnnotations = true, RespectRequiredConstructorParameters = true };

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

    /// <summary>Merges the volumes of several files, of one repository or several.</summary>
    internal static BenchResult Merge(IReadOnlyList<string> files)
    {
        BenchResult[] results = [.. files.Select(Read)];
        string[] repositories = [.. results.Select(result => result.Repository).Distinct()];
        return new BenchResult(
            BenchResult.CurrentFormat,
            string.Join(", ", repositories),
            [
                .. from result in results
                   from volume in result.Volumes
                   select repositories.Length > 1 ? volume with { Repository = volume.Repository ?? result.Repository } : volume,
            ]);
    }

    private static BenchResult Read(string file)
    {
        InputFile.Require(file, "Name the .json files that `dotnet cow bench` wrote.");
        return Parse(File.ReadAllText(file), file);
    }

    internal static BenchResult Parse(string text, string file)
    {
        try
        {
            BenchResult? result = JsonSerializer.Deserialize<BenchResult>(text, s_strict);
            return result is { Format: BenchResult.CurrentFormat, IsWhole: true } ? result
                : throw new CommandFailedException(
                    $"{file} is not a result of this version of `dotnet cow bench`. Name the .json files that it wrote.");
        }
        catch (Exception e) when (e is JsonException or ArgumentException)    // The latter for an unpaired surrogate.
        {
            throw new CommandFailedException($"{file} is not a result of `dotnet cow bench`. Name the .json files that it wrote.");
        }
    }
}
