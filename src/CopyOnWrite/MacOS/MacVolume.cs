namespace CopyOnWrite.MacOS;

/// <summary>A volume, as <see cref="IMacCalls.VolumeOf"/> finds it.</summary>
internal struct MacVolume
{
    /// <summary>Both 0 where the volume has none. The device number of stat(2) may be another after each mount.</summary>
    internal ulong UuidStart;
    internal ulong UuidEnd;

    internal bool Clones;

    /// <summary>As external volumes commonly do: every user is taken for the owner of every file (mount(8), noowners).</summary>
    internal bool IgnoresOwners;

    internal ulong AvailableBytes;
    internal ulong TotalBytes;

    internal readonly bool HasUuid => (UuidStart | UuidEnd) != 0;
}
