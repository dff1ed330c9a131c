namespace CopyOnWrite.Testing;

/// <summary>A folder on a file system of a known kind, for tests.</summary>
/// <param name="Path">Null if the variable is not set.</param>
/// <param name="Clones">Whether tests may count on clones there, or count on their absence.</param>
public sealed record TestVolume(string Name, string EnvironmentVariable, string? Path, bool Clones)
{
    // eng/volumes.sh makes 64 and 320 MiB. This keeps a test that fills the volume from filling a developer's disk.
    private const long MostToFill = 512L << 20;

    /// <summary>Null when the folder is what its variable claims, or is not set; otherwise a sentence that describes it.</summary>
    public string? Verify()
    {
        if (Path is null)
        {
            return null;
        }

        if (!Directory.Exists(Path))
        {
            return $"{EnvironmentVariable} points to {Path}, which is not there";
        }

        Volume volume = Volume.At(Path);
        string? wrong = null;
        if (Name is "btrfs" or "xfs" or "tmpfs" or "ReFS" or "apfs" && volume.FileSystem != Name)
        {
            wrong = $"is not {Name}";
        }
        else if (Name is "full" or "small" && volume.TotalBytes > MostToFill)
        {
            wrong = $"has {volume.TotalBytes >> 20} MiB, too large for tests to fill up";
        }
        else if (Name != "full" && volume.TryClone() is var (clones, why) && clones != Clones)
        {
            wrong = $"{(Clones ? "does not clone" : "clones")}: {why}";
        }

        return wrong is null ? null : $"{EnvironmentVariable} points to {volume.FileSystem}, which {wrong}";
    }
}

/// <summary>Shows whether a volume clones, which its file system's name does not.</summary>
public static class VolumeTrial
{
    /// <summary>Tries to clone a file there, which is deleted afterwards.</summary>
    /// <returns>The result, also as text for a log.</returns>
    public static (bool Clones, string Why) TryClone(this Volume volume)
    {
        CloneOutcome trial = FileCloner.Shared.ProbeClone(volume.Folder, volume.Folder);
        return (trial.IsClone, $"a trial clone gives {trial}");
    }
}
