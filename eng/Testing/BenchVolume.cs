namespace CopyOnWrite.Testing;

/// <summary>A folder on a measured volume, and the volume's description.</summary>
public sealed record BenchVolume(string Folder, string FileSystem, bool Clones)
{
    /// <summary>Waits until everything that was written to this volume is on its disk; does not flush other volumes (syncfs(2)).</summary>
    public void WriteBack()
    {
        if (OperatingSystem.IsLinux())
        {
            using Process sync = Process.Start("sync", ["--file-system", Folder]);
            sync.WaitForExit();
            _ = sync.ExitCode == 0 ? 0 : throw new IOException($"sync --file-system {Folder} ended with {sync.ExitCode}.");
        }
    }
}

/// <summary>Folders on the measured volumes; disposing deletes them.</summary>
/// <param name="each">Also several of one file system: a Dev Drive is ReFS too.</param>
public sealed class BenchVolumes(IReadOnlyList<BenchVolume> each) : IDisposable
{
    private static readonly TestVolume[] s_volumes =
        [TestVolumes.Btrfs, TestVolumes.Xfs, TestVolumes.DevDrive, TestVolumes.Refs, TestVolumes.Apfs, TestVolumes.Plain];

    /// <summary>One of each file system.</summary>
    public IReadOnlyList<BenchVolume> Distinct => [.. each.DistinctBy(volume => volume.FileSystem)];

    /// <summary>The COW_VOLUME_* variables of this process.</summary>
    public static IReadOnlyDictionary<string, string> FromEnvironment() =>
        TestVolumes.All.Where(volume => volume.Path is not null).ToDictionary(volume => volume.EnvironmentVariable, volume => volume.Path!);

    /// <summary>The volumes that the variables name; without them, the existing volumes.</summary>
    public static BenchVolumes Find(IReadOnlyDictionary<string, string> variables, string verb)
    {
        string[] named = [.. s_volumes.Select(volume => variables.GetValueOrDefault(volume.EnvironmentVariable)).OfType<string>()];
        string[] atHand =
            [RepositoryRoot.Artifacts, Path.GetTempPath(), Environment.GetFolderPath(Environment.SpecialFolder.UserProfile)];
        return new([.. (named.Any(Directory.Exists) ? named : atHand).Where(Directory.Exists).Select(volume => At(volume, verb))]);
    }

    public void Dispose()
    {
        foreach (BenchVolume volume in each)
        {
            Delete(volume.Folder);
        }
    }

    /// <summary>Deletes a folder, also with read-only files, such as git's objects.</summary>
    public static void Delete(string folder) => DeletedTree.Delete(folder);

    private static BenchVolume At(string path, string verb)
    {
        string folder = Path.Combine(path, $"cow-{verb}-{Environment.ProcessId}");
        Directory.CreateDirectory(folder);
        var volume = Volume.At(folder);
        return new BenchVolume(folder, volume.FileSystem, volume.TryClone().Clones);
    }
}
