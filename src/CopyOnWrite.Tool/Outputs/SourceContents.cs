namespace CopyOnWrite.Tool.Outputs;

/// <summary>The contents of a checkout's sources: an output with one of them is right there, whatever path it names.</summary>
/// <param name="root">The checkout.</param>
/// <param name="sources">Relative to it.</param>
internal sealed class SourceContents(string root, IEnumerable<string> sources)
{
    private readonly Lazy<ILookup<long, string>> _byLength = new(() => sources
        .Select(file => new FileInfo(Path.Join(root, file))).Where(one => one.Exists).ToLookup(one => one.Length, one => one.FullName));

    internal bool Have(byte[] content) =>
        _byLength.Value[content.Length].Any(source => File.ReadAllBytes(source).AsSpan().SequenceEqual(content));

    /// <summary>Whether they have the file's; it is read only if one has its length.</summary>
    internal bool HaveThatOf(string file) => new FileInfo(file) is { Exists: true } info
        && _byLength.Value.Contains(info.Length) && Have(File.ReadAllBytes(file));
}
