using System.Globalization;

namespace CopyOnWrite.Measurement;

/// <summary>
/// What all processes of the machine did for a moment. It is taken while the measuring program does nothing, so it shows others' work;
/// during a build they could not be separated.
/// </summary>
/// <param name="Busy">Processors that were busy, on average.</param>
/// <param name="Processors">The machine's processors, also where this process may use only some.</param>
/// <param name="DiskStalled">Part of the time in which a process waited for a disk; null where the kernel does not report it.</param>
public sealed record MachineLoad(double Busy, int Processors, double? DiskStalled)
{
    // A hundred of the kernel's ticks, in which it counts, but short beside a build.
    private static readonly TimeSpan s_window = TimeSpan.FromSeconds(1);

    // The first line's numbers are ticks since boot (man 5 proc_stat): user, nice, system, idle, iowait, irq, softirq, steal.
    private const int Idle = 3;
    private const int WaitingForDisk = 4;
    private const int Counted = 8;

    /// <summary>Takes a sample; null where the system does not report it.</summary>
    public static async Task<MachineLoad?> SampleAsync(CancellationToken cancel)
    {
        if (Read() is not { } before)
        {
            return null;
        }

        await Task.Delay(s_window, cancel).ConfigureAwait(false);
        return Read() is { } after ? Between(before, after) : null;
    }

    internal static MachineLoad? Between(Counters before, Counters after)
    {
        double all = after.All - before.All;
        double? stalled = (after.DiskStalledMicroseconds - before.DiskStalledMicroseconds) / s_window.TotalMicroseconds;
        return all <= 0 ? null : new MachineLoad(
            Math.Round(after.Processors * (after.Busy - before.Busy) / all, 2),
            after.Processors,
            stalled is { } part ? Math.Round(Math.Clamp(part, 0, 1), 2) : null);
    }

    /// <param name="stat">/proc/stat</param>
    /// <param name="pressure">/proc/pressure/io (Documentation/accounting/psi.rst); null where the kernel lacks it.</param>
    internal static Counters? Parse(string stat, string? pressure)
    {
        string[] words = stat.Split('\n')[0].Split(' ', StringSplitOptions.RemoveEmptyEntries);
        double?[] ticks = [.. words.Skip(1).Take(Counted).Select(Number)];
        string? total = pressure?.Split('\n')[0].Split(' ').FirstOrDefault(word => word.StartsWith("total=", StringComparison.Ordinal));
        return words is not ["cpu", ..] || ticks.Length < Counted || ticks.Contains(null) ? null
            : new Counters(
                (ticks.Sum() - ticks[Idle] - ticks[WaitingForDisk])!.Value,
                ticks.Sum()!.Value,
                stat.Split('\n').Count(line => line.StartsWith("cpu", StringComparison.Ordinal)) - 1,
                total is null ? null : Number(total["total=".Length..]));
    }

    private static double? Number(string text) =>
        ulong.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out ulong number) ? number : null;

    private static Counters? Read()
    {
        try
        {
            return Parse(File.ReadAllText("/proc/stat"), File.Exists("/proc/pressure/io") ? File.ReadAllText("/proc/pressure/io") : null);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or NotSupportedException)
        {
            return null; // Not Linux, or a container that hides it. Without PSI in the kernel, reading its file fails.
        }
    }

    /// <summary>Sums since boot.</summary>
    internal readonly record struct Counters(double Busy, double All, int Processors, double? DiskStalledMicroseconds);
}
