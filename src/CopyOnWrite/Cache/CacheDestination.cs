namespace CopyOnWrite;

/// <summary>The place that a file will be cloned to.</summary>
/// <param name="Volume">Its volume's number.</param>
/// <param name="File">
/// Linux, where volume numbers are not enough (subvolumes of btrfs): an empty file there, open for reading and writing.
/// </param>
/// <param name="HasIntegrity">Windows: whether new files in its folder get integrity streams.</param>
internal readonly record struct CacheDestination(ulong Volume, nint File = -1, bool HasIntegrity = false);
