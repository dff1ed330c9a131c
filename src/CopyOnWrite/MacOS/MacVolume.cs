namespace CopyOnWrite.MacOS;

/// <summary>A volume, read by <see cref="IMacCalls.VolumeOf"/>.</summary>
internal struct MacVolume
{
    /// <summary>Both 0 where the volume has none. The device number of stat(2) may be another after each mount.</summary>
    internal ulong UuidStart;
    internal ulong UuidEnd;

    internal bool Clones;

    /// <summary>Whether every user counts as the owner of every file, as commonly on external volumes (mount(8), noowners).</summary>
    internal bool IgnoresOwners;

    internal ulong AvailableBytes;
    internal ulong TotalBytes;

    internal readonly bool HasUuid => (UuidStart | UuidEnd) != 0;
}
