namespace CopyOnWrite.Testing;

/// <summary>The attribute that stops root as well, whom permissions do not.</summary>
internal static class Immutable
{
    internal static void Set(string path, bool on) => Command.OutputOf("chattr", on ? "+i" : "-i", path);
}
