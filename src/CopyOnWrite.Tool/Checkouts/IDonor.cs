namespace CopyOnWrite.Tool.Checkouts;

/// <summary>The source of a checkout's outputs: another checkout, or a file with saved outputs. Paths are relative to the donor.</summary>
internal interface IDonor
{
    /// <summary>The donor's path, now or when it was saved, as its builds wrote it into the outputs.</summary>
    string Folder { get; }

    /// <summary>The folder in which the outputs can be read.</summary>
    string Root { get; }

    /// <summary>The files that projects found above a saved donor, with the SHA-256 of their contents; null for a checkout here.</summary>
    IReadOnlyDictionary<string, string>? Above { get; }

    /// <summary>Outputs that the donor had, and that were not saved.</summary>
    IReadOnlyCollection<string> NotSaved { get; }

    string Head { get; }

    string? Branch { get; }

    /// <summary>The files that git tracks, or could add.</summary>
    IEnumerable<string> Known();

    CheckoutFile[] Ignored();

    /// <summary>Files that commits had at these times and the donor has no more: outputs may be made of them.</summary>
    IEnumerable<string> DeletedSince(DateTime oldest, DateTime newest);

    /// <summary>Ignored files that patterns name, as in a .gitignore.</summary>
    IEnumerable<string> Named(IReadOnlyList<string> patterns);

    /// <summary>Gives a file's status; links are followed.</summary>
    bool TryStat(string file, out FileStat stat);

    /// <summary>Gives the write time of a file, or of a link itself; a time long ago where there is nothing.</summary>
    DateTime TimeOf(string file);

    string? TargetOf(string link);

    /// <summary>Whether a file of the same length has the content of the donor's file, which still has the given time.</summary>
    bool HasContent(string file, in FileStat donors, string here, ContentBuffers buffers);
}

/// <summary>The buffers of one thread.</summary>
internal sealed class ContentBuffers
{
    internal const int Length = 128 * 1024;

    internal byte[] Here { get; } = new byte[Length];

    internal byte[] There { get; } = new byte[Length];
}
