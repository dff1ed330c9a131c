namespace CopyOnWrite.Tests.Windows;

/// <summary>Folders and files with access lists, and where they lie.</summary>
internal sealed unsafe partial class RefsModel
{
    private readonly Dictionary<string, byte[]> _security = [];

    internal byte[] User { get; } = ModelSecurity.User(1001);

    /// <summary>Replaces the descriptor that the folder or file was created with, or inherited.</summary>
    internal void SetSecurity(string path, byte[] descriptor) => _security[path] = descriptor;

    /// <summary>Its own, else what it inherits: here of the folder it lies in only.</summary>
    internal byte[] SecurityOf(string path) =>
        _security.GetValueOrDefault(path)
            ?? (Path.GetDirectoryName(path) is { } folder ? _security.GetValueOrDefault(folder) : null)
            ?? ModelSecurity.AsADataVolumeHasIt(User);

    public int CreateFolder(string path, byte[] security)
    {
        lock (_files)
        {
            int error = Injections.For(nameof(CreateFolder), path);
            error = error != 0 ? error : ErrorOfName(path);
            error = error != 0 ? error : IsThere(path) ? ERROR_ALREADY_EXISTS : 0;
            if (error == 0)
            {
                Directory.CreateDirectory(path);
                _security[path] = security;
            }

            return error;
        }
    }

    public int GetSecurity(nint file, out byte[] descriptor)
    {
        byte[] found = [];
        int error = With(file, nameof(GetSecurity), opened =>
        {
            found = SecurityOf(opened.Path);
            return opened.May(GENERIC_READ) ? 0 : ERROR_ACCESS_DENIED;
        });
        descriptor = found;
        return error;
    }

    public int GetUser(out byte[] sid)
    {
        sid = User;
        return Injections.For(nameof(GetUser), string.Empty);
    }

    public int GetFinalPath(nint file, out string path)
    {
        string found = string.Empty;
        int error = With(file, nameof(GetFinalPath), opened =>
        {
            found = RealFolder(opened.Path);
            return 0;
        });
        path = found;
        return error;
    }
}
