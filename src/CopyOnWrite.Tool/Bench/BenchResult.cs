using System.Text.RegularExpressions;
using CopyOnWrite.Linux;
using CopyOnWrite.Tool.Inspect;

namespace CopyOnWrite.Tool.Bench;

/// <summary>All that was measured: the content of the JSON file.</summary>
internal sealed record BenchResult(int Format, string Repository, IReadOnlyList<VolumeResult> Volumes)
{
    internal const int CurrentFormat = 3;

    internal IEnumerable<ArmResult> Arms => Volumes.SelectMany(volume => volume.Arms);

    internal string NameOf(VolumeResult volume, ArmResult arm) =>
        (Volumes.Count > 1 ? $"{volume.Name}, " : string.Empty) + ArmNames.Of(arm.Kind);
}

/// <param name="Name">The file system, with the folder if several would have the same name.</param>
/// <param name="NotTheSame">Files that differ even between the two built-in arms, so they prove nothing.</param>
internal sealed record VolumeResult(
    string Name, string Volume, string Packages, DateTimeOffset Date, string MachineName, Machine Machine, string DotNetSdk,
    bool MSBuildServer, string SdkVersion, IReadOnlyList<ArmResult> Arms, IReadOnlyList<string> NotTheSame)
{
    internal ArmResult? Arm(ArmKind kind) => Arms.FirstOrDefault(arm => arm.Kind == kind);
}

internal sealed record ArmResult(ArmKind Kind, IReadOnlyList<BenchBuild> Runs, ArmOutputs Outputs)
{
    internal bool Has(Scenario scenario) => Runs.Any(run => run.Time(scenario) is not null);
}

/// <summary>The last build's outputs, by the files' lengths.</summary>
/// <param name="OwnedAloneBytes">Bytes that no other file shares.</param>
/// <param name="Differences">The differences from the built-in task's outputs on this volume, a line each.</param>
internal sealed record ArmOutputs(long Bytes, long OwnedAloneBytes, IReadOnlyList<string> Differences)
{
    /// <summary>A file with several hard links counts once; where the file system reports no extents, blocks count as unshared.</summary>
    internal static ArmOutputs Of(IEnumerable<string> files, IReadOnlyList<string> differences)
    {
        (long Bytes, long Alone)[] all = [.. files.DistinctBy(FileSharing.IdentityOf)
            .Select(path => (new FileInfo(path).Length, Extents.Read(path) is { Supported: true } map
                ? map.OwnedAloneBytes : AllocatedTo(path)))];
        return new ArmOutputs(all.Sum(file => file.Bytes), all.Sum(file => file.Alone), differences);
    }

    private static long AllocatedTo(string path) => OperatingSystem.IsLinux()
        && LinuxNative.TryGetStatus(path, new byte[NativePath.MaximumLength], 0, out LinuxNative.Statx status)
        ? (long)status.Allocated : new FileInfo(path).Length;
}

/// <summary>The state that a build of an arm begins with: no outputs, or outputs that are up to date.</summary>
internal enum Scenario
{
    Clean,
    NoOp,
}

/// <param name="NoOp">The time of the build right after the clean one; null where it was not timed.</param>
internal sealed record BenchBuild(BuildTime Clean, BuildTime? NoOp = null)
{
    internal BuildTime? Time(Scenario scenario) => scenario == Scenario.NoOp ? NoOp : Clean;
}

/// <summary>One timed build, in seconds.</summary>
/// <param name="Wall">The whole command, restore apart.</param>
/// <param name="Copy">The sum of all calls of Copy, which may run at the same time.</param>
/// <param name="Processor">The time of all programs on the machine, also the compiler server; null where the system has none.</param>
internal sealed record BuildTime(double Wall, double Copy, double? Processor = null)
{
    /// <summary>
    /// The time of Copy in the summary of MSBuild's file logger, which adds up exact times and rounds the sum: at most half a millisecond
    /// is lost. A build that copies nothing has no line for Copy.
    /// </summary>
    internal static double CopyIn(string summary) => Regex.Match(summary, @"(?m)^\s*(\d+) ms\s+Copy\s+\d+ calls") is { Success: true } line
        ? double.Parse(line.Groups[1].Value, CultureInfo.InvariantCulture) / 1000
        : 0;
}
