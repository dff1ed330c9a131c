namespace CopyOnWrite.Parity;

public enum NodeKind
{
    File,
    Folder,
    SymbolicLink,
    HardLink,
}

/// <summary>Something that is there before the copy.</summary>
/// <param name="Mode">Permission bits as one writes them: 644 means rw-r--r--.</param>
/// <param name="Age">Files of one age have one modification time. Content follows from path and length.</param>
/// <param name="Target">What a link points to, or the name that a hard link is another of.</param>
public sealed record Node(
    string Path, NodeKind Kind = NodeKind.File, int Length = 5000, int Mode = 644, int Age = 1, string? Target = null);

/// <summary>An item of the call, with metadata as "name=value".</summary>
public sealed record Item(string Include, params string[] Metadata);

/// <summary>One call of Copy: what is there before, what is passed, and in what surroundings.</summary>
public sealed record Scenario(string Name)
{
    private static readonly JsonSerializerOptions s_indented = new() { WriteIndented = true };

    public IReadOnlyList<Node> Before { get; init; } = [];

    public IReadOnlyList<Item>? SourceFiles { get; init; }

    public IReadOnlyList<Item>? SourceFolders { get; init; }

    public IReadOnlyList<Item>? DestinationFiles { get; init; }

    public string? DestinationFolder { get; init; }

    /// <summary>The other attributes of the Copy element, ContinueOnError among them.</summary>
    public IReadOnlyDictionary<string, string> Attributes { get; init; } = new Dictionary<string, string>();

    /// <summary>Environment variables of the build.</summary>
    public IReadOnlyDictionary<string, string> Variables { get; init; } = new Dictionary<string, string>();

    /// <summary>Files that another process has open for writing, exclusively, as .NET opens them.</summary>
    public IReadOnlyList<string> Locked { get; init; } = [];

    public bool Question { get; init; }

    public bool Multithreaded { get; init; }

    /// <summary>Only where MSBUILDCOPYTASKPARALLELISM=1 gives files an order; else the built-in's threads decide how it ends.</summary>
    public bool OnlyInOrder { get; init; }

    public override string ToString() => $"{JsonSerializer.Serialize(this, s_indented)}\n";
}
