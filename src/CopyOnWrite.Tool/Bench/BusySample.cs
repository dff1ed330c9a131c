using CopyOnWrite.Measurement;

namespace CopyOnWrite.Tool.Bench;

/// <summary>What others did on the machine right before a round, while the bench itself did nothing.</summary>
/// <param name="Busy">Processors that they kept busy, on average.</param>
/// <param name="Processors">Those that the machine has.</param>
/// <param name="DiskStalled">Part of the time in which one of them waited for a disk; null where it is unknown.</param>
internal sealed record BusySample(int Round, double Busy, int Processors, double? DiskStalled)
{
    // Below that a build of some seconds shows nothing of it.
    private const double MuchOfProcessors = 0.1;
    private const double MuchOfTime = 0.1;

    internal bool IsWhole => double.IsFinite(Busy) && Processors > 0 && DiskStalled is null or >= 0 and <= 1;

    internal bool IsOfOthers => Busy > MuchOfProcessors * Processors || DiskStalled > MuchOfTime;

    /// <summary>Takes a second. Null where the system does not report it.</summary>
    internal static async Task<BusySample?> TakeAsync(int round, CancellationToken cancel) =>
        await MachineLoad.SampleAsync(cancel) is { } load ? new BusySample(round, load.Busy, load.Processors, load.DiskStalled) : null;

    /// <summary>Null where the machine was quiet, or nothing is known.</summary>
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
