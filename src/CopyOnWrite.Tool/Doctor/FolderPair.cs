using CopyOnWrite.Windows;

namespace CopyOnWrite.Tool.Doctor;

/// <summary>Two folders between which builds of a project copy files, and the result of a trial clone.</summary>
internal sealed record FolderPair(string From, string To, bool IsOfPackages, CloneProbe Probe)
{
    /// <summary>Gives the pairs that matter in a repository: for each combination of volumes one of packages, and one of outputs.</summary>
    /// <param name="probe">Gives the same answer for the same volumes.</param>
    internal static IReadOnlyList<FolderPair> Of(Repository repository, Func<string, string, CloneProbe> probe) =>
    [
        .. (from project in repository.Projects
            let output = project.Folder("OutDir")
            from pair in new (string? From, string? To, bool IsOfPackages)[]
            {
                (project.Folder("IntermediateOutputPath"), output, false),
                (project.PackageFolder, output, true),
                (output, project.Folder("PublishDir"), false),
            }
            where pair is { From: not null, To: not null }
            select new FolderPair(pair.From!, pair.To!, pair.IsOfPackages, probe(pair.From!, pair.To!)))
            .DistinctBy(pair => (pair.IsOfPackages, pair.Probe)),
    ];

    internal static string Describe(IEnumerable<FolderPair> pairs, Repository repository) =>
        string.Join('\n', pairs.Select(pair => pair.Describe(repository)));

    private string Describe(Repository repository)
    {
        string volumes = Probe.OnOneVolume
            ? $"one volume, {Probe.Destination.FileSystem}"
            : $"{Probe.Source.FileSystem} to {Probe.Destination.FileSystem}";
        string came = Probe.NotPermitted is not null ? "not tried"
            : !Probe.Clones ? $"copied, {Probe.Why}"
            : Probe.IsAssumed ? "copied by the system, which does not report whether the copy is a clone"
            : Probe.IsSharedKnown ? "cloned, all bytes shared"
            : "cloned, according to the result of the call: this file system does not report which bytes files share";
        return $"{Short(From)} to {Short(To)}: {volumes}: {came}";

        string Short(string folder) => Path.TrimEndingDirectorySeparator(repository.Relative(folder));
    }
}

/// <summary>The trial of a file that was cloned as the task does it.</summary>
/// <param name="IsSharedKnown">Whether the file system reports which bytes files share.</param>
internal sealed record CloneProbe(
    Volume Source, Volume Destination, string Why = "", bool IsSharedKnown = false, string? NotPermitted = null)
{
    // The size of a common assembly, and larger than any cluster of a file system that clones. A small file may be in the file system's
    // metadata, which no other file can share.
    private const int Size = 256 * 1024;

    /// <summary>Whether builds copy a file that was just written, as compilers' outputs are, unless it is flushed first.</summary>
    internal bool CopiesRecent { get; init; }

    /// <summary>Whether only the system's own copy was made, and nothing says if that is a clone (macOS).</summary>
    internal bool IsAssumed { get; init; }

    internal bool OnOneVolume => Source.Identity == Destination.Identity;

    internal bool Clones => Why.Length == 0 && NotPermitted is null;

    internal static CloneProbe Run(string from, string to)
    {
        var probe = new CloneProbe(Volume.At(from), Volume.At(to));
        try
        {
            return FileCloner.Try(from, to, Size, probe.With);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return probe with { NotPermitted = e.Message };
        }
    }

    /// <summary>
    /// Empty when it is a clone. What the file system reports decides; where it reports nothing, the call's result, which counts as well
    /// where the system's own copy was called because that one clones.
    /// </summary>
    /// <param name="common">Bytes in common; null where the file system does not report them.</param>
    internal static string WhyNot(CloneOutcome outcome, long? common)
    {
        bool answered = outcome.IsClone || (outcome.Kind == OutcomeKind.Copied && outcome.Reason == Reason.SystemCopyClones);
        return common == Size || (answered && common is null) ? string.Empty
            : answered ? $"a clone was made, but only {common} of {Size} bytes are shared"
            : ReasonText.Of(outcome.Reason == Reason.DifferentVolumesWithoutCache ? Reason.DifferentVolumes : outcome.Reason);
    }

    private CloneProbe With(string source, string destination)
    {
        CloneOutcome outcome = Copy();
        for (int shown = 0; shown < VolumeInfo.EnoughApart && outcome.Reason == Reason.FileCannotBeCloned; shown++)
        {
            // From Windows 11 24H2 on the first copies may only have shown that the system's own does not clone there.
            outcome = Copy();
        }

        bool copiesRecent = outcome.Reason == Reason.SourceIsDirty;
        outcome = copiesRecent ? Copy(flushesSources: true) : outcome;
        long? common = outcome.Kind == OutcomeKind.NotHandled ? null : Extents.BytesInCommonOrNull(source, destination);
        return this with
        {
            Why = WhyNot(outcome, common), CopiesRecent = copiesRecent, IsSharedKnown = common is not null,
            IsAssumed = common is null && outcome is { Kind: OutcomeKind.Copied, Reason: Reason.SystemCopyClones },
        };

        CloneOutcome Copy(bool flushesSources = false)
        {
            TemporaryFiles.Delete(destination);
            Platform platform = FileCloner.Shared.Platform;
            using CloneWorker worker = platform.NewWorker(new CloneCall(platform, FlushesSources: flushesSources));
            return worker.Copy(source, destination);
        }
    }
}
