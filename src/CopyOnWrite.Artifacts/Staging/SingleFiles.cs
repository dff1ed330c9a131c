using System.Collections.Generic;
using CopyOnWrite.Tasks;

namespace CopyOnWrite.Artifacts;

/// <summary>Items that are single files, collected while they can be staged in any order: a glob makes thousands of them.</summary>
internal sealed class SingleFiles
{
    private readonly HashSet<string> _sources = new(PathNames.Comparer);

    // Each destination with its source.
    private readonly Dictionary<string, string> _destinations = new(PathNames.Comparer);
    private List<StagedFile> _files = new();

    internal bool Any => _files.Count > 0;

    internal bool HasDestination(string path) => _destinations.ContainsKey(path);

    /// <summary>False when the collected ones must be staged first.</summary>
    internal bool TryAdd(in StagedFile file)
    {
        if (Any && !file.Item.ComparesAs(_files[0].Item))
        {
            return false;
        }

        if (_destinations.TryGetValue(file.To, out string? from))
        {
            return from == file.From;
        }

        if (_destinations.ContainsKey(file.From) || _sources.Contains(file.To))
        {
            return false;
        }

        _files.Add(file);
        _sources.Add(file.From);
        _destinations.Add(file.To, file.From);
        return true;
    }

    internal List<StagedFile> Take()
    {
        List<StagedFile> taken = _files;
        _files = new List<StagedFile>();
        _sources.Clear();
        _destinations.Clear();
        return taken;
    }
}
