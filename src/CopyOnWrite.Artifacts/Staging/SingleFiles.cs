namespace CopyOnWrite.Artifacts;

/// <summary>
/// Items that are single files, collected while they can be staged in any order: a glob makes thousands of them. Two paths may name one
/// file, by links, mounts, and folders that ignore case, if the names of the files are equal: an item waits for another of its file's name.
/// </summary>
internal sealed class SingleFiles
{
    private readonly HashSet<string> _names = new(StringComparer.OrdinalIgnoreCase);

    // Each destination with its source.
    private readonly Dictionary<string, string> _destinations = new(PathNames.Comparer);

    internal List<StagedFile> Files { get; } = new();

    /// <summary>Whether all files of the item are among them, so that it need not be staged once more.</summary>
    internal bool Has(StagedItem item) => ComparesAs(item) && Array.TrueForAll(
        item.Destinations, to => _destinations.TryGetValue(PathIn(to, item), out string? from) && from == item.Source);

    /// <summary>False when the collected ones must be staged before the item, which may be a folder.</summary>
    internal bool MayBeJoinedBy(StagedItem item) => ComparesAs(item) && !_names.Contains(Path.GetFileName(item.Source));

    internal void Add(StagedItem item)
    {
        foreach (string folder in item.Destinations)
        {
            string to = PathIn(folder, item);
            if (!_destinations.ContainsKey(to))
            {
                Files.Add(new StagedFile(item, item.Source, to));
                _destinations.Add(to, item.Source);
            }
        }

        _names.Add(Path.GetFileName(item.Source));
    }

    private bool ComparesAs(StagedItem item) => Files.Count == 0 || item.ComparesAs(Files[0].Item);

    private static string PathIn(string folder, StagedItem item) => Path.Combine(folder, Path.GetFileName(item.Source));
}
