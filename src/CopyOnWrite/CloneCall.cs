namespace CopyOnWrite;

/// <summary>What the files of one call have in common. Used by the call's workers at the same time.</summary>
internal sealed class CloneCall
{
    /// <param name="policy">Null for <see cref="ClonePolicy.Default"/>.</param>
    /// <param name="cache">One that <see cref="FileCloner.NewCache"/> of the same cloner gave; null to do without.</param>
    /// <param name="overwrites">
    /// Whether an existing destination is replaced; else it is not handled, for <see cref="Reason.DestinationExists"/>.
    /// </param>
    public CloneCall(
        FileCloner cloner,
        ClonePolicy? policy = null,
        CloneCache? cache = null,
        CloneMode mode = CloneMode.Fastest,
        bool overwrites = true)
    {
        Cloner = cloner;
        Policy = policy ?? ClonePolicy.Default;
        Cache = cache;
        Mode = mode;
        Overwrites = overwrites;
    }

    public FileCloner Cloner { get; }

    public ClonePolicy Policy { get; }

    public CloneCache? Cache { get; }

    public CloneMode Mode { get; }

    public bool Overwrites { get; }

    /// <summary>
    /// What is known of the volumes, for a worker of this call. A clone that is required is tried whatever was remembered, and its refusals
    /// are nothing that other calls should remember.
    /// </summary>
    /// <param name="remembered">The process's; null never clones.</param>
    public VolumePairs? PairsOf(VolumePairs? remembered) =>
        remembered is not null && Mode == CloneMode.Required ? new VolumePairs() : remembered;
}
