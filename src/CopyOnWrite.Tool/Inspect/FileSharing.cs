using System.Text.Json.Serialization;
using FilePath = System.IO.Path;

namespace CopyOnWrite.Tool.Inspect;

/// <param name="Unknown">Why it is unknown what the file shares; null where it is known.</param>
internal sealed record FileSharing(string Path, long Bytes, string? Unknown, [property: JsonIgnore] ExtentMap Map)
{
    private static readonly EnumerationOptions s_below = new()
    {
        RecurseSubdirectories = true, IgnoreInaccessible = false, AttributesToSkip = FileAttributes.ReparsePoint,
    };

    public bool IsWhollyShared => SharedBytes > 0 && UnsharedBytes == 0;

    /// <summary>Bytes shared with another file, a snapshot, or another place in this file.</summary>
    public long SharedBytes => Map.SharedBytes;

    public long OwnedAloneBytes => Map.OwnedAloneBytes - Map.InlineBytes;

    /// <summary>Bytes kept in the file system's metadata, which is never shared; reported in whole blocks.</summary>
    public long MetadataBytes => Math.Min(Map.InlineBytes, Bytes);

    internal long BytesOnDisk => SharedBytes + UnsharedBytes;

    internal long UnsharedBytes => OwnedAloneBytes + MetadataBytes;

    /// <summary>Named files, and those below named folders, each once: a hard link or a named symbolic one is no other file.</summary>
    internal static FileSharing[] Read(IEnumerable<string> paths, Func<string, ExtentMap> read, CancellationToken cancel)
    {
        var seen = new HashSet<object>();
        return [.. paths.SelectMany(FilesOf).Select(path => ReadOne(path, seen, read, cancel)).OfType<FileSharing>()];
    }

    /// <summary>Equal for all names of a file, links followed; the path where the system knows no more.</summary>
    internal static object IdentityOf(string path) =>
        FileCloner.Shared.Platform.TryStat(path, out FileStat file) && file.Identity != default ? file.Identity : path;

    private static IEnumerable<string> FilesOf(string path) => !Directory.Exists(path) ? [path]
        : Directory.EnumerateFiles(FilePath.GetFullPath(path), "*", s_below).Order(StringComparer.Ordinal);

    /// <summary>Null for what does not count: pipes, sockets, further names of a file, and files that are gone.</summary>
    private static FileSharing? ReadOne(string path, HashSet<object> seen, Func<string, ExtentMap> read, CancellationToken cancel)
    {
        cancel.ThrowIfCancellationRequested();
        if (!FileCloner.Shared.Platform.TryStat(path, out FileStat file) || file.Kind != EntryKind.File || !seen.Add(IdentityOf(path)))
        {
            return null;
        }

        try
        {
            ExtentMap map = read(path);
            string? unknown = map.Supported ? null : $"{Volume.At(path).FileSystem} does not report where files are stored";
            return new FileSharing(path, file.Length, unknown, map);
        }
        catch (UnauthorizedAccessException)
        {
            return NotKnown(file.Length, "no permission to read it");
        }
        catch (IOException e)
        {
            return File.Exists(path) ? NotKnown(0, e.Message) : null;
        }

        FileSharing NotKnown(long bytes, string why) => new(path, bytes, why, new ExtentMap([], 0, string.Empty));
    }
}
