namespace CopyOnWrite;

/// <summary>What the files of one call have in common. Used by the call's workers at the same time.</summary>
/// <param name="cache">One that <see cref="FileCloner.NewCache"/> of the same cloner gave; null to do without.</param>
/// <param name="overwrites">
/// Whether an existing destination is replaced; else it is not handled, for <see cref="Reason.DestinationExists"/>.
/// </param>
/// <param name="flushesSources">Whether a source that may not be on the disk yet is flushed and cloned (Windows); else copied.</param>
internal sealed class CloneCall(
    FileCloner cloner, CloneCache? cache = null, CloneMode mode = CloneMode.Fastest, bool overwrites = true, bool flushesSources = false)
{
    public FileCloner Cloner { get; } = cloner;

    public CloneCache? Cache { get; } = cache;

    public CloneMode Mode { get; } = mode;

    public bool Overwrites { get; } = overwrites;

    public bool FlushesSources { get; } = flushesSources || mode == CloneMode.Required;

    /// <summary>Why the cache does nothing for a source on another volume; <see cref="Reason.None"/> where it may.</summary>
    /// <param name="length">The source's, in bytes.</param>
    public Reason WhyNotCached(long length) =>
        Mode != CloneMode.Fastest ? Reason.DifferentVolumes // The library has no cache.
        : length < (Cache?.MinimumFileSize ?? CloneCache.DefaultMinimumFileSize) ? Reason.DifferentVolumesTooSmall
        : Cache is null ? Reason.DifferentVolumesWithoutCache
        : Reason.None;

    /// <summary>
    /// What is known of the volumes, for a worker of this call. A clone that is required is tried whatever was remembered, and its refusals
    /// are nothing that other calls should remember.
    /// </summary>
    /// <param name="remembered">The process's; null never clones.</param>
    public VolumePairs? PairsOf(VolumePairs? remembered) =>
        remembered is not null && Mode == CloneMode.Required ? new VolumePairs() : remembered;
}
