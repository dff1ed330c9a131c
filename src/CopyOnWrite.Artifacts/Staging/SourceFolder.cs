namespace CopyOnWrite.Artifacts;

/// <summary>One folder of a <see cref="SourceTree"/>.</summary>
/// <param name="Relative">The path relative to the item's folder; empty for that one.</param>
/// <param name="IsLink">Whether the path is a link to it.</param>
internal sealed record SourceFolder(string Path, string Relative, SourceFolder? Parent, bool IsLink = false)
{
    internal FileStat Seen { get; set; }

    /// <summary>The names of the files to stage.</summary>
    internal List<string> Files { get; } = new();

    /// <summary>The folders to read.</summary>
    internal List<SourceFolder> Below { get; } = new();

    /// <summary>The names of pipes and the like that should be staged.</summary>
    internal List<string> SpecialFiles { get; } = new();

    /// <summary>The error for which the folder is not staged; null when it is.</summary>
    internal (string Code, string Text)? Problem { get; set; }

    /// <summary>Whether this is one of the parent folders. Where identities are not sure, only a link can lead to one.</summary>
    internal bool LeadsBack(FileStat seen) => (seen.IsIdentitySure || IsLink) && LiesIn(seen);

    private bool LiesIn(FileStat folder) => Parent is not null && (Parent.Seen.IsSameAs(folder) || Parent.LiesIn(folder));
}
