using System.Collections.Generic;

namespace CopyOnWrite.Artifacts;

/// <summary>One folder of a <see cref="SourceTree"/>.</summary>
internal sealed class SourceFolder
{
    private readonly SourceFolder? _parent;

    internal SourceFolder(string path, string relative, SourceFolder? parent)
    {
        Path = path;
        Relative = relative;
        _parent = parent;
    }

    internal string Path { get; }

    /// <summary>From the item's folder on; empty for that one.</summary>
    internal string Relative { get; }

    internal FileIdentity Identity { get; set; }

    /// <summary>To be staged.</summary>
    internal List<FolderEntry> Files { get; } = new();

    /// <summary>How many files were taken from the list again, as they are in the destination already.</summary>
    internal int Unchanged { get; set; }

    /// <summary>To be read.</summary>
    internal List<SourceFolder> Below { get; } = new();

    /// <summary>Pipes and the like, which have names that are to be staged.</summary>
    internal List<string> NoFiles { get; } = new();

    /// <summary>Why it is not staged; null when it is.</summary>
    internal string? Problem { get; private set; }

    internal string? Code { get; private set; }

    internal void Fail(string code, string problem)
    {
        Code = code;
        Problem = problem;
    }

    /// <summary>Whether this is one of the folders on the way here.</summary>
    internal bool LiesIn(FileIdentity folder)
    {
        for (SourceFolder? above = _parent; above is not null; above = above._parent)
        {
            if (above.Identity.Equals(folder))
            {
                return true;
            }
        }

        return false;
    }
}
