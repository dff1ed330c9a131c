namespace CopyOnWrite.Tests.Cache;

/// <summary>A lane on a model, which keeps times and counts space.</summary>
internal abstract class ModelCacheLane : CacheLane
{
    /// <summary>Space on the destinations' volume, in bytes.</summary>
    internal abstract ulong Free { set; }

    /// <summary>Changes the file as if the clock had been so far ahead.</summary>
    internal abstract void ChangedByAClockAhead(string path, TimeSpan ahead);

    /// <summary>The next folder, which is the cache's, cannot be made.</summary>
    internal abstract void RefuseAFolder();

    /// <summary>The next clone, which is an entry's, is refused as one of this file only.</summary>
    internal abstract void RefuseAClone();
}
