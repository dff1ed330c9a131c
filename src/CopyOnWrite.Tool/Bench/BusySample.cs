using CopyOnWrite.Measurement;

namespace CopyOnWrite.Tool.Bench;

/// <summary>Other programs' work right before a round, while the bench did nothing.</summary>
/// <param name="Busy">Busy processors, on average.</param>
/// <param name="Processors">The machine's processors.</param>
/// <param name="DiskStalled">Part of the time in which one program waited for a disk; null where it is unknown.</param>
internal sealed record BusySample(int Round, double Busy, int Processors, double? DiskStalled)
{
    // Below that it does not affect a build of some seconds.
    private const double MuchOfProcessors = 0.1;
    private const double MuchOfTime = 0.1;

    internal bool IsWhole => double.IsFinite(Busy) && Processors > 0 && DiskStalled is null or >= 0 and <= 1;

    internal bool IsOfOthers => Busy > MuchOfProcessors * Processors || DiskStalled > MuchOfTime;

    /// <summary>Takes a sample of a second; null where the system does not report it.</summary>
    internal static async Task<BusySample?> TakeAsync(int round, CancellationToken cancel) =>
        await MachineLoad.SampleAsync(cancel) is { } load ? new BusySample(round, load.Busy, load.Processors, load.DiskStalled) : null;

    /// <summary>The words for it; null where the machine was quiet, or it is unknown.</summary>
    internal static string? Warning(VolumeResult volume)
    {
        IReadOnlyList<BusySample> samples = volume.Busy ?? [];
        BusySample[] busy = [.. samples.Where(sample => sample.IsOfOthers)];
        return busy.MaxBy(sample => sample.Busy) is not { } worst ? null
            : $"The machine was busy: before {busy.Length} of {samples.Count} rounds {worst.Words}"
                + $"{(busy.Length > 1 ? " at most" : string.Empty)}. Differences may come from that: repeat it on a quiet machine.";
    }

    /// <summary>"others used 1.4 of 2 processors and waited for a disk 30 % of the time"</summary>
    internal string Words
    {
        get
        {
            string disk = DiskStalled > MuchOfTime
                ? $" and waited for a disk {BenchTables.Number(DiskStalled.Value * 100, "0")} % of the time"
                : string.Empty;
            return $"others used {BenchTables.Number(Busy, "0.0")} of {Processors} processors{disk}";
        }
    }
}
