using System.IO;
using System.Linq;
using CopyOnWrite.Measurement;
using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Volumes;

internal enum VolumeState
{
    Mounted,
    NotMounted,

    /// <summary>Its disk has less free than the image could still take: builds on it would fail with errors of the disk.</summary>
    DiskTooFull,

    /// <summary>Whether it is what its record says, only that user or root can see.</summary>
    AnotherUsers,

    /// <summary>The record is there, and the image is not what it says.</summary>
    Unusable,
}

/// <param name="Used">Null where it is not mounted.</param>
/// <param name="Allocated">What the image takes up on its disk.</param>
internal sealed record ListedVolume(
    string Folder, string Image, string FileSystem, string Uuid, long Size, long? Used, long? Allocated, VolumeState State, bool InFstab,
    string? Problem)
{
    internal static ListedVolume Of(VolumeSystem system, KnownVolume volume)
    {
        VolumeRecord record = volume.Record;
        bool exists = File.Exists(volume.Image);
        Volume? mounted = volume.Places.Count > 0 ? Volume.At(volume.Places[0]) : null;
        VolumeState state = volume.Problem == KnownVolume.IsAnotherUsers ? VolumeState.AnotherUsers
            : volume.Problem is not null ? VolumeState.Unusable
            : volume.CanGrowBy(record.Size) > Volume.At(volume.Image).FreeBytes ? VolumeState.DiskTooFull
            : mounted is null ? VolumeState.NotMounted
            : VolumeState.Mounted;
        return new ListedVolume(
            volume.Places.Count > 0 ? volume.Places[0] : record.Folder, volume.Image, record.FileSystem, record.Uuid, record.Size,
            mounted?.TotalBytes - mounted?.FreeBytes, exists ? FileStatus.OfTarget(volume.Image).Allocated : null, state,
            Fstab.LineFor(system.Fstab, volume.Image) is not null, volume.Problem ?? Advice(state, volume));
    }

    private static string? Advice(VolumeState state, KnownVolume volume) => state switch
    {
        VolumeState.NotMounted => $"To mount it: {volume.HowToMount}",
        VolumeState.DiskTooFull =>
            $"{Path.GetDirectoryName(volume.Image)} has less free than the image could still take up: free some space",
        _ => null,
    };
}

internal static class VolumeList
{
    internal static int Answer(VolumeSystem system, string folder, Screen screen)
    {
        if (!Directory.Exists(folder))
        {
            throw new BadInputException($"{folder} is not a folder. Name one with images.");
        }

        ListedVolume[] volumes =
            [.. KnownVolume.All(system, VolumeSystem.RealPath(folder)).Select(volume => ListedVolume.Of(system, volume))];
        bool well = volumes.All(volume => volume.State is not (VolumeState.DiskTooFull or VolumeState.Unusable));
        string summary = volumes.Length == 0
            ? "No volume of `dotnet cow volume create` is mounted, in fstab or in this folder."
            : $"{Words.Count(volumes.Length, "volume")}, {volumes.Count(volume => volume.Used is not null)} mounted.";
        if (screen.Json)
        {
            screen.WriteJson(new { summary, volumes });
        }
        else
        {
            screen.Answer(summary, well);
            Rows.Write(screen, ["folder", "file system", "size", "used", "on disk", "state", "image"], [.. volumes.Select(Row)]);
            foreach (ListedVolume volume in volumes.Where(volume => volume.Problem is not null))
            {
                screen.Paragraph("-", $"{volume.Folder}: {volume.Problem}");
            }
        }

        return well ? ExitCode.Success : ExitCode.NeedsAttention;
    }

    private static string[] Row(ListedVolume volume) =>
    [
        volume.Folder,
        volume.FileSystem,
        Words.Bytes(volume.Size),
        volume.Used is { } used ? Words.Bytes(used) : string.Empty,
        volume.Allocated is { } allocated ? Words.Bytes(allocated) : string.Empty,
        volume.State switch
        {
            VolumeState.Mounted => "mounted" + (volume.InFstab ? ", in fstab" : string.Empty),
            VolumeState.NotMounted => "not mounted",
            VolumeState.DiskTooFull => "its disk is too full",
            VolumeState.AnotherUsers => "another user's",
            _ => "not usable",
        },
        volume.Image,
    ];
}
