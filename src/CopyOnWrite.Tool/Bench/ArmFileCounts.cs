namespace CopyOnWrite.Tool.Bench;

/// <summary>
/// The files that a build copied, by their extents on the disk. Where extents cannot be read (outside of Linux), only the records of the
/// SDK's task show clones, and the built-in task has none.
/// </summary>
/// <param name="Cloned">
/// Copied files that share blocks with others, including those from the cache. A file small enough for the file system's own records has
/// no blocks to share.
/// </param>
/// <param name="Copied">Copied files that do not.</param>
/// <param name="FromCache">The number from the SDK's task; null without it.</param>
internal sealed record ArmFileCounts(long Cloned, long Copied, long? FromCache)
{
    /// <summary>Must be called while the build's outputs exist.</summary>
    internal static ArmFileCounts Of(BuildLog log, bool usesSdk)
    {
        string[] copied = [.. log.CopyCalls.SelectMany(call => call.CopiedFiles).Select(file => file.To)];
        long fromCache = log.CopyCalls.Sum(call => call.Record?.FromCache ?? 0);
        long cloned = OperatingSystem.IsLinux()
            ? copied.Count(file => Extents.Read(file).SharedBytes > 0)
            : log.CopyCalls.Sum(call => call.Record?.Cloned ?? 0) + fromCache;
        return new ArmFileCounts(cloned, copied.Length - cloned, usesSdk ? fromCache : null);
    }
}
