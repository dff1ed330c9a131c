using System.Collections.Generic;
using System.Linq;

namespace CopyOnWrite.Benchmarks;

/// <summary>What the command line chooses of a benchmark's cells; an empty list is for all. Names are those of the report.</summary>
internal sealed record CallOptions
{
    /// <summary>That count; one more comes before them.</summary>
    public int Rounds { get; init; }

    public IReadOnlyList<string> Volumes { get; init; } = [];

    public IReadOnlyList<long> Sizes { get; init; } = [];

    public IReadOnlyList<string> Sources { get; init; } = [];

    public IReadOnlyList<string> Destinations { get; init; } = [];

    public IReadOnlyList<int> Folders { get; init; } = [];

    /// <summary>The most files in a call; null for the benchmark's own number.</summary>
    public int? Files { get; init; }

    /// <summary>
    /// The most that a call may have to write, in MiB: a cell with large files has fewer of them, and the report says how many.
    /// </summary>
    public int Megabytes { get; init; }

    /// <summary>With a binary log as well, for which every message is made.</summary>
    public bool BinaryLog { get; init; }

    internal static bool Takes<T>(IReadOnlyList<T> chosen, T value) => chosen.Count == 0 || chosen.Contains(value);
}
