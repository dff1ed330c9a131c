namespace CopyOnWrite.Testing;

/// <summary>What a program mounts at a path, until disposed.</summary>
internal sealed class Mounted : IDisposable
{
    private readonly string _path;

    internal Mounted(string path, string program, params string[] arguments)
    {
        _path = path;
        Command.OutputOf(program, arguments);
    }

    /// <summary>Lazily: a process that another test starts has this one's files open until it calls execve.</summary>
    public void Dispose() => Command.OutputOf("umount", "--lazy", _path);
}
