using CopyOnWrite.Measurement;
using CopyOnWrite.Tool.Inspect;

namespace CopyOnWrite.Tool.Cache;

/// <summary>Whether a cache in a folder is of use at all: entries are there to be cloned.</summary>
internal static class CacheVolume
{
    /// <summary>The file system's name where no file can be cloned; null where it can, or where that is unknown.</summary>
    internal static string? WhichCannotClone(string folder)
    {
        // Beside the cache, which is on that volume unless it is a mount point itself: nothing is tried in a folder that is looked at.
        string place = ExistingFolder.AtOrAbove(Path.GetDirectoryName(Path.TrimEndingDirectorySeparator(folder)) ?? folder);
        string inside = ExistingFolder.AtOrAbove(folder);
        if (VolumeIdentity.Of(place) != VolumeIdentity.Of(inside))
        {
            place = inside;
        }

        bool cannot = Volume.At(place).NeverClones
            || (OperatingSystem.IsLinux() && place != folder && IsRefused(place));
        return cannot ? FileSystemName.Of(place) : null;
    }

    // xfs may be made without reflink, and overlayfs clones or not by what is below it. A folder that may not be written to tells nothing.
    private static bool IsRefused(string place) =>
        FileCloner.ForThisSystem() is { } cloner && TrialClone.Run(cloner, place, place).Reason == Reason.VolumeCannotClone;
}
