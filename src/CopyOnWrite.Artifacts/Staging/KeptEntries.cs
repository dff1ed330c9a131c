using System;
using System.Collections.Generic;
using System.IO;

namespace CopyOnWrite.Artifacts;

/// <summary>
/// What Purge keeps, by folder and name. A folder is identified by its file ID: different paths may lead to one, and a folder on the
/// way may be a link.
/// </summary>
internal sealed class KeptEntries(FileCloner cloner)
{
    private readonly Dictionary<string, Names?> _byPath = new(StringComparer.Ordinal);
    private readonly Dictionary<FileIdentity, Names> _byFolder = new();

    /// <summary>
    /// Keeps the file and its parent folders. False when one of them cannot be read: then it is unknown what to keep.
    /// </summary>
    internal bool TryAdd(string path)
    {
        bool isNew = true;
        for (string at = path; isNew && Path.GetDirectoryName(at) is { } folder; at = folder)
        {
            if (NamesIn(folder) is not { } names)
            {
                return false;
            }

            isNew = names.Add(Path.GetFileName(at), at);
        }

        return true;
    }

    /// <summary>True also where that is unknown.</summary>
    internal bool Has(string folder, string name) =>
        NamesIn(folder) is not { } names
        || names.Exact.Contains(name)
        || (names.Paths.TryGetValue(name, out string? path) && IsSame(path, Path.Combine(folder, name)));

    /// <summary>A volume that ignores case lists the spelling that the file was created with.</summary>
    private bool IsSame(string path, string other) =>
        !cloner.TryStat(path, out FileSnapshot here)
            || !cloner.TryStat(other, out FileSnapshot there)
            || here.Identity.Equals(there.Identity);

    /// <summary>Null where it cannot be read or does not exist: a dry run does not make it.</summary>
    private Names? NamesIn(string folder)
    {
        if (_byPath.TryGetValue(folder, out Names? names))
        {
            return names;
        }

        if (cloner.TryStat(folder, out FileSnapshot seen) && !_byFolder.TryGetValue(seen.Identity, out names))
        {
            names = new Names();
            _byFolder.Add(seen.Identity, names);
        }

        _byPath.Add(folder, names);
        return names;
    }

    private sealed class Names
    {
        internal HashSet<string> Exact { get; } = new(StringComparer.Ordinal);

        internal Dictionary<string, string> Paths { get; } = new(StringComparer.OrdinalIgnoreCase);

        internal bool Add(string name, string path)
        {
            Paths[name] = path;
            return Exact.Add(name);
        }
    }
}
