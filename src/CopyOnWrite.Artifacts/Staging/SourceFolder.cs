namespace CopyOnWrite.Artifacts;

/// <summary>One folder of a <see cref="SourceTree"/>.</summary>
/// <param name="isLink">Whether the path is a link to it.</param>
internal sealed class SourceFolder(string path, string relative, SourceFolder? parent, bool isLink = false)
{
    internal string Path { get; } = path;

    /// <summary>The path relative to the item's folder; empty for that one.</summary>
    internal string Relative { get; } = relative;

    internal FileStat Seen { get; set; }

    /// <summary>The names of the files to stage.</summary>
    internal List<string> Files { get; } = new();

    /// <summary>The folders to read.</summary>
    internal List<SourceFolder> Below { get; } = new();

    /// <summary>Pipes and the like with names that should be staged.</summary>
    internal List<string> SpecialFiles { get; } = new();

    /// <summary>The error for which the folder is not staged; null when it is.</summary>
    internal (string Code, string Text)? Problem { get; set; }

    /// <summary>Whether this is one of the parent folders. Where identities are not sure, only a link can lead to one.</summary>
    internal bool LeadsBack(FileStat seen) => (seen.IsIdentitySure || isLink) && LiesIn(seen);

    private bool LiesIn(FileStat folder) => parent is not null && (parent.Seen.IsSameAs(folder) || parent.LiesIn(folder));
}
