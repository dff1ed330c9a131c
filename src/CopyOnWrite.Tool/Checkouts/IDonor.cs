namespace CopyOnWrite.Tool.Checkouts;

/// <summary>What a checkout gets outputs of: another checkout, or what was saved of one. Paths of files are relative to it.</summary>
internal interface IDonor
{
    /// <summary>Where it is, or was, as its builds wrote it into the outputs.</summary>
    string Folder { get; }

    /// <summary>Where its outputs can be read.</summary>
    string Root { get; }

    /// <summary>Of another machine: the files that projects found above it, with the SHA-256 of their contents.</summary>
    IReadOnlyDictionary<string, string>? Above { get; }

    /// <summary>Outputs that it had and does not bring.</summary>
    IReadOnlyCollection<string> NotSaved { get; }

    string Head { get; }

    string? Branch { get; }

    /// <summary>The files that it has or could commit.</summary>
    IEnumerable<string> Known();

    CheckoutFile[] Ignored();

    /// <summary>Files that commits had after these times, and that it has no more: outputs may be made of them.</summary>
    IEnumerable<string> DeletedSince(DateTime oldest, DateTime newest);

    /// <summary>Ignored files that patterns name, as in a .gitignore.</summary>
    IEnumerable<string> Named(IReadOnlyList<string> patterns);

    /// <summary>Links are followed.</summary>
    bool TryStat(string file, out FileStat stat);

    /// <summary>Of a link its own; long ago where there is nothing.</summary>
    DateTime TimeOf(string file);

    string? TargetOf(string link);

    /// <summary>Whether a file of the same length has its content, at the time that was asked for before.</summary>
    bool HasContent(string file, in FileStat donors, string here, ContentBuffers buffers);
}

/// <summary>The buffers of one thread.</summary>
internal sealed class ContentBuffers
{
    internal const int Length = 128 * 1024;

    internal byte[] Here { get; } = new byte[Length];

    internal byte[] There { get; } = new byte[Length];
}
