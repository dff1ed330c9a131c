namespace CopyOnWrite.Benchmarks;

/// <summary>One kind of call.</summary>
/// <param name="Sources">"settled": on the disk, and older; "fresh": just written.</param>
/// <param name="Destination">"new", "existing", or "unchanged": up to date, and SkipUnchangedFiles is set.</param>
/// <param name="Folders">The number of destination folders; the sources are in one.</param>
internal sealed record TaskCell(string FileSystem, bool Clones, long Size, int Files, string Sources, string Destination, int Folders)
{
    private const int UsualFiles = 1000;
    private const int LargeFiles = 100;
    private const int LeastFiles = 16; // Fewer do not occupy a call's threads.
    private const long MostBytes = 64 << 20; // To write in a call: large files are fewer then.
    private const long Large = 16_777_216;
    private const long SizeOfUnchanged = 16_384; // No task reads or writes them.

    private static readonly long[] s_sizes = [0, 1, 1024, 4097, 16_384, 16_385, 131_072, 262_144, 400_936, 1_048_576, Large];
    private static readonly (string Sources, string Destination)[] s_states =
    [
        ("settled", "new"), ("settled", "existing"), ("settled", "unchanged"), ("fresh", "new"), ("fresh", "existing"),
    ];

    internal bool IsSettled => Sources == "settled";

    internal bool IsNew => Destination == "new";

    internal bool IsUnchanged => Destination == "unchanged";

    internal static IReadOnlyList<TaskCell> Chosen(BenchVolume volume, CallOptions options) =>
    [
        .. from size in s_sizes
           from state in s_states
           where state.Destination != "unchanged" || size == SizeOfUnchanged
           from folders in (int[])[1, 50]
           let files = FilesOf(size, isOnlyCloned: volume.Clones && state.Sources == "settled", options.Files ?? UsualFiles)
           let cell = new TaskCell(volume.FileSystem, volume.Clones, size, files, state.Sources, state.Destination, folders)
           where options.Cells.All(cell.ToString().Contains)
           select cell,
    ];

    /// <summary>Neighbouring files share a folder, as mostly in a build.</summary>
    internal string NameOf(int file) => Folders == 1 ? SourceName(file) : $"d{(long)file * Folders / Files:00}/{SourceName(file)}";

    internal static string SourceName(int file) => $"f{file:0000}.bin";

    public override string ToString() =>
        $"{FileSystem}, {Size:N0} bytes x {Files:N0}, {Sources}, {Destination}, {(Folders == 1 ? "1 folder" : $"{Folders} folders")}";

    private static int FilesOf(long size, bool isOnlyCloned, int given)
    {
        int usual = size >= Large ? Math.Min(LargeFiles, given) : given;
        return isOnlyCloned || size == 0
            ? usual
            : (int)Math.Clamp(MostBytes / size, Math.Min(LeastFiles, usual), usual);
    }
}

/// <summary>A cell with its times, µs per file, round by round.</summary>
/// <param name="BuiltInShares">Whether the copies share blocks with their sources; null where that is impossible.</param>
internal sealed record TaskRow(TaskCell Cell, Series Times, bool? BuiltInShares, bool? OursShares)
{
    /// <summary>Whether it is not slower by more than the built-in differs from itself.</summary>
    internal bool HoldsUp => Times.Ratio.Value * Math.Max(Times.Noise.High, 1 / Times.Noise.Low) >= 1;
}
