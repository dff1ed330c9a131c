using BenchmarkDotNet.Attributes;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Toolchains.InProcess.NoEmit;
using Courier.Contracts;

namespace Courier.Hosting;

public class HandlerBenchmark
{
    private static IParcelHandler? handler;

    [Benchmark]
    public int HandleSamples() => Parcel.Samples.Count(parcel => handler!.Handle(parcel).Text.Length > 0);

    internal static void Run(IParcelHandler measured)
    {
        handler = measured;
        BenchmarkRunner.Run<HandlerBenchmark>(DefaultConfig.Instance
            .AddJob(Job.Dry.WithToolchain(InProcessNoEmitToolchain.Instance))
            .WithOptions(ConfigOptions.DisableOptimizationsValidator));
    }
}
