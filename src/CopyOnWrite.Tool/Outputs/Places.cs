namespace CopyOnWrite.Tool.Outputs;

/// <summary>Two checkouts. All paths are absolute, and the kernel's own: no link is in them.</summary>
/// <param name="Donor">The one that is built.</param>
/// <param name="New">The one that gets its outputs.</param>
/// <param name="Sources">By which path this process reaches the new one's sources.</param>
/// <param name="Made">By which path it reaches the outputs, which are not in their place yet.</param>
internal sealed record Places(string Donor, string New, string Sources, string Made)
{
    /// <summary>Of a donor on another machine: the files that projects found above it, with the SHA-256 of their contents.</summary>
    internal IReadOnlyDictionary<string, string>? Above { get; init; }

    /// <summary>Whether the donor's path is the new one, on another machine or at another time.</summary>
    internal bool IsSamePath => Donor == New;
}
