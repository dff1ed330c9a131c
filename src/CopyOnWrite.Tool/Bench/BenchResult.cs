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
    string Name,
    string Volume,
    string Packages,
    DateTimeOffset Date,
    string MachineName,
    Machine Machine,
    string DotNetSdk,
    string SdkVersion,
    int Seed,
    double? LoadBefore,
    double? LoadAfter,
    IReadOnlyList<ArmResult> Arms,
    IReadOnlyList<string> NotTheSame)
{
    internal ArmResult? Arm(ArmKind kind) => Arms.FirstOrDefault(arm => arm.Kind == kind);
}

/// <param name="Files">Null where they were not counted.</param>
internal sealed record ArmResult(ArmKind Kind, IReadOnlyList<BenchBuild> Runs, ArmOutputs Outputs, ArmFileCounts? Files = null)
{
    internal bool Has(Scenario scenario) => Runs.Any(run => run.Time(scenario) is not null);
}

/// <summary>The last build's outputs.</summary>
/// <param name="Bytes">By the files' lengths.</param>
/// <param name="OwnedAloneBytes">Bytes that no other file shares.</param>
/// <param name="Differences">The differences from the built-in's outputs on this volume, a line each.</param>
internal sealed record ArmOutputs(long Bytes, long OwnedAloneBytes, IReadOnlyList<string> Differences)
{
    /// <summary>A file with several hard links counts once; where the file system reports no extents, blocks count as unshared.</summary>
    internal static ArmOutputs Of(IEnumerable<string> files, IReadOnlyList<string> differences)
    {
        long bytes = 0;
        long alone = 0;
        foreach ((string path, FileStatus status) in
            files.Select(path => (path, FileStatus.Of(path))).DistinctBy(file => file.Item2.Identity))
        {
            ExtentMap map = Extents.Read(path);
            bytes += status.Length;
            alone += map.Supported ? map.OwnedAloneBytes : status.Allocated;
        }

        return new ArmOutputs(bytes, alone, differences);
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
