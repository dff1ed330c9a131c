namespace CopyOnWrite.Tool.Inspect;

/// <summary>Files named one by one. Several names of one file, hard links and symbolic ones, are one file and not clones.</summary>
internal static class NamedFiles
{
    private const int MostPartners = 20;

    internal static IReadOnlyList<FileSharing> Read(IReadOnlyList<string> paths, Func<string, ExtentMap> read, CancellationToken cancel)
    {
        var places = new Dictionary<string, int>(StringComparer.Ordinal);
        var files = new List<FileSharing>();
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
                files.Add(FileSharing.Of(path, status, read(path)));
            }

            names.Add((path, place));
        }

        FileSharing[] shared = WithPartners(files, cancel);
        return [.. names.Select(name => shared[name.File] is var file && file.Path == name.Path
            ? file
            : file with { Path = name.Path, SameFileAs = file.Path })];
    }

    internal static FileSharing[] WithPartners(IReadOnlyList<FileSharing> files, CancellationToken cancel = default) =>
    [
        .. files.Select((file, i) =>
        {
            cancel.ThrowIfCancellationRequested();
            (string Path, long? Bytes)[] others =
                [.. files.Where((_, other) => other != i).Select(other => (other.Path, file.BytesInCommon(other)))];
            Partner[] partners = [.. others.Where(other => other.Bytes > 0).Select(other => new Partner(other.Path, other.Bytes!.Value))];
            return file with
            {
                With = [.. partners.OrderByDescending(partner => partner.Bytes).Take(MostPartners)],
                WithFiles = partners.Length,
                PartsUnknown = others.Any(other => other.Bytes is null),
            };
        }),
    ];
}
