using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using CopyOnWrite.Measurement;
using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Volumes;

/// <summary>A larger image, and its file system in all of it, while it is mounted and in use.</summary>
internal static class GrowVolume
{
    internal static IReadOnlyList<Step> Steps(VolumeSystem system, KnownVolume volume, long size, Rights rights)
    {
        (string image, VolumeRecord record) = (volume.Image, volume.Record);

        // After a failure the image can be larger than its record says, and the file system with it.
        long length = new FileInfo(image).Length;
        if (size <= record.Size || size < length)
        {
            throw new BadInputException(
                $"{record.Folder} has {Words.Bytes(Math.Max(record.Size, length))} already; a volume can only grow, and "
                + $"{Words.Bytes(size)} is not more.",
                "COW1046");
        }

        CreateOptions.CheckFree(volume.CanGrowBy(size), Volume.At(image).FreeBytes, Path.GetDirectoryName(image)!);
        if (volume.Places.Count == 0)
        {
            throw new BadInputException(
                $"{record.Folder} is not mounted, and a file system grows while it is. Run: {volume.HowToMount}", "COW1054");
        }

        if (rights.ByDesktop)
        {
            throw new BadInputException("Growing a volume needs root or sudo; udisks does not grow file systems of images.", "COW1041");
        }

        bool xfs = record.FileSystem == "xfs";
        system.Programs.Require("losetup", "util-linux (or mount)");
        system.Programs.Require(xfs ? "xfs_growfs" : "btrfs", xfs ? "xfsprogs" : "btrfs-progs");
        Programs programs = system.Programs;
        string place = volume.Places[0];
        string device = Mount.All().Last(mount => mount.Point == place).Source;
        VolumeRecord larger = record with { Size = size };
        long before = Volume.At(place).TotalBytes;
        string[] enlarge = rights.AsRoot("truncate", "-s", $"{size}", image);
        string[] shrink = rights.AsRoot("truncate", "-s", $"{length}", image);
        string[] reread = rights.AsRoot("losetup", "-c", device);
        string[] owned = system.IsRoot ? ["chown", "-h", system.Owner, VolumeRecord.PathOf(image)] : [];
        string[] grow = rights.AsRoot(xfs ? ["xfs_growfs", place] : ["btrfs", "filesystem", "resize", "max", place]);
        return
        [
            new(Programs.Text(enlarge), EnlargeAsync, UndoAsync),
            new(Programs.Text(reread), cancel => programs.RunAsync(reread, cancel)),
            new(Programs.Text(grow), cancel => programs.RunAsync(grow, cancel)),
            new(larger.CommandText(image), _ =>
            {
                larger.Write(image, overwrite: true);
                return Task.CompletedTask;
            }),
            .. owned.Length == 0 ? Array.Empty<Step>() : [new(Programs.Text(owned), cancel => programs.RunAsync(owned, cancel))],
        ];

        // A record that cannot be written is met before anything else is done.
        Task EnlargeAsync(CancellationToken cancel)
        {
            record.Write(image, overwrite: true);
            return programs.RunAsync(enlarge, cancel);
        }

        // What the file system has taken must stay below it; then the same command goes on from there.
        async Task UndoAsync()
        {
            if (Volume.At(place).TotalBytes != before)
            {
                throw new BadInputException(
                    $"The file system has grown, so the image keeps its {Words.Bytes(size)}. Run the same command again.");
            }

            await programs.RunAsync(shrink, CancellationToken.None);
            if (ImageFile.LoopDevices(image).Contains(device))
            {
                await programs.TryAsync(reread, CancellationToken.None);
            }
        }
    }
}
