namespace CopyOnWrite;

/// <summary>
/// Which files are copied though they could be cloned, by size in bytes. The defaults are measured: docs/benchmarks, docs/guide/policy.md.
/// </summary>
internal sealed class ClonePolicy
{
    public static ClonePolicy Default { get; } = new(0, null);

    /// <summary>Clones every file that can be cloned, also where a copy is faster.</summary>
    public static ClonePolicy EveryFile { get; } = new(0, 0);

    public ClonePolicy(long minimumFileSize, long? freshFileSize)
    {
        MinimumFileSize = minimumFileSize;
        FreshFileSize = freshFileSize;
    }

    /// <summary>Smaller files are copied.</summary>
    public long MinimumFileSize { get; }

    /// <summary>
    /// Smaller files are copied while what was written to them is not on the disk yet: a clone would wait for that. Null: what was measured
    /// for the file system; 0: they are cloned.
    /// </summary>
    public long? FreshFileSize { get; }
}
