using CopyOnWrite.Measurement;
using CopyOnWrite.Tasks;
using CopyOnWrite.Tool.MSBuild;

namespace CopyOnWrite.Tool.Cache;

/// <summary>The cache that a command is about, with its limits.</summary>
internal sealed record SelectedCache(string Folder, long MaximumBytes, TimeSpan MaximumAge)
{
    internal static SelectedCache Find(string? path, string repository, CancellationToken cancel)
    {
        if (path is not null)
        {
            return new SelectedCache(Path.GetFullPath(path), Settings.Default.CacheMaximumBytes, Settings.Default.CacheMaximumAge);
        }

        IReadOnlyList<CacheInUse> caches = CacheInUse.Of(Repository.Open(repository, cancel));
        if (caches.FirstOrDefault(cache => cache.WrongProperty is not null) is { WrongProperty: { } property, Project: var project })
        {
            throw new BadInputException(
                $"{property} is '{project.Value(property)}', which is not a valid value. "
                + string.Join(' ', project.HowToRemove(property)));
        }

        CacheInUse[] found = [.. caches.Where(cache => cache.Folder is not null).DistinctBy(cache => cache.Folder)];
        return found switch
        {
            [{ Folder: { } folder } cache] => new SelectedCache(folder, cache.MaximumBytes, cache.MaximumAge),
            [] => throw new BadInputException(
                "The repository's projects "
                + (caches.Count == 0 ? "do not have CopyOnWrite.Sdk, so they use no cache. `dotnet cow doctor` says how to add it; "
                    : "use no cache: it is turned off, has no folder, or there is none for this system. ")
                + "--path names a cache's folder."),
            _ => throw new BadInputException(
                "The repository's projects use several caches. Name one with --path: "
                + string.Join(", ", found.Select(cache => cache.Folder))),
        };
    }

    /// <summary>The file system's name where no file can be cloned; null where it can, or where that is unknown.</summary>
    internal string? WhichCannotClone
    {
        get
        {
            // Beside the cache, so that nothing is written into it, unless it is a mount point itself, as in a container.
            string place = ExistingFolder.AtOrAbove(Path.GetDirectoryName(Path.TrimEndingDirectorySeparator(Folder)) ?? Folder);
            string inside = ExistingFolder.AtOrAbove(Folder);
            place = VolumeIdentity.Of(place) == VolumeIdentity.Of(inside) ? place : inside;

            // xfs may be made without reflink, and overlayfs clones or not by what is below it. A folder that may not be written to gives
            // no answer.
            bool cannot = Volume.At(place).NeverClones
                || (OperatingSystem.IsLinux() && place != Folder
                    && FileCloner.ForThisSystem()?.ProbeClone(place, place).Reason == Reason.VolumeCannotClone);
            return cannot ? Volume.At(place).FileSystem : null;
        }
    }
}
