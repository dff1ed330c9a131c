using CopyOnWrite.Measurement;

namespace CopyOnWrite.Tool.Bench;

/// <summary>
/// All that was measured: the content of the JSON file. Merging files joins their lists of volumes.
/// </summary>
internal sealed record BenchResult(int Format, string Repository, IReadOnlyList<VolumeResult> Volumes)
{
    internal const int CurrentFormat = 1;

    /// <summary>The arms of all volumes.</summary>
    internal IEnumerable<ArmResult> Arms => Volumes.SelectMany(volume => volume.Arms);

    /// <summary>Whether the content is complete: files may have been edited.</summary>
    internal bool IsWhole => Volumes.All(volume => volume is not null
        && volume.Arms.All(arm => arm is not null && arm.IsWhole)
        && volume.Arms.DistinctBy(arm => arm.Kind).Count() == volume.Arms.Count
        && (volume.Busy ?? []).All(sample => sample is { IsWhole: true }));

    /// <summary>The name, with the repository, the packages' place or the machine where volumes have the same name.</summary>
    internal string NameOf(VolumeResult volume)
    {
        VolumeResult[] others = [.. Volumes.Where(other => other.Name == volume.Name && other.Repository == volume.Repository)];
        return (volume.Repository is null ? volume.Name : $"{volume.Repository} on {volume.Name}")
            + (others.Any(other => other.Packages != volume.Packages) ? $", {volume.Packages}" : string.Empty)
            + (others.Any(other => other.MachineName != volume.MachineName) ? $", {volume.MachineName}" : string.Empty);
    }

    internal string NameOf(VolumeResult volume, ArmResult arm) =>
        (Volumes.Count > 1 ? $"{NameOf(volume)}, " : string.Empty) + ArmNames.Of(arm.Kind);
}

/// <summary>The arms on one volume of one machine.</summary>
/// <param name="Name">The file system, with the folder or the machine if several would have the same name.</param>
/// <param name="Volume">A line that describes the volume.</param>
/// <param name="RoundsAsked">Rounds without the first, which is dropped.</param>
/// <param name="Interrupted">Whether the measurement was stopped before the end.</param>
/// <param name="Load">The machine's load of one minute before and after: what other programs did.</param>
/// <param name="NotTheSame">Files that differ even between the two built-in arms, so they prove nothing.</param>
/// <param name="Repository">The repository, in a report on several; otherwise null.</param>
/// <param name="Command">The command timed instead of `dotnet build`; its Copy calls are unknown.</param>
/// <param name="ChangedFile">The file that is changed in builds with one file changed.</param>
/// <param name="Busy">Other programs' work before each round, with the first; null where the system does not report it.</param>
internal sealed record VolumeResult(
    string Name,
    string Volume,
    string Packages,
    DateTimeOffset Date,
    string MachineName,
    Machine Machine,
    string DotNetSdk,
    string SdkVersion,
    int Seed,
    int RoundsAsked,
    bool Interrupted,
    string Load,
    IReadOnlyList<ArmResult> Arms,
    IReadOnlyList<string> NotTheSame,
    string? Repository = null,
    string? Command = null,
    string? ChangedFile = null,
    IReadOnlyList<BusySample>? Busy = null);

/// <param name="Runs">The runs in the order of their rounds.</param>
/// <param name="OutputBytes">The last build's outputs, by the files' lengths.</param>
/// <param name="OwnedAloneBytes">Bytes of the outputs that no other file shares.</param>
/// <param name="Differences">The differences from the built-in's outputs on this volume, a line each.</param>
/// <param name="Files">Null where they were not counted.</param>
/// <param name="BytesWithCache">Of the outputs and the arm's cross-volume cache, shared blocks counted once; null without the SDK.</param>
/// <param name="OutputsCompared">
/// False where the measurement was stopped during a build or before the arm's first one, so its outputs are unknown.
/// </param>
internal sealed record ArmResult(
    ArmKind Kind,
    IReadOnlyList<BenchBuild> Runs,
    int OutputFiles,
    long OutputBytes,
    long OwnedAloneBytes,
    IReadOnlyList<string> Differences,
    ArmFileCounts? Files = null,
    long? BytesWithCache = null,
    bool OutputsCompared = true)
{
    // A microsecond and thirty years: between these, ratios are finite.
    private const double Least = 1e-6;
    private const double Most = 1e9;

    /// <summary>Rounds are paired, so each must be unique.</summary>
    internal bool IsWhole => Enum.IsDefined(Kind)
        && Runs.All(run => run is
        {
            Seconds: >= Least and <= Most, CopySeconds: >= 0 and <= Most, WrittenBytes: null or >= 0,
            NoOpSeconds: null or (>= Least and <= Most), NoOpCopySeconds: null or (>= 0 and <= Most),
            OneFileSeconds: null or (>= Least and <= Most), OneFileCopySeconds: null or (>= 0 and <= Most),
        })
        && Runs.DistinctBy(run => run.Round).Count() == Runs.Count;
}

/// <param name="Turn">The build's position in its round.</param>
/// <param name="Seconds">The whole `dotnet build`, restore apart.</param>
/// <param name="CopySeconds">The sum over calls, which may run at the same time.</param>
/// <param name="WrittenBytes">
/// The bytes that all processes wrote to the volume's device, from the build's start until all was on it; null where the system does
/// not report it.
/// </param>
/// <param name="NoOpSeconds">The build right after it, with nothing to do; null if not measured.</param>
/// <param name="NoOpCopySeconds">Copy's time in that build.</param>
/// <param name="OneFileSeconds">The next build, after one source file was changed; null if not measured.</param>
/// <param name="OneFileCopySeconds">Copy's time in that build.</param>
internal sealed record BenchBuild(
    int Round,
    int Turn,
    double Seconds,
    double CopySeconds,
    long? WrittenBytes,
    double? NoOpSeconds = null,
    double? NoOpCopySeconds = null,
    double? OneFileSeconds = null,
    double? OneFileCopySeconds = null);

/// <param name="Cloned">Copied files that share blocks with others, by their extents, including those from the cache.</param>
/// <param name="Copied">Copied files that do not.</param>
/// <param name="FromCache">The number from the SDK's task; null without it.</param>
internal sealed record ArmFileCounts(long Cloned, long Copied, long? FromCache);

/// <summary>
/// Outliers by Tukey's fences: runs outside of the middle half by more than one and a half times its width. The middle half is
/// between the medians of the lower and of the upper half.
/// </summary>
internal static class Outliers
{
    private const double Fence = 1.5;
    private const int Fewest = 4;

    internal static IReadOnlyList<BenchBuild> Of(ArmResult arm)
    {
        double[] sorted = [.. arm.Runs.Select(run => run.Seconds).Order()];
        if (sorted.Length < Fewest)
        {
            return [];
        }

        int half = (sorted.Length + 1) / 2;
        double low = Estimate.Median(sorted[..half]);
        double high = Estimate.Median(sorted[^half..]);
        double width = (high - low) * Fence;
        return [.. arm.Runs.Where(run => run.Seconds < low - width || run.Seconds > high + width)];
    }
}
