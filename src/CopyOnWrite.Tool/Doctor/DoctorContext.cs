using CopyOnWrite.Tool.Doctor.Checks;
using CopyOnWrite.Tool.MSBuild;

namespace CopyOnWrite.Tool.Doctor;

/// <summary>The checks, and what they share: the evaluated repository, and what was tried, between each pair of volumes once.</summary>
internal sealed class DoctorContext(Repository repository, CancellationToken cancel)
{
    /// <summary>What keeps most files from being cloned first: the first line names the first that needs attention.</summary>
    private static readonly (string Id, Func<DoctorContext, Finding?> Find)[] s_checks =
    [
        ("preloaded", PlaceChecks.FindPreloaded),
        ("projects", ProjectChecks.FindProblems),
        ("switch", CopyTaskChecks.FindSwitch),
        ("shadowed", CopyTaskChecks.FindShadow),
        ("checkouts", CheckoutChecks.FindCheckouts),
        ("loaded", CopyTaskChecks.FindLoaded),
        ("outputs", PlaceChecks.FindOutputs),
        ("link-mode", CopyTaskChecks.FindLinkMode),
        ("cache", ProjectChecks.FindCache),
        ("packages", PlaceChecks.FindPackages),
        ("leftovers", PlaceChecks.FindLeftovers),
        ("dev-drive", PlaceChecks.FindDevDrive),
    ];

    private readonly Dictionary<(string From, string To), CloneProbe> _tried = [];

    internal Repository Repository => repository;

    internal Func<string, string, CloneProbe> Probe { get; init; } = CloneProbe.Run;

    internal IReadOnlyList<EvaluatedProject> Projects => repository.Projects;

    internal IReadOnlyList<FolderPair> Pairs => field ??= PlaceChecks.IsPreloaded ? [] : FolderPair.Of(repository, Try);

    internal IReadOnlyList<ProjectCache> Caches => field ??= ProjectCache.Of(repository);

    internal static bool IsWell(IEnumerable<Finding> findings) =>
        findings.All(finding => finding.Status is CheckStatus.Ok or CheckStatus.Hint);

    // Where no project has the package, nothing is wrong with a volume that cannot clone.
    internal Finding[] Examine()
    {
        bool isUsed = Projects.Any(project => project.HasSdk || project.HasReference(CopyTaskChecks.Ours));
        return
        [
            .. s_checks.Select(check => Run(check.Id, check.Find)).OfType<Finding>().Select(finding =>
                isUsed || finding.Id is not ("outputs" or "packages" or "link-mode") || finding.Status != CheckStatus.Attention ? finding
                    : finding with { Status = CheckStatus.Hint }),
        ];
    }

    /// <summary>A finding about the projects for which something holds, and which they are; null where it holds for none.</summary>
    internal Finding? About(Func<EvaluatedProject, bool> holds, Func<EvaluatedProject[], string, Finding> finding)
    {
        EvaluatedProject[] some = [.. Projects.Where(holds)];
        return some.Length == 0 ? null : finding(some, InProjects(some));
    }

    /// <summary>Whether files can be clones within the volume that the project's outputs are on; true where it is unknown.</summary>
    internal bool OutputsCanBeClones(EvaluatedProject project) =>
        project.Folder("OutDir") is not { } output || Try(output, output) is { Clones: true } or { NotPermitted: not null };

    /// <summary>"in 2 of 5 projects (App, Core)", or "in all 5 projects".</summary>
    internal string InProjects(IReadOnlyCollection<EvaluatedProject> some) =>
        Projects.Count == 1 ? $"in {Projects[0].Name}"
        : some.Count == Projects.Count ? $"in all {Projects.Count} projects"
        : $"in {some.Count} of {Projects.Count} projects ({Words.Some([.. some.Select(project => project.Name)])})";

    private CloneProbe Try(string from, string to)
    {
        (string source, string destination) = (ExistingFolder.AtOrAbove(from), ExistingFolder.AtOrAbove(to));
        (string, string) volumes = (Volume.At(source).Identity, Volume.At(destination).Identity);
        return _tried.TryGetValue(volumes, out CloneProbe? probe) ? probe : _tried[volumes] = Probe(source, destination);
    }

    /// <summary>Null where the question does not arise.</summary>
    private Finding? Run(string id, Func<DoctorContext, Finding?> find)
    {
        cancel.ThrowIfCancellationRequested();
        try
        {
            return find(this) is { } finding ? finding with { Id = id } : null;
        }
        catch (Exception e) when (e is not (OperationCanceledException or OutOfMemoryException))
        {
            // One question without an answer must not cost the others, whatever it met in the repository.
            string kind = e is IOException or UnauthorizedAccessException ? string.Empty : $"{e.GetType().Name}: ";
            return Finding.Unknown($"The check {id} could not be run", kind + e.Message) with { Id = id };
        }
    }
}
