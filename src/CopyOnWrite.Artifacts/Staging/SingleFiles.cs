using System;
using System.Collections.Generic;
using System.IO;
using CopyOnWrite.Tasks;

namespace CopyOnWrite.Artifacts;

/// <summary>
/// Items that are single files, collected while they can be staged in any order: a glob makes thousands of them. Two paths may name one
/// file, by links, mounts, and folders that ignore case, if the names of the files are equal; only then the folders are looked at. Where
/// their identities are not sure, the names decide.
/// </summary>
internal sealed class SingleFiles(Platform platform)
{
    private readonly HashSet<string> _names = new(StringComparer.OrdinalIgnoreCase);
    private readonly HashSet<Place> _sources = new();
    private readonly HashSet<Place> _targets = new();
    private readonly Dictionary<string, Place> _folders = new(StringComparer.Ordinal);

    // Each destination with its source.
    private readonly Dictionary<string, string> _destinations = new(PathNames.Comparer);
    private int _placed;
    private bool _hasUnknownFolder;

    internal List<StagedFile> Files { get; } = new();

    internal bool Any => Files.Count > 0;

    /// <summary>Whether one of them may be staged to the path, so that an item from there must wait.</summary>
    internal bool MayHaveDestination(string path) => Meets(path, null);

    /// <summary>False when the collected ones must be staged first because of its destinations.</summary>
    internal bool TryAdd(StagedItem item)
    {
        string name = Path.GetFileName(item.Source);
        StagedFile[] files = Array.ConvertAll(item.Destinations, to => new StagedFile(item, item.Source, Path.Combine(to, name)));
        if (Any && (!item.ComparesAs(Files[0].Item) || Array.Exists(files, MustWait)))
        {
            return false;
        }

        foreach (StagedFile file in files)
        {
            if (!_destinations.ContainsKey(file.To))
            {
                Files.Add(file);
                _destinations.Add(file.To, file.From);
            }
        }

        _names.Add(name);
        return true;
    }

    private bool MustWait(StagedFile file) =>
        _destinations.TryGetValue(file.To, out string? from) ? from != file.From : Meets(file.To, _sources);

    /// <summary>Whether the path may be that of a destination, or one of the others.</summary>
    private bool Meets(string path, HashSet<Place>? others)
    {
        if (!_names.Contains(Path.GetFileName(path)))
        {
            return false;
        }

        for (; _placed < Files.Count; _placed++)
        {
            _sources.Add(PlaceOf(Files[_placed].From));
            _targets.Add(PlaceOf(Files[_placed].To));
        }

        Place place = PlaceOf(path);
        return _hasUnknownFolder || _targets.Contains(place) || others?.Contains(place) == true;
    }

    private Place PlaceOf(string path)
    {
        string folder = Path.GetDirectoryName(path)!;
        if (!_folders.TryGetValue(folder, out Place above))
        {
            above = FolderOf(folder);
            _folders.Add(folder, above);
            _hasUnknownFolder |= above.Folder == default;
        }

        return new Place(above.Folder, Path.Combine(above.Below, Path.GetFileName(path).ToUpperInvariant()));
    }

    /// <summary>The folder, or the nearest above it that exists, and what is below. A link may lead to a folder that is missing.</summary>
    private Place FolderOf(string folder)
    {
        string below = string.Empty;
        FileStat seen;
        while (!platform.TryStat(folder, out seen) && !IsLink(folder) && Path.GetDirectoryName(folder) is { Length: > 0 } above)
        {
            below = Path.Combine(Path.GetFileName(folder).ToUpperInvariant(), below);
            folder = above;
        }

        return new Place(seen.IsIdentitySure ? seen.Identity : default, below);
    }

    private static bool IsLink(string path)
    {
        try
        {
            return FileCopier.IsLink(path);
        }
        catch (Exception e) when (DotNetError.IsOfFiles(e))
        {
            return true; // Who may not look cannot know.
        }
    }

    /// <summary>A path, in upper case, below a folder; the folder is <c>default</c> where its identity is not sure.</summary>
    private readonly record struct Place(FileIdentity Folder, string Below);
}
