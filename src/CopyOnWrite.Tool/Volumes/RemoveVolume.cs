using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Volumes;

/// <summary>Unmounts a volume and deletes its image, unless something on it is in use or is nowhere else.</summary>
internal sealed class RemoveVolume(VolumeSystem system, KnownVolume volume, Rights rights)
{
    private const int MostLines = 5;

    // It may have been mounted elsewhere, not by this tool. udisks always does: then the folder is a link.
    private readonly Mounting _mounting = new(
        system.Programs,
        rights,
        volume.Image,
        rights.ByDesktop || volume.Places.Count != 1 ? volume.Record.Folder : volume.Places[0],
        volume.Record.FileSystem);

    private string Place => volume.Places[0];

    /// <summary>With --force, work that is nowhere else goes with the volume; what is in use stays in any case.</summary>
    /// <param name="asOwner">What runs git as the user whose repositories they are.</param>
    internal static async Task CheckAsync(
        KnownVolume volume, bool force, Programs programs, string[] asOwner, CancellationToken cancel)
    {
        if (volume.Places.Count > 1)
        {
            throw new BadInputException(
                $"{volume.Image} is mounted more than once: {string.Join(", ", volume.Places)}. "
                + $"Unmount all but {volume.Record.Folder} first.",
                "COW1051");
        }

        if (volume.Places is [{ } place] && MountedVolume.Below(place) is { Length: > 0 } below)
        {
            throw new BadInputException(
                $"On {volume.Record.Folder} something else is mounted. Run first: sudo umount "
                + string.Join(' ', below.Select(ShellText.Argument)),
                "COW1051");
        }

        if (volume.Places.Count == 0)
        {
            if (ImageFile.LoopDevices(volume.Image) is [{ } device, ..])
            {
                throw new BadInputException(
                    $"{volume.Image} is in use by {device}, and not mounted here: maybe it is in a container. End that, or, if nothing "
                    + $"uses it, run: sudo losetup -d {device}",
                    "COW1051");
            }

            if (!force)
            {
                throw new BadInputException(
                    $"{volume.Record.Folder} is not mounted, so what is on it is unknown. Mount it: {volume.HowToMount}; "
                    + "or remove it with all that is on it: --force.",
                    "COW1054");
            }
        }
        else if (!force && await UnsavedWork.InAsync(volume.Places[0], programs, cancel, asOwner) is { Count: > 0 } work)
        {
            string more = work.Count > MostLines ? $" and {work.Count - MostLines} more" : string.Empty;
            throw new BadInputException(
                $"On {volume.Record.Folder} is work that is nowhere else: {string.Join("; ", work.Take(MostLines))}{more}. "
                + "Commit and push it, or remove it with the volume: --force.",
                "COW1052");
        }
    }

    internal IReadOnlyList<Step> Steps()
    {
        string record = VolumeRecord.PathOf(volume.Image);
        List<Step> steps = [];
        if (volume.Places.Count > 0)
        {
            steps.Add(new(_mounting.UnmountText, UnmountAsync, RemountAsync));
        }

        if (Fstab.LineFor(system.Fstab, volume.Image) is { } line)
        {
            string[] remove = rights.AsRoot(Fstab.Remove(system.Fstab, line));
            steps.Add(new(
                Programs.Text(remove),
                cancel => system.Programs.RunAsync(remove, cancel),
                () => Fstab.Has(system.Fstab, line) ? Task.CompletedTask
                    : system.Programs.RunAsync(rights.AsRoot(Fstab.Add(system.Fstab, line)), CancellationToken.None)));
        }

        // One step, since there is no way back from it. The record goes after the image: an image without a record is not touched again.
        // A file that was put below the mount stays, and with it the folder; so does one on which a user mounted the image.
        string[] rmdir = volume.Record.CreatedFolder && !rights.ByDesktop ? rights.AsRoot("rmdir", volume.Record.Folder) : [];
        string delete = $"rm {Programs.Text([volume.Image, record])}";
        steps.Add(new(rmdir.Length == 0 ? delete : $"{delete}\n{Programs.Text(rmdir)}", async _ =>
        {
            File.Delete(volume.Image);
            File.Delete(record);
            if (rmdir.Length > 0)
            {
                await system.Programs.TryAsync(rmdir, CancellationToken.None);
            }
        }));
        return steps;
    }

    private async Task UnmountAsync(CancellationToken cancel)
    {
        try
        {
            await _mounting.UnmountAsync(cancel);
        }
        catch (BadInputException e) when (e.Code == "COW1048" && MountedVolume.PlacesOf(volume.Image).Length > 0)
        {
            IReadOnlyList<string> users = OpenFiles.ProcessesIn(Place);
            throw new BadInputException(
                users.Count > 0
                    ? $"{volume.Record.Folder} is in use by {string.Join(", ", users)}. End that, or leave the folder, then run this again."
                    : $"{volume.Record.Folder} is in use. {e.Message} Processes of other users are named only to root.",
                "COW1051");
        }
    }

    private Task RemountAsync() => MountedVolume.PlacesOf(volume.Image).Length > 0
        ? Task.CompletedTask
        : _mounting.MountAsync(CancellationToken.None);
}
