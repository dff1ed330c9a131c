using BenchmarkDotNet.Columns;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Engines;
using BenchmarkDotNet.EventProcessors;
using BenchmarkDotNet.Exporters;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Toolchains.InProcess.NoEmit;

namespace CopyOnWrite.Benchmarks;

/// <summary>
/// A short job, so that some 150 benchmarks take minutes: each iteration is one operation of 50 copies, which is long enough to time. In
/// this process: nothing in it disturbs, and BenchmarkDotNet would build a separate process for each benchmark.
/// </summary>
internal static class MatrixConfig
{
    private const int WarmUps = 2;
    private const int LongestParameter = 40; // The default cuts at 20.

    internal static IConfig Of(int iterations, string folder)
    {
        Job job = Job.Default
            .WithToolchain(InProcessNoEmitToolchain.Instance)
            .WithStrategy(RunStrategy.Monitoring)
            .WithWarmupCount(WarmUps)
            .WithIterationCount(iterations)
            .WithOutlierMode(Perfolizer.Mathematics.OutlierDetection.OutlierMode.RemoveUpper);
        return ManualConfig.CreateEmpty()
            .AddJob(job)
            .AddColumnProvider(DefaultColumnProviders.Instance)
            .AddColumn(StatisticColumn.Median)
            .HideColumns(Column.Job, Column.Toolchain, Column.IterationCount, Column.RunStrategy, Column.WarmupCount, Column.OutlierMode)
            .AddExporter(MarkdownExporter.GitHub)
            .AddLogger(new StreamLogger(new StreamWriter(Path.Combine(folder, "matrix.log")) { AutoFlush = true }))
            .AddEventProcessor(new Progress())
            .WithArtifactsPath(folder)
            .WithSummaryStyle(SummaryStyle.Default.WithMaxParameterColumnWidth(LongestParameter))
            .WithOptions(ConfigOptions.JoinSummary | ConfigOptions.DisableLogFile);
    }

    /// <summary>Prints one line for each benchmark; BenchmarkDotNet's output is in its log.</summary>
    private sealed class Progress : EventProcessor
    {
        private int _done;

        public override void OnStartRunBenchmark(BenchmarkCase benchmarkCase) =>
            Console.WriteLine($"{++_done,4}  {benchmarkCase.Parameters.DisplayInfo} {benchmarkCase.Descriptor.WorkloadMethodDisplayInfo}");
    }
}
