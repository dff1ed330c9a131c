using CopyOnWrite.Linux;
using CopyOnWrite.Tasks;
using CopyOnWrite.Tool.Report;

namespace CopyOnWrite.Tool.Doctor.Checks;

/// <summary>Whether files can be cloned between the folders that builds copy between, by trials, and what else is seen of them.</summary>
internal static class PlaceChecks
{
    private static string HowToPut => $"Put obj and the outputs on one volume that clones{CloningVolumes.Candidates()}. "
        + "These properties set the folders: ArtifactsPath, BaseOutputPath, BaseIntermediateOutputPath, OutputPath, OutDir, "
        + "IntermediateOutputPath, PublishDir.";

    // Such a library makes this process clone nothing, as it does the tasks: a trial would say that the volume cannot.
    internal static bool IsPreloaded => OperatingSystem.IsLinux() && PreloadedLibrary.InterceptsFileCalls();

    internal static Finding? FindPreloaded(DoctorContext context) => !IsPreloaded ? null : Finding.Attention(
        "Builds started from this shell do not clone: LD_PRELOAD names a library that intercepts file calls",
        $"LD_PRELOAD is {Environment.GetEnvironmentVariable("LD_PRELOAD")}. The doctor did not try to clone.",
        $"{Recommendations.WithoutPreload}.");

    /// <summary>Checks the way from the compilers' folders to the output folders, and from there to the publish folder.</summary>
    internal static Finding? FindOutputs(DoctorContext context)
    {
        FolderPair[] pairs = [.. context.Pairs.Where(pair => !pair.IsOfPackages)];
        FolderPair[] copied = [.. pairs.Where(pair => pair.Probe is { Clones: false, NotPermitted: null })];
        string detail = FolderPair.Describe(pairs, context.Repository);
        return copied.FirstOrDefault(pair => pair.Probe.OnOneVolume) is { } plain
            ? Finding.Attention(
                $"The volume of the outputs cannot clone: {plain.To} is on {plain.Probe.Destination.FileSystem}",
                detail,
                Volume.At(ExistingFolder.AtOrAbove(plain.To)).Identity == Volume.At(context.Repository.Folder).Identity
                    ? CloningVolumes.HowToMove() : HowToPut)
            : copied.FirstOrDefault() is { } apart
            ? Finding.Attention(
                $"Outputs are on another volume than the files they are copied from: {apart.From} and {apart.To}", detail, HowToPut)
            : Untried(pairs, "outputs", detail, "Run the command as the user who builds.")
                ?? (pairs.FirstOrDefault(pair => pair.Probe.CopiesRecent) is { } recent ? CopiedRecent(recent, detail, context) : null)
                ?? (pairs.Length == 0 ? null : Cloned(pairs, $"Outputs are cloned on {pairs[0].Probe.Destination.FileSystem}", detail));
    }

    /// <summary>Package files to the output folders; from another volume they are copied once, if there is a cache.</summary>
    internal static Finding? FindPackages(DoctorContext context)
    {
        FolderPair[] pairs = [.. context.Pairs.Where(pair => pair.IsOfPackages)];
        string detail = FolderPair.Describe(pairs, context.Repository);
        if (pairs.FirstOrDefault(pair => pair.Probe is { Clones: false, OnOneVolume: false, NotPermitted: null }) is { Probe: var probe }
            && context.Pairs.Any(pair => !pair.IsOfPackages && pair.Probe.Clones))
        {
            string where =
                $"NuGet's packages are on another volume than the outputs ({probe.Source.FileSystem} and {probe.Destination.FileSystem})";
            string move = "Set NUGET_PACKAGES to a folder on the volume of the outputs, and restore with `dotnet restore --force`, see "
                + Documentation.PathOf(Path.Combine("docs", "guide", "cache.md"));
            bool isCached = context.Caches.Any(cache => cache.State is { Problem: CacheProblem.None });
            EvaluatedProject[] others = [.. context.Projects.Where(project => !project.Copy.IsOurs)];
            string there = isCached && others.Length < context.Projects.Count ? $" {context.InProjects(others)}" : string.Empty;
            return isCached && others.Length == 0
                ? Finding.Hint($"{where}, so each file is copied once into the cross-volume cache and cloned from there", detail, move)
                : Finding.Attention($"{where}, and there is no cache{there}, so package files are copied each time", detail, move);
        }

        // Where no file of the outputs' volume is a clone, the outputs' check reports why.
        return pairs.Any(pair => pair.Probe is { Clones: false, NotPermitted: null }) ? null
            : Untried(pairs, "package files", detail)
            ?? (pairs.Length == 0 ? null : Cloned(pairs, "Package files are cloned from NuGet's package folder", detail));
    }

    /// <summary>A hint where the system's own copy may have cloned: it works, and the doctor does not know more.</summary>
    internal static Finding Cloned(FolderPair[] pairs, string title, string detail) =>
        Array.Exists(pairs, pair => pair.Probe.IsAssumed) ? Finding.Hint($"{title}, if the system's own copy clones there", detail)
            : Finding.Ok(title, detail);

    internal static Finding? FindDevDrive(DoctorContext context) =>
        OperatingSystem.IsWindows() ? OfDevDrive(DevDrive.IsTrusted(context.Repository.Folder)) : null;

    internal static Finding? OfDevDrive(bool? isTrusted) => isTrusted switch
    {
        true => Finding.Ok(
            "The repository's Dev Drive is trusted", "`fsutil devdrv query D:` shows an administrator which filters are attached."),
        false => Finding.Hint(
            "The repository's Dev Drive is not trusted",
            "Antivirus filters delay file accesses there, and Microsoft Defender does not use its performance mode.",
            "As an administrator, run `fsutil devdrv trust` with the drive letter, such as `fsutil devdrv trust D:`."),
        _ => null,
    };

    /// <summary>Null where all projects have such files flushed.</summary>
    private static Finding? CopiedRecent(FolderPair pair, string detail, DoctorContext context) => context.About(
        project => !project.IsTrue("CopyOnWriteFlushSources"),
        (_, where) => Finding.Hint(
            $"Outputs written in the last two minutes are copied, not cloned, {where}, although "
                + $"{pair.Probe.Destination.FileSystem} can clone",
            $"{detail}\nPackage files are also copied, not cloned, just after a restore. Before Windows 11 24H2, "
                + $"{pair.Probe.Destination.FileSystem} may clone zeros instead of content that is not on the disk yet.",
            "Update to Windows 11 24H2 or later, where copies on this volume are clones. Or set CopyOnWriteFlushSources to true, if no "
                + "other program opens these files while they are copied."));

    private static Finding? Untried(FolderPair[] pairs, string what, string detail, params string[] steps) =>
        pairs.FirstOrDefault(pair => pair.Probe.NotPermitted is not null) is { Probe.NotPermitted: var why }
            ? Finding.Unknown($"No clone of {what} could be tried", $"{detail}\n{why}", steps)
            : null;
}
