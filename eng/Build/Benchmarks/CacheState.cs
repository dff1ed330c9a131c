namespace CopyOnWrite.Build.Benchmarks;

/// <summary>What a timed build finds.</summary>
internal enum CacheState
{
    /// <summary>No SDK, so none.</summary>
    BuiltInCopy,

    /// <summary>As every build but the first does.</summary>
    Warm,

    /// <summary>As the first build ever does.</summary>
    Empty,

    TurnedOff,
}
