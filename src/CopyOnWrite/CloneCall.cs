namespace CopyOnWrite;

/// <summary>The condition under which a call clones.</summary>
internal enum CloneMode
{
    /// <summary>Clones where that is the fastest way to the same file. The tasks use this.</summary>
    Fastest,
    /// <summary>Like <see cref="Fastest"/>, but clones explicitly even where the system copy may clone silently.</summary>
    Explicit,
    /// <summary>Clones files of any length; a file that cannot be cloned is not handled.</summary>
    Required,
}

/// <summary>The state that the files of one call have in common. The call's workers use it at the same time.</summary>
/// <param name="Cache">The same platform's; null for no cache.</param>
/// <param name="Overwrites">Whether an existing destination is replaced; else <see cref="Reason.DestinationExists"/>.</param>
/// <param name="FlushesSources">
/// Whether a source that may not be on the disk yet is flushed and cloned (Windows); else copied. Meanwhile it is open for writing, and a
/// program that opens it to read and does not share writing fails: Roslyn, File.OpenRead and most of what hashes or packs files.
/// </param>
/// <param name="ReplacesFilesInUse">Whether a destination that programs run is replaced (Windows, <see cref="ReplacedFiles"/>).</param>
internal sealed record CloneCall(
    Platform Platform,
    CloneCache? Cache = null,
    CloneMode Mode = CloneMode.Fastest,
    bool Overwrites = true,
    bool FlushesSources = false,
    bool ReplacesFilesInUse = false)
{
    /// <summary>The reason why the cache is not used for a source on another volume; <see cref="Reason.None"/> if it may be.</summary>
    /// <param name="length">The source's bytes.</param>
    public Reason WhyNotCached(long length) =>
        Mode != CloneMode.Fastest ? Reason.DifferentVolumes // The library has no cache.
        : length < CloneCache.MinimumFileSize ? Reason.DifferentVolumesTooSmall
        : Cache is null ? Reason.DifferentVolumesWithoutCache
        : Reason.None;
}
