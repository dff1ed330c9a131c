namespace CopyOnWrite.Tests.Windows;

/// <summary>Folders and files with access lists, and where they lie.</summary>
internal sealed unsafe partial class RefsModel
{
    private readonly Dictionary<string, string> _security = [];

    internal string User { get; } = ModelSecurity.User(1001);

    /// <summary>Replaces the descriptor that the folder or file was created with, or inherited.</summary>
    internal void SetSecurity(string path, string descriptor) => _security[path] = descriptor;

    /// <summary>Its own, else what it inherits: here of the folder it lies in only.</summary>
    internal string SecurityOf(string path) =>
        _security.GetValueOrDefault(path)
            ?? (Path.GetDirectoryName(path) is { } folder ? _security.GetValueOrDefault(folder) : null)
            ?? ModelSecurity.AsADataVolumeHasIt(User);

    public override int CreateFolder(string path, string security)
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

    public override int GetSecurity(nint file, out string descriptor) =>
        Ask(file, nameof(GetSecurity), out descriptor, opened => SecurityOf(opened.Path), GENERIC_READ);

    public override int GetUser(out string user)
    {
        user = User;
        return InjectedError(nameof(GetUser));
    }

    public override int GetFinalPath(nint file, out string path) =>
        Ask(file, nameof(GetFinalPath), out path, opened => RealFolder(opened.Path));
}
