using CopyOnWrite.Tool.Checkouts;

namespace CopyOnWrite.Tool.Saved;

/// <summary>A donor whose outputs were unpacked from an archive, and of whose sources the contents' hashes are known.</summary>
/// <param name="root">The folder with the outputs.</param>
/// <param name="outputs">The outputs that git ignores in the checkout.</param>
internal sealed class SavedDonor(SavedCheckout saved, SavedTimes times, string root, IReadOnlyCollection<string> outputs) : IDonor
{
    private readonly Dictionary<string, SavedFile> _sources = saved.Sources.ToDictionary(file => Local(file.Path));
    private readonly HashSet<string> _ignored = [.. saved.Ignored.Select(Local)];
    private readonly Dictionary<string, SavedLink> _links = saved.Links.ToDictionary(link => Local(link.Path));

    public string Folder => saved.Folder;

    public string Root => root;

    public IReadOnlyCollection<string> NotSaved { get; } = [.. saved.NotSaved.Select(Local)];

    public string Head => saved.Head;

    public string? Branch => saved.Branch;

    public IReadOnlyDictionary<string, string>? Above { get; } = saved.Above.ToDictionary(file => file.Path, file => file.Sha256);

    public IEnumerable<string> Known() => [.. _sources.Keys, .. _links.Keys];

    public CheckoutFile[] Ignored() =>
        [.. outputs.Concat(_ignored).Select(path => new CheckoutFile(path, IsLink: false))];

    public IEnumerable<string> DeletedSince(DateTime oldest, DateTime newest) => saved.Deleted.Select(Local);

    public IEnumerable<string> Named(IReadOnlyList<string> patterns) => [];

    public bool TryStat(string file, out FileStat stat)
    {
        bool isSource = _sources.TryGetValue(file, out SavedFile? source);
        bool isKnown = isSource || _links.ContainsKey(file) || _ignored.Contains(file);
        stat = isKnown ? new FileStat(EntryKind.File, isSource ? source!.Length : -1, TimeOf(file), default) : default;
        return isKnown || FileCloner.Shared.Platform.TryStat(Path.Join(root, file), out stat);
    }

    public DateTime TimeOf(string file) => _sources.TryGetValue(file, out SavedFile? source) ? times.Of(source)
        : _links.TryGetValue(file, out SavedLink? link) ? times.Of(link)
        : File.GetLastWriteTimeUtc(Path.Join(root, file));

    public string? TargetOf(string link) => _links.GetValueOrDefault(link)?.Target;

    public bool HasContent(string file, in FileStat donors, string here, ContentBuffers buffers) =>
        _sources.TryGetValue(file, out SavedFile? source) && InputFile.HashOf(here) == source.Sha256;

    internal static string Local(string path) => path.Replace('/', Path.DirectorySeparatorChar);
}
