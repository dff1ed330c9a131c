namespace CopyOnWrite.Testing;

/// <summary>
/// MSBuild's nodes of some builds, which stay between them, belong to one campaign or test alone, and end with it. They are identified by a
/// salt, which MSBuild uses in its handshake (MSBUILDNODEHANDSHAKESALT, NodeProviderOutOfProcBase.cs): only a build that has it too
/// connects to them.
/// </summary>
public sealed class ReusedNodes : IDisposable
{
    private const string Salt = "MSBUILDNODEHANDSHAKESALT";

    private readonly string _salt = Guid.NewGuid().ToString("N");

    /// <summary>None where they would not be found at the end: only Linux tells the variables of processes.</summary>
    public IReadOnlyDictionary<string, string?> Variables => OperatingSystem.IsLinux()
        ? new Dictionary<string, string?> { [Salt] = _salt, ["MSBUILDDISABLENODEREUSE"] = null }
        : new Dictionary<string, string?>();

    public int[] Ids() => OperatingSystem.IsLinux() ? ProcessesWith.Ids(Salt, _salt) : [];

    public void Dispose() => ProcessesWith.Kill(Ids());
}
