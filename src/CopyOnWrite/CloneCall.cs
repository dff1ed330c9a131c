namespace CopyOnWrite;

/// <summary>What the files of one call have in common. Used by the call's workers at the same time.</summary>
internal sealed class CloneCall
{
    /// <param name="cache">One that <see cref="FileCloner.NewCache"/> of the same cloner gave; null to do without.</param>
    /// <param name="overwrites">
    /// Whether an existing destination is replaced; else it is not handled, for <see cref="Reason.DestinationExists"/>.
    /// </param>
    /// <param name="flushesSources">Whether a source that may not be on the disk yet is flushed and cloned (Windows); else copied.</param>
    public CloneCall(
        FileCloner cloner,
        CloneCache? cache = null,
        CloneMode mode = CloneMode.Fastest,
        bool overwrites = true,
        bool flushesSources = false)
    {
        Cloner = cloner;
        Cache = cache;
        Mode = mode;
        Overwrites = overwrites;
        FlushesSources = flushesSources || mode == CloneMode.Required;
    }

    public FileCloner Cloner { get; }

    public CloneCache? Cache { get; }

    public CloneMode Mode { get; }

    public bool Overwrites { get; }

    public bool FlushesSources { get; }

    /// <summary>
    /// What is known of the volumes, for a worker of this call. A clone that is required is tried whatever was remembered, and its refusals
    /// are nothing that other calls should remember.
    /// </summary>
    /// <param name="remembered">The process's; null never clones.</param>
    public VolumePairs? PairsOf(VolumePairs? remembered) =>
        remembered is not null && Mode == CloneMode.Required ? new VolumePairs() : remembered;
}
