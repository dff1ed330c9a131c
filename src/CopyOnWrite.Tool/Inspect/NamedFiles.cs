using System.Collections.Generic;
using System.Linq;
using System.Threading;
using CopyOnWrite.Measurement;

namespace CopyOnWrite.Tool.Inspect;

/// <summary>Files that were named one by one: each file's extents, and what each pair has in common.</summary>
internal static class NamedFiles
{
    internal static IReadOnlyList<(FileSharing Sharing, ExtentMap Map)> Read(IReadOnlyList<string> paths, CancellationToken cancel)
    {
        (string Path, FileStatus Status, ExtentMap Map)[] read = [.. paths.Select(path =>
        {
            cancel.ThrowIfCancellationRequested();
            FileStatus status = FileStatus.OfTarget(path);
            return status.IsRegularFile
                ? (path, status, Measurement.Extents.Read(path))
                : throw new BadInputException($"{path} is not a regular file. Name files, or one folder.");
        })];
        FileSharing[] files = [.. read.Select(one => FileSharing.Of(one.Path, one.Status, one.Map) with { With = Partners(one, read) })];
        return [.. files.Select((file, i) => (MacPartners.Of(file, files), read[i].Map))];
    }

    private static Partner[] Partners(
        (string Path, FileStatus Status, ExtentMap Map) one, IEnumerable<(string Path, FileStatus Status, ExtentMap Map)> all) =>
        [.. all.Where(other => other.Path != one.Path)
            .Select(other => new Partner(other.Path, Measurement.Extents.BytesInCommon(one.Map, other.Map)))
            .Where(partner => partner.Bytes > 0)
            .OrderByDescending(partner => partner.Bytes)];
}

/// <summary>
/// Files that were named one by one, on a Mac: equal clone ids say that two have everything in common, different ones do not say nothing.
/// </summary>
internal static class MacPartners
{
    internal static FileSharing Of(FileSharing file, IEnumerable<FileSharing> all)
    {
        if (file.OnMac is not { } clone)
        {
            return file;
        }

        FileSharing[] others = [.. all.Where(other => other.Path != file.Path && other.OnMac is not null)];
        return file with
        {
            With = [.. others.Where(other => clone.AllocatedBytes > 0 && clone.HasSameDataAs(other.OnMac!))
                .Select(other => new Partner(other.Path, clone.AllocatedBytes))],
            PartsUnknown = others.Any(other => clone.MayHavePartsOf(other.OnMac!)),
        };
    }
}
