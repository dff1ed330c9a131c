using CopyOnWrite.Tasks;
using CopyOnWrite.Tool.MSBuild;

namespace CopyOnWrite.Tool.Cache;

/// <summary>The cross-volume cache that a project's builds use; projects with the same one are one.</summary>
/// <param name="State">Null when it is off, or there is no place for it.</param>
/// <param name="Unused">Folders in the other places where builds look for it.</param>
/// <param name="WrongProperty">A property whose value is not understood; then nothing else is known.</param>
internal sealed record ProjectCache(
    EvaluatedProject Project, bool IsOn, CacheFolderState? State, CacheFolderState[] Unused, long MaximumBytes, TimeSpan MaximumAge,
    string? WrongProperty)
{
    internal string? Folder => State?.Folder;

    internal static IReadOnlyList<ProjectCache> Of(Repository repository) =>
        [.. repository.Projects
            .Where(project => project.HasSdk)
            .Select(Of)
            .DistinctBy(cache => (cache.IsOn, cache.Folder, cache.WrongProperty))];

    private static ProjectCache Of(EvaluatedProject project)
    {
        string[] texts = [.. Settings.Table.Rows.Select(setting => project.Value(setting.Name))];
        bool understood = Settings.TryParse(texts, out Settings settings, out Setting? wrong);
        bool isOn = understood && settings.HasCache && CacheFolderState.Platform.CacheSystem is not null;
        string[] places =
            isOn ? [.. settings.CachePlaces(Path.GetDirectoryName(project.File)!, CacheFolderState.Platform)] : [];
        string? folder = places.SkipLast(1).FirstOrDefault(CanBeUsed) ?? places.LastOrDefault();
        CacheFolderState? state = folder is null ? null : CacheFolderState.Read(folder);

        // Only where the repository chose the folder.
        if (state is { Problem: CacheProblem.None } && settings.CachePath is not null
            && project.Folder("OutDir") is { } output
            && IsApart(ExistingFolder.AtOrAbove(state.Folder), ExistingFolder.AtOrAbove(output)))
        {
            state = state with { Problem = CacheProblem.OnAnotherVolume };
        }

        CacheFolderState[] unused = [.. places.Where(place => place != folder).Select(CacheFolderState.Read).Where(other => other.Exists)];
        return new ProjectCache(project, isOn, state, unused, settings.CacheMaximumBytes, settings.CacheMaximumAge, wrong?.Name);
    }

    /// <summary>As <see cref="CloneCache"/> chooses. A sandbox or a read-only mount shows only where a folder is made.</summary>
    private static bool CanBeUsed(string place)
    {
        CacheFolderState state = CacheFolderState.Read(place);
        if (state.Exists || state.Problem != CacheProblem.None)
        {
            return state.Problem is CacheProblem.None or CacheProblem.NotWritable;
        }

        string trial = Path.Combine(Path.GetDirectoryName(place)!, TemporaryFiles.NewName());
        try
        {
            Directory.CreateDirectory(trial).Delete();
            return true;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    /// <summary>Device numbers differ for subvolumes of one btrfs, between which clones are possible: there it is tried.</summary>
    private static bool IsApart(string from, string to) =>
        Volume.At(from).Identity != Volume.At(to).Identity && !FileCloner.Shared.ProbeClone(from, to).IsClone;
}

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
