namespace CopyOnWrite.Tool.Checkouts;
internal sealed class NamedPlaces(IReadOnlyList<string> roots, IReadOnlyList<string> packageFolders)
{
    internal string? FirstIn(string path) => roots.Concat(packageFolders).Any() == false ? path : File.ReadAllText(path, System.Text.Encoding.Latin1).Contains(roots[0]) ? roots[0] : null;
}
