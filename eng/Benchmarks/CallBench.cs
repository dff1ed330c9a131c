using System.Text.Encodings.Web;

namespace CopyOnWrite.Benchmarks;

/// <summary>The common part of benchmarks that run calls of the task.</summary>
/// <param name="Scratch">A folder beside the volumes, for lists and programs.</param>
/// <param name="Package">The last packed packages, unpacked into one folder.</param>
internal sealed record CallBench(
    CallOptions Options, IReadOnlyList<BenchVolume> Volumes, string Scratch, string Package, BenchEnvironment Environment)
{
    internal const string InOneEngine = "In one MSBuild engine, with the logger of a plain `dotnet build`.";

    private const int EnoughRounds = 5;

    // The text is not used in HTML.
    private static readonly JsonSerializerOptions s_json = new()
    {
        WriteIndented = true,
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    internal static async Task<int> RunAsync(
        CallOptions options, Func<CallBench, CancellationToken, Task> runAsync, CancellationToken cancel)
    {
        using var volumes = BenchVolumes.Find(BenchVolumes.FromEnvironment(), "bench");
        string scratch = Directory.CreateTempSubdirectory("cow-bench-").FullName;
        try
        {
            BenchVolume[] chosen =
                [.. volumes.Distinct.Where(volume => options.Volumes.Length == 0 || options.Volumes.Contains(volume.FileSystem))];
            if (chosen.Length == 0)
            {
                Console.Error.WriteLine($"There are only {string.Join(", ", volumes.Distinct.Select(volume => volume.FileSystem))} here.");
                return 2;
            }

            string package = Path.Combine(scratch, "package");
            PackedPackage.Unpack("CopyOnWrite.Artifacts", package);
            PackedPackage.Unpack("CopyOnWrite.Sdk", package);
            BenchEnvironment environment = await BenchEnvironment.ReadAsync(chosen, cancel);
            await runAsync(new CallBench(options, chosen, scratch, package, environment), cancel);
            return 0;
        }
        finally
        {
            BenchVolumes.Delete(scratch);
        }
    }

    /// <summary>Measures on one volume after the other, and frees what that used for the next one's image.</summary>
    internal async Task<List<T>> OnEachVolumeAsync<T>(Func<BenchVolume, Task<IEnumerable<T>>> measureAsync)
    {
        var rows = new List<T>();
        foreach (BenchVolume volume in Volumes)
        {
            rows.AddRange(await measureAsync(volume));
            BenchVolumes.Delete(volume.Folder);
        }

        return rows;
    }

    internal Task<CopyEngine> StartEngineAsync(CancellationToken cancel) => CopyEngine.StartAsync(Package, cancel);

    /// <summary>Writes the report, on the console too, and everything that was measured.</summary>
    /// <param name="how">What a call is, in sentences.</param>
    internal void Write<T>(string benchmark, string title, T rows, IEnumerable<string> tables, params IEnumerable<string> how)
    {
        BenchEnvironment environment = Environment.AtTheEnd();
        string file = ResultFile.New(benchmark);
        File.WriteAllText(file + ".json", JsonSerializer.Serialize(new { environment, Options.Rounds, rows }, s_json) + "\n");
        string few = Options.Rounds < EnoughRounds
            ? " Fewer than five rounds: the intervals are too narrow and prove nothing."
            : string.Empty;
        ResultFile.Write(file,
        [
            $"# {title}",
            string.Empty,
            .. tables,
            $"- Medians of {Options.Rounds} rounds after one that is dropped; in parentheses the 95% interval by bootstrap over rounds. "
                + $"Arms take turns. A/A is one arm against itself, which shows the noise.{few}",
            .. how.Select(line => $"- {line}"),
            .. environment.Lines(),
        ]);
    }
}
