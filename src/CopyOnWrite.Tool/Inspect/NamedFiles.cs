namespace CopyOnWrite.Tool.Inspect;

/// <summary>
/// Files named one by one: each file's extents, and the bytes shared with the others. Several names of one file, hard links
/// and symbolic ones, are one file and not clones.
/// </summary>
internal static class NamedFiles
{
    private const int MostPartners = 20;

    /// <param name="readExtents">Null to ask the file system.</param>
    internal static IReadOnlyList<(FileSharing Sharing, ExtentMap Map)> Read(
        IReadOnlyList<string> paths, CancellationToken cancel, Func<string, ExtentMap>? readExtents = null)
    {
        var places = new Dictionary<string, int>(StringComparer.Ordinal);
        var files = new List<(FileSharing Sharing, ExtentMap Map)>();
        var names = new List<(string Path, int File)>();
        foreach (string path in paths)
        {
            cancel.ThrowIfCancellationRequested();
            FileStatus status = FileStatus.OfTarget(path);
            string identity = OperatingSystem.IsLinux() ? status.Identity
                : File.ResolveLinkTarget(path, returnFinalTarget: true)?.FullName ?? Path.GetFullPath(path);
            if (!places.TryGetValue(identity, out int place))
            {
                places.Add(identity, place = files.Count);
                ExtentMap map = (readExtents ?? Extents.Read)(path);
                files.Add((FileSharing.Of(path, status, map), map));
            }

            names.Add((path, place));
        }

        FileSharing[] shared = WithPartners(files, cancel);
        return [.. names.Select(name => (
            shared[name.File].Path == name.Path
                ? shared[name.File]
                : shared[name.File] with { Path = name.Path, SameFileAs = shared[name.File].Path },
            files[name.File].Map))];
    }

    internal static FileSharing[] WithPartners(
        IReadOnlyList<(FileSharing Sharing, ExtentMap Map)> files, CancellationToken cancel = default) =>
    [
        .. files.Select((file, i) =>
        {
            cancel.ThrowIfCancellationRequested();
            (string Path, long? Bytes)[] others =
                [.. files.Where((_, other) => other != i).Select(other => (other.Sharing.Path, BytesInCommon(file, other)))];
            Partner[] partners = [.. others.Where(other => other.Bytes > 0).Select(other => new Partner(other.Path, other.Bytes!.Value))];
            return file.Sharing with
            {
                With = [.. partners.OrderByDescending(partner => partner.Bytes).Take(MostPartners)],
                WithFiles = partners.Length,
                PartsUnknown = others.Any(other => other.Bytes is null),
            };
        }),
    ];

    /// <summary>Null where it is unknown on macOS: equal clone ids mean that files share everything; different ones mean nothing.</summary>
    private static long? BytesInCommon((FileSharing Sharing, ExtentMap Map) one, (FileSharing Sharing, ExtentMap Map) other) =>
        one.Sharing.OnMac is { } clone && other.Sharing.OnMac is { } otherClone
            ? MacClone.BytesInCommon(clone, otherClone, clone.AllocatedBytes)
            : Extents.BytesInCommon(one.Map, other.Map);
}
