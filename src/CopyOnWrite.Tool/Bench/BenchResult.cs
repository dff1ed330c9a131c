using System.Text.RegularExpressions;

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
/// <param name="LoadBefore">The machine's load of one minute before the bench: other programs; null where it is not reported.</param>
/// <param name="LoadAfter">The same at the end, with the bench's own builds.</param>
/// <param name="NotTheSame">Files that differ even between the two built-in arms, so they prove nothing.</param>
internal sealed record VolumeResult(
    string Name, string Volume, string Packages, DateTimeOffset Date, string MachineName, Machine Machine, string DotNetSdk, bool MSBuildServer,
    string SdkVersion, int Seed, double? LoadBefore, double? LoadAfter, IReadOnlyList<ArmResult> Arms, IReadOnlyList<string> NotTheSame)
{
    internal ArmResult? Arm(ArmKind kind) => Arms.FirstOrDefault(arm => arm.Kind == kind);
}

/// <param name="Files">Null where they were not counted.</param>
internal sealed record ArmResult(ArmKind Kind, IReadOnlyList<BenchBuild> Runs, ArmOutputs Outputs, ArmFileCounts? Files = null)
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
        (long Bytes, long Alone)[] all = [.. files.Select(path => (Path: path, Status: FileStatus.Of(path)))
            .DistinctBy(file => file.Status.Identity)
            .Select(file => (file.Status.Length, Extents.Read(file.Path) is { Supported: true } map
                ? map.OwnedAloneBytes : file.Status.Allocated))];
        return new ArmOutputs(all.Sum(file => file.Bytes), all.Sum(file => file.Alone), differences);
    }
}

/// <summary>The state that a build of an arm begins with: no outputs, or outputs that are up to date.</summary>
internal enum Scenario
{
    Clean,
    NoOp,
}

/// <param name="NoOp">Of the build right after the clean one; null where it was not timed.</param>
internal sealed record BenchBuild(BuildTime Clean, BuildTime? NoOp = null)
{
    internal BuildTime? Time(Scenario scenario) => scenario == Scenario.NoOp ? NoOp : Clean;
}

/// <summary>One timed build, in seconds.</summary>
/// <param name="Wall">The whole command, restore apart.</param>
/// <param name="Copy">The sum of all calls of Copy, which may run at the same time.</param>
/// <param name="Processor">Of all programs on the machine, the compiler server too; null where the system does not report it.</param>
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

/// <summary>
/// The files that a build copied, by their extents on the disk. Where extents cannot be read (outside of Linux), only the records of the
/// SDK's task show clones, and the built-in task has none.
/// </summary>
/// <param name="Cloned">Copied files that share blocks with others. One kept in the file system's own records has none to share.</param>
/// <param name="Copied">Copied files that do not.</param>
/// <param name="FromCache">The number from the SDK's task; null without it.</param>
internal sealed record ArmFileCounts(long Cloned, long Copied, long? FromCache)
{
    /// <summary>Must be called while the build's outputs exist.</summary>
    internal static ArmFileCounts Of(BuildLog log, bool usesSdk)
    {
        string[] copied = [.. log.CopyCalls.SelectMany(call => call.CopiedFiles).Select(file => file.To)];
        long fromCache = log.CopyCalls.Sum(call => call.Record?.FromCache ?? 0);
        long cloned = OperatingSystem.IsLinux()
            ? copied.Count(file => Extents.Read(file).SharedBytes > 0)
            : log.CopyCalls.Sum(call => call.Record?.Cloned ?? 0) + fromCache;
        return new ArmFileCounts(cloned, copied.Length - cloned, usesSdk ? fromCache : null);
    }
}
