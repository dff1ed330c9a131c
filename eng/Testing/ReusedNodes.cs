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

    /// <summary>The live processes with the salt.</summary>
    public int[] Ids() =>
    [
        .. Directory.GetDirectories("/proc").Select(Path.GetFileName)
            .Where(name => int.TryParse(name, CultureInfo.InvariantCulture, out _) && IsOne(name!))
            .Select(name => int.Parse(name!, CultureInfo.InvariantCulture)),
    ];

    public void Dispose()
    {
        foreach (int id in Ids())
        {
            try
            {
                using var node = Process.GetProcessById(id);
                node.Kill();
                node.WaitForExit();
            }
            catch (Exception e) when (e is ArgumentException or InvalidOperationException)
            {
                // It has ended by itself.
            }
        }
    }

    private bool IsOne(string id)
    {
        try
        {
            return File.ReadAllText($"/proc/{id}/environ").Split('\0').Contains($"{Salt}={_salt}");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // It has ended meanwhile, or belongs to another build.
            return false;
        }
    }
}
