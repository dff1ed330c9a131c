using CopyOnWrite.Tool.Fixes;
using CopyOnWrite.Tool.MSBuild;
using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Doctor.Checks;

/// <summary>Whether the repository's projects can be evaluated, and were restored: all other checks are about what they say.</summary>
internal static class ProjectsCheck
{
    internal static Finding? Find(DoctorContext context)
    {
        int evaluated = context.Projects.Count;
        int problems = context.Repository.Problems.Count;
        if (problems > 0)
        {
            return Finding.Attention(
                evaluated == 0
                    ? $"No project can be evaluated: {Words.Count(problems, "problem")}"
                    : $"{Words.Count(problems, "project")} of {evaluated + problems} cannot be evaluated",
                string.Join('\n', context.Repository.Problems),
                new FixStep("Fix these errors: a build reports them, too."));
        }

        if (UnresolvedText.Of(context, context.Projects, ours: false) is { } unresolved)
        {
            return unresolved;
        }

        // Where an SDK is not found, a restore fails as well.
        EvaluatedProject[] unrestored = [.. context.Projects.Where(project =>
            project.Value("NuGetPackageRoot").Length == 0 && project.Unresolved.Count == 0 && project.IsRestorable)];
        string limit = context.Repository.NotLookedAt == 0
            ? string.Empty
            : $"Only the first {evaluated}; {context.Repository.NotLookedAt} more were not checked.";
        return unrestored.Length == 0
            ? Finding.Ok($"{Words.Count(evaluated, "project")} evaluated", limit)
            : Finding.Hint(
                $"Packages are not restored {context.InProjects(unrestored)}, so what packages add is unknown",
                limit,
                context.HowToRestore(unrestored));
    }
}
