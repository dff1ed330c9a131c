using CopyOnWrite.Measurement;
using CopyOnWrite.Testing;

namespace CopyOnWrite.Benchmarks;

/// <summary>The files of one arm of a cell. Settled sources are common to all arms; what is fresh is so only once.</summary>
/// <param name="name">All of one length, as paths are a part of what is looked up and written.</param>
internal sealed class ArmFiles(BenchVolume volume, string scratch, TaskCell cell, string name)
{
    private readonly string _sources = cell.IsSettled ? SettledFolder(volume, cell.Size) : Path.Combine(volume.Folder, "fresh", name);
    private readonly string _destinations = Path.Combine(volume.Folder, "to", name);
    private readonly Volume _disk = Volume.At(volume.Folder);

    /// <summary>The file that says what is to be copied where.</summary>
    internal string Pairs { get; } = Path.Combine(scratch, name);

    internal static string SettledFolder(BenchVolume volume, long size) => Path.Combine(volume.Folder, "settled", $"{size}");

    internal void WritePairs() => CallFiles.WritePairs(
        Pairs,
        Enumerable.Range(0, cell.Files).Select(i =>
            (Path.Combine(_sources, TaskCell.SourceName(i)), Path.Combine(_destinations, cell.NameOf(i)))));

    /// <summary>What the call before left to write is not this one's to wait for.</summary>
    internal void Prepare()
    {
        _disk.WriteBack();
        if (!cell.IsSettled)
        {
            CallFiles.Write(_sources, cell.Files, cell.Size, TaskCell.SourceName);
        }
    }

    /// <summary>Null where the file has no blocks that could be common.</summary>
    internal bool? SharesBlocks()
    {
        string source = Path.Combine(_sources, TaskCell.SourceName(0));
        string destination = Path.Combine(_destinations, cell.NameOf(0));
        return cell.Clones && cell.Size > 0 ? Extents.BytesInCommon(source, destination) > 0 : null;
    }

    internal bool AllAreThere() => Directory.EnumerateFiles(_destinations, "*", SearchOption.AllDirectories).Count() == cell.Files;

    internal void CleanUp(bool destinationsToo)
    {
        if (!cell.IsSettled)
        {
            CallFiles.Delete(_sources);
        }

        if (destinationsToo)
        {
            CallFiles.Delete(_destinations);
        }
    }
}
