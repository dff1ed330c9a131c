namespace CopyOnWrite.Testing;

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
