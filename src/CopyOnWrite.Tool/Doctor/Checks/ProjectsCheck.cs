using System;
using System.Linq;
using CopyOnWrite.Tool.Fixes;
using CopyOnWrite.Tool.MSBuild;
using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Doctor.Checks;

/// <summary>Whether the repository's projects can be evaluated, and were restored: all other checks are about what they say.</summary>
internal static class ProjectsCheck
{
    internal static Check Check { get; } = new("projects", Find);

    private static Finding? Find(DoctorContext context)
    {
        int evaluated = context.Projects.Count;
        if (context.Repository.Problems.Count > 0)
        {
            return new Finding(
                CheckStatus.Attention,
                evaluated == 0
                    ? $"No project can be evaluated: {Words.Count(context.Repository.Problems.Count, "problem")}"
                    : $"{Words.Count(context.Repository.Problems.Count, "project")} of "
                        + $"{evaluated + context.Repository.Problems.Count} cannot be evaluated",
                string.Join('\n', context.Repository.Problems),
                [new FixStep("Fix these errors: a build reports them, too.")]);
        }

        if (context.Projects.SelectMany(project => project.Unresolved.Where(IsOfAnother).Select(sdk => (project, sdk))).ToArray()
            is { Length: > 0 } unresolved)
        {
            return new Finding(
                CheckStatus.Attention,
                $"{unresolved[0].sdk.NameAndVersion} was not found "
                + $"{context.InProjects([.. unresolved.Select(one => one.project).Distinct()])} (MSB4236)",
                UnresolvedText.Detail(unresolved[0].sdk, unresolved[0].project),
                [.. unresolved.Select(one => UnresolvedText.HowToMend(one.sdk))]);
        }

        // Where an SDK is not found, a restore fails as well.
        EvaluatedProject[] unrestored = [.. context.Projects.Where(project =>
            project.Value("NuGetPackageRoot").Length == 0 && project.Unresolved.Count == 0 && project.IsRestorable)];
        string limit = context.Repository.NotLookedAt == 0
            ? string.Empty
            : $"Only the first {evaluated}; {context.Repository.NotLookedAt} more were not checked.";
        return unrestored.Length == 0
            ? new Finding(CheckStatus.Ok, $"{Words.Count(evaluated, "project")} evaluated", limit)
            : new Finding(
                CheckStatus.Hint,
                $"Packages are not restored {context.InProjects(unrestored)}, so what packages add is unknown",
                limit,
                [context.HowToRestore(unrestored)]);
    }

    // Ours has a check of its own.
    private static bool IsOfAnother(UnresolvedSdk sdk) => !sdk.Name.Equals("CopyOnWrite.Sdk", StringComparison.OrdinalIgnoreCase);
}
