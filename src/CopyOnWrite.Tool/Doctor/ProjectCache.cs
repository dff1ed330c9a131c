using CopyOnWrite.Tasks;

namespace CopyOnWrite.Tool.Doctor;

/// <summary>The cross-volume cache that a project's builds use; projects with the same one are one.</summary>
/// <param name="State">Null when it is off, or there is no place for it.</param>
/// <param name="WrongProperty">A property whose value is not understood; then nothing else is known.</param>
internal sealed record ProjectCache(EvaluatedProject Project, bool IsOn, CacheFolderState? State, string? WrongProperty)
{
    internal string? Folder => State?.Folder;

    internal static IReadOnlyList<ProjectCache> Of(Repository repository) =>
        [.. repository.Projects
            .Where(project => project.HasSdk)
            .Select(Of)
            .DistinctBy(cache => (cache.IsOn, cache.Folder, cache.WrongProperty))];

    private static ProjectCache Of(EvaluatedProject project)
    {
        string[] texts = [.. Settings.Table.Rows.Select(setting => project.ReadsSettings ? project.Value(setting.Name) : string.Empty)];
        bool understood = Settings.TryParse(texts, out Settings settings, out Setting? wrong);
        bool isOn = understood && settings.HasCache && CacheFolderState.Platform.CacheSystem is not null;
        string[] places = isOn ? [.. settings.CachePlaces(Path.GetDirectoryName(project.File)!, CacheFolderState.Platform)] : [];
        string? folder = places.SkipLast(1).FirstOrDefault(CanBeUsed) ?? places.LastOrDefault();
        CacheFolderState? state = folder is null ? null : CacheFolderState.Read(folder);

        // Only where the repository chose the folder.
        if (state is { Problem: CacheProblem.None } && settings.CachePath is not null
            && project.Folder("OutDir") is { } output
            && IsApart(ExistingFolder.AtOrAbove(state.Folder), ExistingFolder.AtOrAbove(output)))
        {
            state = state with { Problem = CacheProblem.OnAnotherVolume };
        }

        return new ProjectCache(project, isOn, state, wrong?.Name);
    }

    /// <summary>Whether <see cref="CloneCache"/> would use the place. Only making a file shows a sandbox or a read-only mount.</summary>
    private static bool CanBeUsed(string place)
    {
        string above = Path.GetDirectoryName(place)!;
        return CacheFolderState.Read(place) is { Problem: CacheProblem.None or CacheProblem.NotWritable } state
            && (state.Exists || FileCloner.Shared.ProbeClone(above, above).Reason is not (Reason.AccessDenied or Reason.OtherError));
    }

    /// <summary>Device numbers differ for subvolumes of one btrfs, between which clones are possible: there it is tried.</summary>
    private static bool IsApart(string from, string to) =>
        Volume.At(from).Identity != Volume.At(to).Identity && !FileCloner.Shared.ProbeClone(from, to).IsClone;
}
