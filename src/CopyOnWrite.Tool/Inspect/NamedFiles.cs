using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;
using CopyOnWrite.Measurement;

namespace CopyOnWrite.Tool.Inspect;

/// <summary>
/// Files that were named one by one: each file's extents, and what it has in common with the others. Several names of one file, hard links
/// and symbolic ones, are one file and no clones.
/// </summary>
internal static class NamedFiles
{
    /// <param name="readExtents">Null: asks the file system.</param>
    internal static IReadOnlyList<(FileSharing Sharing, ExtentMap Map)> Read(
        IReadOnlyList<string> paths, CancellationToken cancel, Func<string, ExtentMap>? readExtents = null)
    {
        var firstNames = new Dictionary<string, int>(StringComparer.Ordinal);
        var all = new List<(FileSharing Sharing, ExtentMap Map, int First)>();
        foreach (string path in paths)
        {
            cancel.ThrowIfCancellationRequested();
            FileStatus status = FileStatus.OfTarget(path);
            if (!status.IsRegularFile)
            {
                throw new BadInputException($"{path} is not a regular file. Name files, or one folder.");
            }

            string? link = File.ResolveLinkTarget(path, returnFinalTarget: true)?.FullName;
            string identity = OperatingSystem.IsLinux() ? status.Identity : link ?? Path.GetFullPath(path);
            if (firstNames.TryGetValue(identity, out int first))
            {
                FileSharing same = all[first].Sharing;
                all.Add((same with { Path = path, LinkTo = link, SameFileAs = same.Path }, all[first].Map, first));
            }
            else
            {
                firstNames.Add(identity, all.Count);
                ExtentMap map = (readExtents ?? Extents.Read)(path);
                all.Add((FileSharing.Of(path, status, map) with { LinkTo = link }, map, all.Count));
            }
        }

        int[] files = [.. firstNames.Values.Order()];
        FileSharing[] shared = WithPartners([.. files.Select(file => all[file].Sharing)], [.. files.Select(file => all[file].Map)]);
        var sharing = files.Zip(shared).ToDictionary(pair => pair.First, pair => pair.Second);
        return [.. all.Select(one => (one.Sharing with
        {
            With = sharing[one.First].With,
            WithFiles = sharing[one.First].WithFiles,
            WithMore = sharing[one.First].WithMore,
            PartsUnknown = sharing[one.First].PartsUnknown,
        }, one.Map))];
    }

    private static FileSharing[] WithPartners(FileSharing[] files, ExtentMap[] maps)
    {
        var common = new FilesInCommon(maps);
        return MacPartners.Of([.. files.Select((file, i) => file with
        {
            With = [.. common.PartnersOf(i).Select(partner => new Partner(files[partner.File].Path, partner.Bytes))],
            WithFiles = common.CountOf(i),
            WithMore = common.HasMore(i),
        })]);
    }
}

/// <summary>
/// Files that were named one by one, on a Mac: equal clone ids say that two have everything in common, different ones do not say nothing.
/// </summary>
internal static class MacPartners
{
    internal static FileSharing[] Of(FileSharing[] files)
    {
        FileSharing[] onMac = [.. files.Where(file => file.OnMac is not null)];
        ILookup<(int, ulong), FileSharing> clones = onMac.ToLookup(file => IdOf(file.OnMac!));
        ILookup<int, FileSharing> sharing = onMac.Where(file => file.OnMac!.SharedBytes > 0).ToLookup(file => file.OnMac!.Device);
        var sharingOfVolume = sharing.ToDictionary(volume => volume.Key, volume => volume.Count());
        var sharingOfClone = clones.ToDictionary(
            clone => clone.Key, clone => clone.Key.Item2 == 0 ? 1 : clone.Count(file => file.OnMac!.SharedBytes > 0));
        return
        [
            .. files.Select(file => file.OnMac is not { } clone ? file : file with
            {
                With = clone is { AllocatedBytes: > 0, Id: not 0 }
                    ? [.. clones[IdOf(clone)].Where(other => other != file)
                        .Take(FilesInCommon.MostPartners)
                        .Select(other => new Partner(other.Path, clone.AllocatedBytes))]
                    : [],
                WithFiles = clone is { AllocatedBytes: > 0, Id: not 0 } ? clones[IdOf(clone)].Count() - 1 : 0,

                // Others on its volume that share something, beyond its own full clones.
                PartsUnknown = clone.SharedBytes > 0 && sharingOfVolume[clone.Device] > sharingOfClone[IdOf(clone)],
            }),
        ];
    }

    private static (int, ulong) IdOf(MacClone clone) => (clone.Device, clone.Id);
}
