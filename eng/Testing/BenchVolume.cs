using CopyOnWrite.Measurement;

namespace CopyOnWrite.Testing;

/// <summary>A folder on a volume that is measured, and what that volume is.</summary>
public sealed record BenchVolume(string Folder, string FileSystem, bool Clones)
{
    private static readonly TestVolume[] s_volumes =
        [TestVolumes.Btrfs, TestVolumes.Xfs, TestVolumes.DevDrive, TestVolumes.Refs, TestVolumes.Apfs, TestVolumes.Plain];

    /// <summary>COW_VOLUME_* of this process.</summary>
    public static IReadOnlyDictionary<string, string> FromEnvironment() =>
        TestVolumes.All.Where(volume => volume.Path is not null).ToDictionary(volume => volume.EnvironmentVariable, volume => volume.Path!);

    /// <summary>The volumes that the variables name, one of each file system; without them, the volumes at hand.</summary>
    public static IReadOnlyList<BenchVolume> Find(IReadOnlyDictionary<string, string> variables, string verb)
    {
        BenchVolume[] all = [.. FindEach(variables, verb)];
        BenchVolume[] distinct = [.. all.DistinctBy(volume => volume.FileSystem)];
        Delete(all.ExceptBy(distinct.Select(volume => volume.Folder), volume => volume.Folder));
        return distinct;
    }

    /// <summary>Also several of one file system: a Dev Drive is ReFS too.</summary>
    public static IReadOnlyList<BenchVolume> FindEach(IReadOnlyDictionary<string, string> variables, string verb)
    {
        string[] named =
        [
            .. s_volumes.Select(volume => volume.EnvironmentVariable).Where(variables.ContainsKey).Select(variable => variables[variable]),
        ];
        string[] atHand =
        [
            Path.Combine(RepositoryRoot.Folder, "artifacts"),
            Path.GetTempPath(),
            Environment.GetFolderPath(Environment.SpecialFolder.UserProfile),
        ];
        return [.. (named.Any(Directory.Exists) ? named : atHand).Where(Directory.Exists).Select(volume => At(volume, verb))];
    }

    public static void Delete(IEnumerable<BenchVolume> volumes)
    {
        foreach (BenchVolume volume in volumes.Where(volume => Directory.Exists(volume.Folder)))
        {
            Directory.Delete(volume.Folder, recursive: true);
        }
    }

    private static BenchVolume At(string path, string verb)
    {
        string folder = Path.Combine(path, $"cow-{verb}-{Environment.ProcessId}");
        Directory.CreateDirectory(folder);
        return new BenchVolume(folder, Mount.FileSystemOf(folder), Volume.At(folder).TryClone(out _));
    }
}
