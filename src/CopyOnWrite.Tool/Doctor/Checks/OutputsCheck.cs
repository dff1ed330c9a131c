using CopyOnWrite.Measurement;

namespace CopyOnWrite.Tool.Doctor.Checks;

/// <summary>Whether what compilers make can be cloned to the output folders, and from there to where publishing puts it.</summary>
internal static class OutputsCheck
{
    internal static Finding? Find(DoctorContext context)
    {
        FolderPair[] pairs = [.. context.Pairs.Where(pair => pair.Kind != PairKind.PackagesToOutput)];
        FolderPair[] copied = [.. pairs.Where(pair => pair.Probe is { Clones: false, NotPermitted: null })];
        string detail = FolderPair.Describe(pairs, context.Repository);
        if (copied.FirstOrDefault(pair => pair.Probe.OnOneVolume) is { } plain)
        {
            return PlacedElsewhere(plain, plain.To, detail, context) ?? Finding.Attention(
                $"The repository's volume cannot clone: {plain.To} is on {plain.Probe.DestinationFileSystem}",
                detail,
                CloningVolumes.HowToMove(context.Repository.Folder));
        }

        if (copied.FirstOrDefault() is { } apart)
        {
            return PlacedElsewhere(apart, apart.To, detail, context) ?? PlacedElsewhere(apart, apart.From, detail, context)
                ?? Finding.Attention(
                    $"Outputs are on another volume than the files they are copied from: {apart.From} and {apart.To}",
                    detail,
                    $"Put both folders on one volume that clones{CloningVolumes.Candidates()}: ArtifactsPath, or "
                        + "BaseIntermediateOutputPath and BaseOutputPath, set where they are.");
        }

        return pairs.FirstOrDefault(pair => pair.Probe.NotPermitted is not null) is { } untried
            ? Finding.Unknown(
                "No clone of outputs could be tried",
                $"{detail}\n{untried.Probe.NotPermitted}",
                "Run this as the user who builds.")
            : pairs.Length == 0 ? null
            : Finding.Ok($"Outputs are cloned on {pairs[0].Probe.DestinationFileSystem}", detail);
    }

    /// <summary>
    /// A folder that is not on the repository's volume, and the property that put it there; null for one that is. Then the repository need
    /// not be moved.
    /// </summary>
    private static Finding? PlacedElsewhere(FolderPair pair, string folder, string detail, DoctorContext context)
    {
        string volume = VolumeIdentity.Of(ExistingFolder.AtOrAbove(folder));
        if (volume == VolumeIdentity.Of(context.Repository.Folder) || pair.Project.PropertyThatPlaces(folder) is not { } property)
        {
            return null;
        }

        string fileSystem = folder == pair.To ? pair.Probe.DestinationFileSystem : pair.Probe.SourceFileSystem;
        return Finding.Attention(
            $"{property} puts outputs on another volume than the repository's, where they cannot be clones: {folder} is on {fileSystem}",
            detail,
            context.Projects.Where(project => project.PropertyThatPlaces(folder) == property || project == pair.Project)
                .SelectMany(project => project.HowToRemove(property)));
    }
}
