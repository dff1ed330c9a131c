namespace CopyOnWrite;

/// <summary>What the files of one call have in common. Used by the call's workers at the same time.</summary>
internal sealed class CloneCall
{
    /// <param name="policy">Null for <see cref="ClonePolicy.Default"/>.</param>
    /// <param name="cache">One that <see cref="FileCloner.NewCache"/> of the same cloner gave; null to do without.</param>
    /// <param name="clonesOnly">Whether a file that cannot be cloned is not handled, where it would be copied.</param>
    public CloneCall(FileCloner cloner, ClonePolicy? policy = null, CloneCache? cache = null, bool clonesOnly = false)
    {
        Cloner = cloner;
        Policy = policy ?? ClonePolicy.Default;
        Cache = cache;
        ClonesOnly = clonesOnly;
    }

    public FileCloner Cloner { get; }

    public ClonePolicy Policy { get; }

    public CloneCache? Cache { get; }

    public bool ClonesOnly { get; }
}
