namespace CopyOnWrite;

/// <summary>What the files of one call have in common. Used by the call's workers at the same time.</summary>
public sealed class CloneCall
{
    /// <param name="policy">Null for <see cref="ClonePolicy.Default"/>.</param>
    /// <param name="cache">One that <see cref="FileCloner.NewCache"/> of the same cloner gave; null to do without.</param>
    public CloneCall(FileCloner cloner, ClonePolicy? policy = null, CloneCache? cache = null)
    {
        Cloner = cloner;
        Policy = policy ?? ClonePolicy.Default;
        Cache = cache;
    }

    public FileCloner Cloner { get; }

    public ClonePolicy Policy { get; }

    public CloneCache? Cache { get; }
}
