namespace CopyOnWrite.Tool.Inspect;

/// <summary>Files named one by one. Several names of one file, hard links and symbolic ones, are one file and not clones.</summary>
internal static class NamedFiles
{
    private const int MostPartners = 20;

    internal static IReadOnlyList<FileSharing> Read(IReadOnlyList<string> paths, Func<string, ExtentMap> read, CancellationToken cancel)
    {
        (string Path, string Identity)[] names = [.. paths.Select(path => (path, OperatingSystem.IsLinux()
            ? FileStatus.OfTarget(path).Identity
            : File.ResolveLinkTarget(path, returnFinalTarget: true)?.FullName ?? Path.GetFullPath(path)))];
        (string Path, string Identity)[] first = [.. names.DistinctBy(name => name.Identity)];
        FileSharing[] files = WithPartners([.. first.Select(name =>
        {
            cancel.ThrowIfCancellationRequested();
            return FileSharing.Of(name.Path, FileStatus.OfTarget(name.Path), read(name.Path));
        })], cancel);
        var shared = first.Zip(files).ToDictionary(one => one.First.Identity, one => one.Second, StringComparer.Ordinal);
        return [.. names.Select(name => shared[name.Identity] is var file && file.Path == name.Path
            ? file
            : file with { Path = name.Path, SameFileAs = file.Path })];
    }

    internal static FileSharing[] WithPartners(IReadOnlyList<FileSharing> files, CancellationToken cancel = default) =>
    [
        .. files.Select((file, i) =>
        {
            cancel.ThrowIfCancellationRequested();
            IEnumerable<Partner> others = files.Where((_, other) => other != i)
                .Select(other => new Partner(other.Path, Extents.BytesInCommon(file.Map, other.Map)));
            Partner[] partners = [.. others.Where(other => other.Bytes > 0)];
            return file with
            {
                With = [.. partners.OrderByDescending(partner => partner.Bytes).Take(MostPartners)],
                WithFiles = partners.Length,
            };
        }),
    ];
}
