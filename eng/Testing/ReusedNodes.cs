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

    public IReadOnlyDictionary<string, string?> Variables =>
        new Dictionary<string, string?> { [Salt] = _salt, ["MSBUILDDISABLENODEREUSE"] = null };

    public int[] Ids() => ProcessesWith.Ids(Salt, _salt);

    public void Dispose() => ProcessesWith.Kill(Ids());
}
