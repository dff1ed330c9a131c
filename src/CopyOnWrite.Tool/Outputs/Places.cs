namespace CopyOnWrite.Tool.Outputs;

/// <summary>Two checkouts. All paths are absolute, and the kernel's own: no link is in them.</summary>
/// <param name="Donor">The one that is built.</param>
/// <param name="New">The one that gets its outputs.</param>
/// <param name="Sources">By which path this process reaches the new one's sources.</param>
/// <param name="Made">By which path it reaches the outputs, which are not in their place yet.</param>
internal sealed record Places(string Donor, string New, string Sources, string Made);
