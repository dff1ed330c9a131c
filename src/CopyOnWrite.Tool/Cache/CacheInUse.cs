using CopyOnWrite.Measurement;
using CopyOnWrite.Tasks;
using CopyOnWrite.Tool.MSBuild;

namespace CopyOnWrite.Tool.Cache;

/// <summary>The cross-volume cache that a project's builds use; projects with the same one are one.</summary>
/// <param name="Folder">Null when there is no place for it.</param>
/// <param name="WrongProperty">A property whose value is not understood; then nothing else is known.</param>
internal sealed record CacheInUse(
    EvaluatedProject Project,
    bool IsOn,
    string? Folder,
    long MaximumBytes,
    TimeSpan MaximumAge,
    string? WrongProperty,
    CacheFolderState State)
{
    internal static bool SystemHasOne { get; } = FileCloner.ForThisSystem() is { HasCache: true };

    internal static CacheFolderState Read(string folder) => FileCloner.ForThisSystem()?.ReadCache(folder) ?? CacheFolderState.Missing;

    internal static IReadOnlyList<CacheInUse> Of(Repository repository) =>
        [.. repository.Projects
            .Where(project => project.HasSdk)
            .Select(Of)
            .DistinctBy(cache => (cache.IsOn, cache.Folder, cache.WrongProperty))];

    internal static void RefuseWrongProperty(IEnumerable<CacheInUse> caches)
    {
        if (caches.FirstOrDefault(cache => cache.WrongProperty is not null) is { } wrong)
        {
            throw new BadInputException(
                $"{wrong.WrongProperty} is '{wrong.Project.Value(wrong.WrongProperty!)}', which is not a valid value. "
                + string.Join(' ', wrong.Project.HowToRemove(wrong.WrongProperty!).Select(step => step.Text)));
        }
    }

    /// <summary>Why the projects use no cache.</summary>
    internal static string WhyNone(IReadOnlyCollection<CacheInUse> caches) => caches.Count == 0
        ? "The repository's projects do not have CopyOnWrite.Sdk, so they use no cache. `dotnet cow doctor` says how to add it; "
            + "--path names a cache's folder."
        : "The repository's projects use no cache: it is turned off, has no folder, or there is none for this system. "
            + "--path names a cache's folder.";

    private static CacheInUse Of(EvaluatedProject project)
    {
        string[] texts = [.. Settings.Table.Rows.Select(setting => project.Value(setting.Name))];
        bool understood = Settings.TryParse(texts, out Settings settings, out Setting? wrong);
        bool isOn = understood && settings.HasCache && SystemHasOne;
        string? folder = isOn ? settings.CacheOf(Path.GetDirectoryName(project.File)!)!.Find(FileCloner.ForThisSystem()!) : null;
        CacheFolderState state = folder is null ? CacheFolderState.Missing : Read(folder);
        if (folder is not null && state.Problem == CacheProblem.None && settings.CachePath is not null && IsApart(folder, project))
        {
            state = new CacheFolderState(state.Exists, CacheProblem.OnAnotherVolume, state.Entries, state.Leftovers);
        }

        return new CacheInUse(project, isOn, folder, settings.CacheMaximumBytes, settings.CacheMaximumAge, wrong?.Name, state);
    }

    /// <summary>Device numbers differ for subvolumes of one btrfs, between which clones are possible: there it is tried.</summary>
    private static bool IsApart(string folder, EvaluatedProject project)
    {
        if (project.Folder("OutDir") is not { } output)
        {
            return false;
        }

        string from = ExistingFolder.AtOrAbove(folder);
        string to = ExistingFolder.AtOrAbove(output);
        return VolumeIdentity.Of(from) != VolumeIdentity.Of(to) && FileCloner.ForThisSystem()?.ProbeClone(from, to).IsClone != true;
    }
}
