namespace CopyOnWrite.Tool.Outputs;

/// <summary>Two checkouts. All paths are absolute, and the kernel's own: no link is in them.</summary>
/// <param name="Donor">The checkout that is built.</param>
/// <param name="New">The checkout that gets the outputs.</param>
/// <param name="Sources">The path by which this process reaches the new checkout's sources.</param>
/// <param name="Made">The path by which it reaches the outputs, which are not in their place yet.</param>
internal sealed record Places(string Donor, string New, string Sources, string Made)
{
    /// <summary>The files that projects found above a donor on another machine, with the SHA-256 of their contents; else null.</summary>
    internal IReadOnlyDictionary<string, string>? Above { get; init; }

    /// <summary>Whether the donor's path is the new one, on another machine or at another time.</summary>
    internal bool IsSamePath => Donor == New;
}
