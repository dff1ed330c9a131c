namespace CopyOnWrite.Build.Flakes;

/// <summary>
/// <c>./build.sh bench flakes</c>: builds that fail for a file, with the built-in task and with the packed SDK in turns, on each volume.
/// </summary>
internal sealed class FlakesBench(IReadOnlyList<BenchVolume> volumes, int rounds, CancellationToken cancel)
{
    private const string Cell =
        "A cell: failed builds; missing or wrong outputs for each 1,000; errors and warnings for each 1,000 outputs.";

    private static readonly string[] s_arms = ["built-in", "package"];

    private readonly List<string> _notes = [];

    internal static async Task<int> RunAsync(int rounds, CancellationToken cancel)
    {
        await Pack.RunAsync(cancel, only: ["CopyOnWrite.Sdk"]);
        await using MountedVolumes mounted = await MountedVolumes.UpAsync(cancel);
        using var volumes = BenchVolumes.Find(mounted.Variables, "flakes");
        await new FlakesBench(volumes.Distinct, rounds, cancel).WriteAsync();
        return 0;
    }

    private async Task WriteAsync()
    {
        BenchEnvironment environment = await BenchEnvironment.ReadAsync(volumes, cancel);
        string[] table = await TableAsync(FlakeScenario.All);
        ResultFile.Write(
            ResultFile.New("flakes"),
            ["# Builds that fail for a file", string.Empty, .. table, .. _notes, .. environment.AtTheEnd().Lines()]);
    }

    private async Task<string[]> TableAsync(IEnumerable<FlakeScenario> scenarios)
    {
        string[] columns = ["what happens", .. volumes.SelectMany(volume => s_arms.Select(arm => $"{volume.FileSystem}, {arm}"))];
        var rows = new List<string[]>();
        foreach (FlakeScenario scenario in scenarios)
        {
            List<string> cells = [scenario.What];
            foreach (BenchVolume volume in volumes)
            {
                FlakeRepository[] arms = await PlayAsync(scenario, Path.Combine(volume.Folder, scenario.GetType().Name));
                _notes.Add($"- {scenario.What}, {volume.FileSystem}: built-in {arms[0].Counts}; package {arms[1].Counts}.");
                Console.WriteLine(_notes[^1]);
                cells.AddRange(arms.Select(arm => arm.Counts.Cell));
            }

            rows.Add([.. cells]);
        }

        return [Cell, string.Empty, .. ResultFile.Table(columns, rows)];
    }

    /// <summary>The arms take turns, and each is first in every other round.</summary>
    private async Task<FlakeRepository[]> PlayAsync(FlakeScenario scenario, string folder)
    {
        FlakeRepository[] arms = [.. s_arms.Select(arm => new FlakeRepository(Path.Combine(folder, arm)))];
        foreach (FlakeRepository arm in arms)
        {
            string? sdk = arm == arms[0] ? null : PackedPackage.VersionOf("CopyOnWrite.Sdk");
            SampleRepository.Create(scenario.Sample, arm.Folder, PackedPackage.Feed, sdk);
            await scenario.PrepareAsync(arm, cancel);
        }

        for (int round = 0; round < rounds; round++)
        {
            await scenario.PlayAsync(arms[round % 2], round, cancel);
            await scenario.PlayAsync(arms[(round + 1) % 2], round, cancel);
        }

        BenchVolumes.Delete(folder);
        return arms;
    }
}
