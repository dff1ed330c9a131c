namespace CopyOnWrite.Tests;

/// <summary>
/// A place that the test finds, so what it does there happens when the first file needs the cache: its source is open, its destination made
/// and empty.
/// </summary>
internal sealed class FoundBy(Func<string?> find) : CacheLocation
{
    internal override string? Find(FileCloner cloner) => find();
}
