namespace CopyOnWrite;

/// <summary>Where a file is to be cloned to.</summary>
internal readonly struct CacheDestination
{
    /// <summary>The number of its volume.</summary>
    internal readonly ulong Volume;

    /// <summary>Linux, where numbers do not tell (subvolumes of btrfs): an empty file there, open for reading and writing.</summary>
    internal readonly nint File;

    /// <summary>Windows: whether new files in its folder get integrity streams.</summary>
    internal readonly bool HasIntegrity;

    internal CacheDestination(ulong volume, nint file = -1, bool hasIntegrity = false)
    {
        Volume = volume;
        File = file;
        HasIntegrity = hasIntegrity;
    }
}
