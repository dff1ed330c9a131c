namespace CopyOnWrite.Testing;

/// <summary>A file or folder with the attribute that stops root as well, whom permissions do not, until disposed.</summary>
internal sealed class Immutable : IDisposable
{
    private readonly string _path;

    internal Immutable(string path)
    {
        Tools.SkipUnless(OperatingSystem.IsLinux(), "Linux has the attribute.");
        _path = path;
        Command.OutputOf("chattr", "+i", path);
    }

    public void Dispose() => Command.OutputOf("chattr", "-i", _path);
}
