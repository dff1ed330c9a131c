using CopyOnWrite.Measurement;

namespace CopyOnWrite.Tool.Bench;

/// <summary>
/// All that was measured, as the file has it. Files of several machines are merged by putting their volumes side by side.
/// </summary>
internal sealed record BenchResult(int Format, string Repository, IReadOnlyList<VolumeResult> Volumes)
{
    internal const int CurrentFormat = 1;

    /// <summary>Of all volumes.</summary>
    internal IEnumerable<ArmResult> Arms => Volumes.SelectMany(volume => volume.Arms);

    /// <summary>Whether reports can be made of it: files may have been edited.</summary>
    internal bool IsWhole => Volumes.All(volume => volume is not null
        && volume.Arms.All(arm => arm is not null && arm.IsWhole)
        && volume.Arms.DistinctBy(arm => arm.Kind).Count() == volume.Arms.Count
        && (volume.Busy ?? []).All(sample => sample is { IsWhole: true }));

    /// <summary>With what sets it apart from a volume of the same name: the repository, where the packages are, the machine.</summary>
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
/// <param name="Name">The file system, and where volumes would have the same name, the folder or the machine too.</param>
/// <param name="Volume">What the volume is, in a line.</param>
/// <param name="RoundsAsked">Without the first, which is dropped.</param>
/// <param name="Interrupted">The measurement was stopped before the end.</param>
/// <param name="Load">The machine's load of one minute before and after: who else was at work.</param>
/// <param name="NotTheSame">Files that differ between the two built-in arms already, so nothing can be told from them.</param>
/// <param name="Repository">In a report on several repositories; else null.</param>
/// <param name="Command">What was timed instead of `dotnet build`; its Copy calls are unknown.</param>
/// <param name="ChangedFile">In builds with one file changed, which.</param>
/// <param name="Busy">What others did before each round, the first included; null where the system does not tell.</param>
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

/// <param name="Runs">In the order of their rounds.</param>
/// <param name="OutputBytes">Of what the last build left, as the files' lengths say.</param>
/// <param name="OwnedAloneBytes">Of those, bytes that no other file shares.</param>
/// <param name="Differences">Of its outputs from the built-in's on this volume, a line each.</param>
/// <param name="Files">Null where they were not counted.</param>
/// <param name="BytesWithCache">Of the outputs and the arm's cross-volume cache, each block counted once; null without the SDK.</param>
/// <param name="OutputsCompared">
/// False where the measurement was stopped in the middle of a build, or before the arm's first: of its outputs nothing is known then.
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
    // A microsecond and thirty years: with what lies between them ratios are numbers.
    private const double Least = 1e-6;
    private const double Most = 1e9;

    /// <summary>Rounds are paired, so each is there once.</summary>
    internal bool IsWhole => Enum.IsDefined(Kind)
        && Runs.All(run => run is
        {
            Seconds: >= Least and <= Most, CopySeconds: >= 0 and <= Most, WrittenBytes: null or >= 0,
            NoOpSeconds: null or (>= Least and <= Most), NoOpCopySeconds: null or (>= 0 and <= Most),
            OneFileSeconds: null or (>= Least and <= Most), OneFileCopySeconds: null or (>= 0 and <= Most),
        })
        && Runs.DistinctBy(run => run.Round).Count() == Runs.Count;
}

/// <param name="Turn">Which build of its round it was.</param>
/// <param name="Seconds">The whole `dotnet build`, restore apart.</param>
/// <param name="CopySeconds">Summed over calls that may run at the same time.</param>
/// <param name="WrittenBytes">
/// What the volume's device was given to write, by any process, from the build's start until all was on it; null where the system does
/// not tell.
/// </param>
/// <param name="NoOpSeconds">Of the build right after it, which found nothing to do; null where there was none.</param>
/// <param name="NoOpCopySeconds">Of Copy in that one.</param>
/// <param name="OneFileSeconds">Of the build after those, for which one source file was changed; null where there was none.</param>
/// <param name="OneFileCopySeconds">Of Copy in that one.</param>
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

/// <param name="Cloned">Copied files that share blocks with others, by their extents; those from the cache are among them.</param>
/// <param name="Copied">Copied files that do not.</param>
/// <param name="FromCache">As the SDK's task says; null without it.</param>
internal sealed record ArmFileCounts(long Cloned, long Copied, long? FromCache);

/// <summary>
/// Runs far from the others by Tukey's fences: further outside of the middle half than one and a half times its width. The middle half is
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
