using CopyOnWrite.Tool.Doctor.Checks;

namespace CopyOnWrite.Tool.Doctor;

/// <summary>The checks, and what they share: the evaluated repository, and what was tried, between each pair of volumes once.</summary>
internal sealed class DoctorContext(Repository repository, CancellationToken cancel)
{
    /// <summary>The checks, those that concern most files first: the first line names the first check that needs attention.</summary>
    private static readonly (string Id, Func<DoctorContext, Finding?> Find, bool IsOfClones)[] s_checks =
    [
        ("preloaded", PlaceChecks.FindPreloaded, false),
        ("projects", ProjectChecks.FindProblems, false),
        ("switch", CopyTaskChecks.FindSwitch, false),
        ("shadowed", CopyTaskChecks.FindShadow, false),
        ("checkouts", CheckoutChecks.FindCheckouts, false),
        ("loaded", CopyTaskChecks.FindLoaded, false),
        ("outputs", PlaceChecks.FindOutputs, true),
        ("link-mode", CopyTaskChecks.FindLinkMode, true),
        ("cache", ProjectChecks.FindCache, false),
        ("packages", PlaceChecks.FindPackages, true),
        ("dev-drive", PlaceChecks.FindDevDrive, false),
    ];

    private readonly Dictionary<(string From, string To), CloneProbe> _tried = [];

    internal Repository Repository => repository;

    internal Func<string, string, CloneProbe> Probe { get; init; } = CloneProbe.Run;

    internal IReadOnlyList<EvaluatedProject> Projects => repository.Projects;

    internal IReadOnlyList<FolderPair> Pairs => field ??= PlaceChecks.IsPreloaded ? [] : FolderPair.Of(repository, Try);

    internal IReadOnlyList<ProjectCache> Caches => field ??= ProjectCache.Of(repository);

    internal static bool IsWell(IEnumerable<Finding> findings) =>
        findings.All(finding => finding.Status is CheckStatus.Ok or CheckStatus.Hint);

    internal Finding[] Examine()
    {
        // Where no project has the package, nothing is wrong with files that are not clones.
        bool isUsed = Projects.Any(project => project.HasSdk || project.HasReference(CopyTaskChecks.Ours));
        return
        [
            .. from check in s_checks
               let finding = Run(check.Id, check.Find)
               where finding is not null
               select !isUsed && check.IsOfClones && finding.Status == CheckStatus.Attention
                   ? finding with { Status = CheckStatus.Hint } : finding,
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
