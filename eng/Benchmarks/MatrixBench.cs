using BenchmarkDotNet.Columns;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Engines;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Toolchains.InProcess.NoEmit;
using Microsoft.Build.Locator;

namespace CopyOnWrite.Benchmarks;

/// <summary>
/// The published matrix with BenchmarkDotNet, on the other benchmarks' volumes, with the facts about the run.
/// </summary>
internal static class MatrixBench
{
    private const int IterationsForARound = 3; // They are short: 27 of them, by default, take three minutes for all.
    private const int WarmUps = 2;

    internal static async Task<int> RunAsync(CallOptions options, CancellationToken cancel)
    {
        using var volumes = BenchVolumes.Find(BenchVolumes.FromEnvironment(), "bench");
        BenchEnvironment environment = await BenchEnvironment.ReadAsync(volumes.Distinct, cancel);
        string file = ResultFile.New("matrix");
        int iterations = options.Rounds * IterationsForARound;
        CopyMatrix.Folders = volumes.Distinct.ToDictionary(volume => volume.FileSystem, volume => volume.Folder);

        // BenchmarkDotNet looks at every assembly that this one references, thus also MSBuild, which the engine uses.
        MSBuildLocator.RegisterInstance(MSBuildLocator.QueryVisualStudioInstances().First());

        // BenchmarkDotNet's files stay with the report: every value, and its log.
        string work = file + "-work";
        Summary summary = BenchmarkRunner.Run<CopyMatrix>(Config(iterations, work));
        if (summary.HasCriticalValidationErrors || !summary.Reports.All(report => report.Success))
        {
            Console.Error.WriteLine($"Some benchmarks failed, see {work}");
            return 1;
        }

        string table = await File.ReadAllTextAsync(Directory.GetFiles(summary.ResultsDirectoryPath, "*-github.md").Single(), cancel);
        ResultFile.Write(file, Lines(table, iterations, environment));
        return 0;
    }

    /// <summary>
    /// A short job, so that some 150 benchmarks take minutes: each iteration is one operation of 50 copies, which is long enough to time.
    /// In this process: nothing in it disturbs, and BenchmarkDotNet would build a separate process for each benchmark.
    /// </summary>
    private static ManualConfig Config(int iterations, string folder) => ManualConfig.Create(DefaultConfig.Instance)
        .AddJob(Job.Default
            .WithToolchain(InProcessNoEmitToolchain.Instance)
            .WithStrategy(RunStrategy.Monitoring)
            .WithWarmupCount(WarmUps)
            .WithIterationCount(iterations)
            .WithOutlierMode(Perfolizer.Mathematics.OutlierDetection.OutlierMode.RemoveUpper))
        .AddColumn(StatisticColumn.Median)
        .WithArtifactsPath(folder);

    private static string[] Lines(string table, int iterations, BenchEnvironment environment) =>
    [
        "# File.Copy against CopyOnWrite.Core, one file",
        string.Empty,
        .. table.TrimEnd().Split('\n').Select(line => line.TrimEnd()),
        string.Empty,
        $"- Time of one copy: {iterations} iterations after {WarmUps} that are dropped, each of 50 copies of one source to new names; "
            + "the targets are deleted between iterations. Error is half of the 99.9% interval; "
            + "slow outliers are left out, as BenchmarkDotNet does by default.",
        "- \"File.Copy-again\" is the same as File.Copy: what differs there is noise. "
            + "Benchmarks of a row run one after the other, not in turns.",
        "- \"no data\": the length is set, nothing is written. The source is on the disk before it is copied.",
        $"- File.Copy of {Machine.Current.Runtime} clones as well, on Linux, macOS, and Windows from 24H2 on.",
        .. environment.AtTheEnd().Lines(),
    ];
}
