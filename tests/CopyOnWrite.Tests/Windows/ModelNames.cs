namespace CopyOnWrite.Tests.Windows;

/// <summary>
/// Names in folders, found in any case. Small folders are listed each time; of large ones the names are kept, as long as the folder was
/// changed by the model only.
/// </summary>
internal sealed class ModelNames
{
    private const int Large = 500;

    private readonly Dictionary<string, (long Modified, Dictionary<string, string> Names)> _large = [];

    /// <summary>The name as spelled there; null where it is missing.</summary>
    internal string? Find(string folder, string name)
    {
        if (!_large.TryGetValue(folder, out (long Modified, Dictionary<string, string> Names) known)
            || known.Modified != FileStatus.Of(folder).Modified)
        {
            known = (FileStatus.Of(folder).Modified, new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase));
            foreach (string entry in Directory.EnumerateFileSystemEntries(folder))
            {
                known.Names[Path.GetFileName(entry)] = Path.GetFileName(entry);
            }

            _large.Remove(folder);
            if (known.Names.Count >= Large)
            {
                _large.Add(folder, known);
            }
        }

        return known.Names.GetValueOrDefault(name);
    }

    internal void Add(string path) => Change(path, names => names[Path.GetFileName(path)] = Path.GetFileName(path));

    internal void Remove(string path) => Change(path, names => names.Remove(Path.GetFileName(path)));

    private void Change(string path, Action<Dictionary<string, string>> change)
    {
        string folder = Path.GetDirectoryName(path)!;
        if (_large.TryGetValue(folder, out (long Modified, Dictionary<string, string> Names) known))
        {
            change(known.Names);
            _large[folder] = (FileStatus.Of(folder).Modified, known.Names);
        }
    }
}
