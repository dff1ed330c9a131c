namespace CopyOnWrite;

/// <summary>The place that a file will be cloned to.</summary>
/// <param name="Folder">
/// Linux, where volume numbers are not enough (subvolumes of btrfs): its folder's path, encoded. Read during the call only.
/// </param>
internal readonly record struct CacheDestination(ulong Volume, byte[]? Folder = null);
