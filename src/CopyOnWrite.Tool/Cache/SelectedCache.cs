using CopyOnWrite.Tasks;
using CopyOnWrite.Tool.MSBuild;

namespace CopyOnWrite.Tool.Cache;

/// <summary>The cache that a command is about.</summary>
internal sealed record SelectedCache(string Folder, long MaximumBytes, TimeSpan MaximumAge)
{
    internal static SelectedCache Find(string? path, string repository, CancellationToken cancel)
    {
        if (path is not null)
        {
            return new SelectedCache(
                CacheFolder.WithoutSeparatorAtItsEnd(Path.GetFullPath(path)),
                Settings.Default.CacheMaximumBytes, Settings.Default.CacheMaximumAge);
        }

        IReadOnlyList<ProjectCache> caches = ProjectCache.Of(Repository.Open(repository, cancel));
        if (caches.FirstOrDefault(cache => cache.WrongProperty is not null) is { WrongProperty: { } property, Project: var project })
        {
            throw new CommandFailedException(
                $"{property} is '{project.Value(property)}', which is not a valid value. {project.HowToRemove(property)}");
        }

        ProjectCache[] found = [.. caches.Where(cache => cache.Folder is not null).DistinctBy(cache => cache.Folder)];
        return found switch
        {
            [{ Folder: { } folder } cache] => new SelectedCache(folder, cache.MaximumBytes, cache.MaximumAge),
            [] => throw new CommandFailedException(
                "The repository's projects "
                + (caches.Count == 0 ? "do not have CopyOnWrite.Sdk, so they use no cache. `dotnet cow doctor` says how to add it; "
                    : "use no cache: it is turned off, has no folder, or there is none for this system. ")
                + "--path names a cache's folder."),
            _ => throw new CommandFailedException(
                "The repository's projects use several caches. Name one with --path: "
                + string.Join(", ", found.Select(cache => cache.Folder))),
        };
    }

    /// <summary>The file system's name where no file can be cloned; null where one can, or where the name does not decide it.</summary>
    internal string? WhichCannotClone =>
        Volume.At(ExistingFolder.AtOrAbove(Folder)) is { NeverClones: true } volume ? volume.FileSystem : null;
}
