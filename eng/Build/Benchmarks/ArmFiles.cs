using System.IO;
using System.Linq;
using CopyOnWrite.Measurement;

namespace CopyOnWrite.Build.Benchmarks;

/// <summary>The files of one arm of a cell. Settled sources are common to all arms; what is fresh is so only once.</summary>
/// <param name="name">All of one length, as paths are a part of what is looked up and written.</param>
internal sealed class ArmFiles(Place place, string scratch, TaskCell cell, string name)
{
    private readonly string _sources = cell.IsSettled ? SettledFolder(place, cell.Size) : Path.Combine(place.Folder, "fresh", name);
    private readonly string _destinations = Path.Combine(place.Folder, "to", name);
    private readonly Volume _volume = Volume.At(place.Folder);

    /// <summary>The file that says what is to be copied where.</summary>
    internal string Pairs { get; } = Path.Combine(scratch, name);

    internal static string SettledFolder(Place place, long size) => Path.Combine(place.Folder, "settled", $"{size}");

    internal void WritePairs() => BenchFiles.WritePairs(
        Pairs, Enumerable.Range(0, cell.Files).Select(i => (Path.Combine(_sources, TaskCell.SourceName(i)), Path.Combine(_destinations, cell.NameOf(i)))));

    /// <summary>What the call before left to write is not this one's to wait for.</summary>
    internal void Prepare()
    {
        _volume.WriteBack();
        if (!cell.IsSettled)
        {
            BenchFiles.Write(_sources, cell.Files, cell.Size, TaskCell.SourceName);
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
            BenchFiles.Delete(_sources);
        }

        if (destinationsToo)
        {
            BenchFiles.Delete(_destinations);
        }
    }
}
