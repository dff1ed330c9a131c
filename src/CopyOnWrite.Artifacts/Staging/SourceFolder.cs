using System.Collections.Generic;

namespace CopyOnWrite.Artifacts;

/// <summary>One folder of a <see cref="SourceTree"/>.</summary>
internal sealed class SourceFolder(string path, string relative, SourceFolder? parent)
{
    internal string Path { get; } = path;

    /// <summary>From the item's folder on; empty for that one.</summary>
    internal string Relative { get; } = relative;

    internal FileIdentity Identity { get; set; }

    /// <summary>To be staged.</summary>
    internal List<FolderEntry> Files { get; } = new();

    /// <summary>How many files were taken from the list again, as they are in the destination already.</summary>
    internal int Unchanged { get; set; }

    /// <summary>To be read.</summary>
    internal List<SourceFolder> Below { get; } = new();

    /// <summary>Pipes and the like, which have names that are to be staged.</summary>
    internal List<string> SpecialFiles { get; } = new();

    /// <summary>Why it is not staged; null when it is.</summary>
    internal string? Problem { get; private set; }

    internal string? Code { get; private set; }

    internal void Fail(string code, string problem)
    {
        Code = code;
        Problem = problem;
    }

    /// <summary>Whether this is one of the folders on the way here.</summary>
    internal bool LiesIn(FileIdentity folder) => parent is not null && (parent.Identity == folder || parent.LiesIn(folder));
}
