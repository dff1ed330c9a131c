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
    string Folder, string Image, string FileSystem, string Uuid, long Size, long? Used, long? Allocated, VolumeState State, string? Problem)
{
    internal static ListedVolume Of(KnownVolume volume)
    {
        long? allocated = File.Exists(volume.Image) ? FileStatus.OfTarget(volume.Image).Allocated : null;
        Volume? mounted = volume.Places.Count > 0 ? Volume.At(volume.Places[0]) : null;
        (VolumeState state, string? problem) = volume.Problem is not null
            ? (volume.Problem == KnownVolume.IsAnotherUsers ? VolumeState.AnotherUsers : VolumeState.Unusable, volume.Problem)
            : volume.Size - allocated > Volume.At(volume.Image).FreeBytes
            ? (VolumeState.DiskTooFull,
                $"{Path.GetDirectoryName(volume.Image)} has less free than the image could still take up: free some space")
            : mounted is null ? (VolumeState.NotMounted, $"To mount it: {volume.HowToMount}")
            : (VolumeState.Mounted, null);
        return new ListedVolume(
            volume.Places is [{ } place, ..] ? place : volume.Record.Folder, volume.Image, volume.Record.FileSystem, volume.Record.Uuid,
            volume.Size, mounted?.TotalBytes - mounted?.FreeBytes, allocated, state, problem);
    }

    internal string[] Row =>
    [
        Folder,
        FileSystem,
        Words.Bytes(Size),
        Used is { } used ? Words.Bytes(used) : string.Empty,
        Allocated is { } allocated ? Words.Bytes(allocated) : string.Empty,
        State switch
        {
            VolumeState.Mounted => "mounted",
            VolumeState.NotMounted => "not mounted",
            VolumeState.DiskTooFull => "its disk is too full",
            VolumeState.AnotherUsers => "another user's",
            _ => "not usable",
        },
        Image,
    ];
}

internal static class VolumeList
{
    internal static int Answer(string folder, Screen screen)
    {
        if (!Directory.Exists(folder))
        {
            throw new BadInputException($"{folder} is not a folder. Name one with images.");
        }

        ListedVolume[] volumes = [.. KnownVolume.All(VolumeSystem.RealPath(folder)).Select(ListedVolume.Of)];
        bool well = volumes.All(volume => volume.State is not (VolumeState.DiskTooFull or VolumeState.Unusable));
        string summary = volumes.Length == 0 ? "No volume of `dotnet cow volume create` is mounted or in this folder."
            : $"{Words.Count(volumes.Length, "volume")}, {volumes.Count(volume => volume.Used is not null)} mounted.";
        return screen.Answer(new { summary, volumes }, summary, well, () =>
        {
            Rows.Write(
                screen,
                ["folder", "file system", "size", "used", "on disk", "state", "image"],
                [.. volumes.Select(volume => volume.Row)]);
            foreach (ListedVolume volume in volumes.Where(volume => volume.Problem is not null))
            {
                screen.Paragraph("-", $"{volume.Folder}: {volume.Problem}");
            }
        });
    }
}
