namespace CopyOnWrite;

/// <summary>Where a file is to be cloned to.</summary>
/// <param name="Volume">The number of its volume.</param>
/// <param name="File">
/// Linux, where numbers do not tell (subvolumes of btrfs): an empty file there, open for reading and writing.
/// </param>
/// <param name="HasIntegrity">Windows: whether new files in its folder get integrity streams.</param>
internal readonly record struct CacheDestination(ulong Volume, nint File = -1, bool HasIntegrity = false);
