namespace CopyOnWrite.Torture.Scenes;

/// <summary>The volumes of sources and destinations.</summary>
internal sealed record Places(TestVolume Sources, TestVolume Destinations)
{
    internal bool HasCache => Sources != Destinations && Destinations.Clones;

    internal string Name => Sources == Destinations ? NameOf(Sources) : $"{NameOf(Sources)} to {NameOf(Destinations)}";

    /// <summary>
    /// The places on volumes that eng/volumes.sh has mounted: within each volume, from one that cannot clone to those that can, and
    /// between two that cannot.
    /// </summary>
    internal static IReadOnlyList<Places> All { get; } =
    [
        .. new[]
        {
            new Places(TestVolumes.Btrfs, TestVolumes.Btrfs), new Places(TestVolumes.Xfs, TestVolumes.Xfs),
            new Places(TestVolumes.Plain, TestVolumes.Plain),
            new Places(TestVolumes.Plain, TestVolumes.Btrfs), new Places(TestVolumes.Plain, TestVolumes.Xfs),
            new Places(TestVolumes.Tmpfs, TestVolumes.Plain),
        }.Where(places => places.Sources.Path is not null && places.Destinations.Path is not null),
    ];

    internal string FileSystem => NameOf(Destinations);

    private static string NameOf(TestVolume volume) => volume == TestVolumes.Plain ? "ext4" : volume.Name;
}
