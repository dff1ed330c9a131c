namespace CopyOnWrite;

/// <summary>The place that a file will be cloned to.</summary>
/// <param name="Folder">
/// Linux, where volume numbers are not enough (subvolumes of btrfs): its folder's path, encoded. Read during the call only.
/// </param>
/// <param name="HasIntegrity">Windows: whether new files in its folder get integrity streams.</param>
internal readonly record struct CacheDestination(ulong Volume, byte[]? Folder = null, bool HasIntegrity = false);
