namespace CopyOnWrite.Testing;

/// <summary>The volumes that `eng/volumes.sh env` names, and those of the scripts for Windows and macOS.</summary>
public static class TestVolumes
{
    public static TestVolume Btrfs { get; } = Of("btrfs", "COW_VOLUME_BTRFS", clones: true);

    public static TestVolume Xfs { get; } = Of("xfs", "COW_VOLUME_XFS", clones: true);

    /// <summary>Any file system that cannot clone; the script's is ext4.</summary>
    public static TestVolume Plain { get; } = Of("plain", "COW_VOLUME_PLAIN", clones: false);

    public static TestVolume Tmpfs { get; } = Of("tmpfs", "COW_VOLUME_TMPFS", clones: false);

    /// <summary>A small volume for tests to fill up; it cannot clone.</summary>
    public static TestVolume Full { get; } = Of("full", "COW_VOLUME_FULL", clones: false);

    /// <summary>A small volume for tests to fill up; it can clone.</summary>
    public static TestVolume Small { get; } = Of("small", "COW_VOLUME_SMALL", clones: true);

    /// <summary>The volume of eng/New-ReFSVolume.ps1.</summary>
    public static TestVolume Refs { get; } = Of("ReFS", "COW_VOLUME_REFS", clones: true);

    /// <summary>The volume of eng/New-DevDrive.ps1.</summary>
    public static TestVolume DevDrive { get; } = Of("Dev Drive", "COW_VOLUME_DEVDRIVE", clones: true);

    /// <summary>The volume of eng/mac-volumes.sh.</summary>
    public static TestVolume Apfs { get; } = Of("apfs", "COW_VOLUME_APFS", clones: true);

    public static IReadOnlyList<TestVolume> All { get; } = [Btrfs, Xfs, Plain, Tmpfs, Full, Small, Refs, DevDrive, Apfs];

    // Some CI systems use an empty value for "not set".
    private static TestVolume Of(string name, string variable, bool clones) =>
        new(name, variable, Environment.GetEnvironmentVariable(variable) is { Length: > 0 } path ? path : null, clones);
}
