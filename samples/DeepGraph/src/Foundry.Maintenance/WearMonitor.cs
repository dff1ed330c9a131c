using Foundry.Journal;
using Foundry.Machines;
using Foundry.Time;
using Polly;
using Polly.Retry;

namespace Foundry.Maintenance;

/// <summary>Reads a machine's wear, in percent, from a sensor that does not answer every time.</summary>
public sealed class WearMonitor(JournalBook journal, Func<Machine, int> sensor)
{
    private readonly ResiliencePipeline pipeline = new ResiliencePipelineBuilder()
        .AddRetry(new RetryStrategyOptions { MaxRetryAttempts = 3, Delay = TimeSpan.Zero })
        .Build();

    public int Read(Machine machine, FloorTime at)
    {
        var wear = pipeline.Execute(() => sensor(machine));
        journal.Log.Add(at, machine.Id, $"wear {wear} %");
        return wear;
    }

    public bool NeedsService(Machine machine, FloorTime at) => Read(machine, at) >= 80;
}
