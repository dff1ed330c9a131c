using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using CopyOnWrite.Measurement;
using Spectre.Console;

namespace CopyOnWrite.Build.Benchmarks;

/// <summary>
/// samples/DeepGraph and samples/Microservices on each volume, packages and repository together: the case in which there is least to gain.
/// All arms build once in each round, in a random order; the built-in has two, which shows how much of a difference is noise.
/// </summary>
internal static class BuildsBench
{
    private static readonly string[] s_samples = ["DeepGraph", "Microservices"];

    internal static async Task<int> RunAsync(BenchOptions options, CancellationToken cancel)
    {
        bool same = true;
        int exitCode = await BenchVolumes.UseAsync(options.Calls.Volumes, async places => same = await RunAsync(options, places, cancel), cancel);
        return exitCode != 0 || same ? exitCode : 1;
    }

    private static async Task<bool> RunAsync(BenchOptions options, IReadOnlyList<Place> places, CancellationToken cancel)
    {
        using var server = new CompilerServer();
        Circumstances circumstances = await Circumstances.ReadAsync(options, places, cancel);
        var random = new Random(options.Seed);
        var cells = new List<BuildsCell>();
        foreach (Place place in places)
        {
            foreach (string sample in s_samples)
            {
                BuildsArm[] arms = BuildsArm.All(Path.Combine(place.Folder, sample), place.Packages, server.Variables);
                foreach (BuildsArm arm in arms)
                {
                    AnsiConsole.WriteLine($"{place.FileSystem}, {sample}, {arm.Name}: restore, and a first build");
                    await arm.CreateAsync(Repository.Sample(sample), cancel);
                }

                for (int round = 0; round < options.Rounds; round++)
                {
                    AnsiConsole.WriteLine($"{place.FileSystem}, {sample}: round {round + 1} of {options.Rounds}");
                    BuildsArm[] order = [.. arms];
                    random.Shuffle(order);
                    foreach (BuildsArm arm in order)
                    {
                        await arm.TimeAsync(cancel);
                    }
                }

                TreeSnapshot expected = arms[0].Outputs();
                cells.Add(new BuildsCell(sample, place.FileSystem, [.. arms.Select(arm =>
                    arm.Result(arm == arms[0] ? [] : expected.Differences(arm.Outputs(), MtimeComparison.ByOrigin)))]));
                Directory.Delete(Path.Combine(place.Folder, sample), recursive: true);
            }
        }

        var result = new BuildsResult(circumstances.AtTheEnd(), cells);
        BenchFile.Write("builds", circumstances.Date.UtcDateTime, result, BuildsReport.Lines(result));
        return cells.All(cell => cell.Arms.All(arm => arm.Differences.Count == 0));
    }
}
