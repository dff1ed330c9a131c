using CopyOnWrite.Tool.MSBuild;

namespace CopyOnWrite.Tool.Doctor;

internal enum PairKind
{
    CompiledToOutput,
    PackagesToOutput,
    OutputToPublished,
}

/// <summary>Two folders between which builds of a project copy files, and the result of a trial clone.</summary>
internal sealed record FolderPair(PairKind Kind, string From, string To, CloneProbe Probe, EvaluatedProject Project)
{
    /// <summary>Those that matter in a repository, each kind on each combination of volumes once.</summary>
    /// <param name="probe">Gives the same answer for the same volumes.</param>
    internal static IReadOnlyList<FolderPair> Of(Repository repository, Func<string, string, CloneProbe> probe) =>
    [
        .. repository.Projects.SelectMany(project => FoldersOf(project)
            .Where(pair => pair.From is not null && pair.To is not null)
            .Select(pair => new FolderPair(pair.Kind, pair.From!, pair.To!, probe(pair.From!, pair.To!), project)))
            .DistinctBy(pair => (pair.Kind, pair.Probe)),
    ];

    /// <summary>From where to where, on which file systems, and the result.</summary>
    internal static string Describe(IEnumerable<FolderPair> pairs, Repository repository) =>
        string.Join('\n', pairs.Select(pair => pair.Describe(repository)));

    private string Describe(Repository repository)
    {
        string volumes = Probe.OnOneVolume
            ? $"one volume, {Probe.DestinationFileSystem}"
            : $"{Probe.SourceFileSystem} to {Probe.DestinationFileSystem}";
        string came = Probe.NotPermitted is not null ? "not tried"
            : !Probe.Clones ? $"copied, {Probe.Why}"
            : Probe.SystemCopyClones is not null ? "cloned, all bytes shared"
            : "cloned, according to the result of the call: this file system does not report which bytes files share";
        return $"{Short(From)} to {Short(To)}: {volumes}: {came}";

        string Short(string folder) => Path.TrimEndingDirectorySeparator(repository.Relative(folder));
    }

    private static IEnumerable<(PairKind Kind, string? From, string? To)> FoldersOf(EvaluatedProject project)
    {
        string? output = project.Folder("OutDir");
        return
        [
            (PairKind.CompiledToOutput, project.Folder("IntermediateOutputPath"), output),
            (PairKind.PackagesToOutput, project.PackageFolder, output),
            (PairKind.OutputToPublished, output, project.Folder("PublishDir")),
        ];
    }
}
