namespace CopyOnWrite.Benchmarks;

/// <summary>The files of one arm of a cell. All arms share the settled sources; fresh files are fresh only once.</summary>
/// <param name="name">All of one length, as longer paths cost more.</param>
internal sealed class ArmFiles(BenchVolume volume, string scratch, TaskCell cell, string name)
{
    private readonly string _sources = cell.IsSettled ? SettledFolder(volume, cell.Size) : Path.Combine(volume.Folder, "fresh", name);
    private readonly string _destinations = Path.Combine(volume.Folder, "to", name);

    internal string Pairs { get; } = Path.Combine(scratch, name);

    internal static string SettledFolder(BenchVolume volume, long size) => Path.Combine(volume.Folder, "settled", $"{size}");

    internal void WritePairs() => CallFiles.WritePairs(
        Pairs,
        Enumerable.Range(0, cell.Files).Select(i =>
            (Path.Combine(_sources, TaskCell.SourceName(i)), Path.Combine(_destinations, cell.NameOf(i)))));

    /// <summary>This call must not wait for the last one's writes.</summary>
    internal void Prepare()
    {
        volume.WriteBack();
        if (!cell.IsSettled)
        {
            CallFiles.Write(_sources, cell.Files, cell.Size, TaskCell.SourceName);
        }
    }

    /// <summary>Null where the file has no blocks to share.</summary>
    internal bool? SharesBlocks()
    {
        string source = Path.Combine(_sources, TaskCell.SourceName(0));
        string destination = Path.Combine(_destinations, cell.NameOf(0));
        return cell.Clones && cell.Size > 0 ? Extents.BytesInCommon(source, destination) > 0 : null;
    }

    internal void CleanUp(bool destinationsToo)
    {
        if (!cell.IsSettled)
        {
            BenchVolumes.Delete(_sources);
        }

        if (destinationsToo)
        {
            BenchVolumes.Delete(_destinations);
        }
    }
}
