using System.Linq;
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
                $"{Words.Count(context.Repository.Problems.Count, "project")} of {evaluated + context.Repository.Problems.Count} cannot "
                + "be evaluated",
                string.Join('\n', context.Repository.Problems),
                "Run `dotnet build` and fix the errors it reports.");
        }

        MSBuild.EvaluatedProject[] unrestored = [.. context.Projects.Where(project => project.Value("NuGetPackageRoot").Length == 0)];
        string limit = context.Repository.NotLookedAt == 0
            ? string.Empty
            : $"Only the first {evaluated}; {context.Repository.NotLookedAt} more were not checked.";
        return unrestored.Length == 0
            ? new Finding(CheckStatus.Ok, $"{Words.Count(evaluated, "project")} evaluated", limit)
            : new Finding(
                CheckStatus.Hint,
                $"Packages are not restored {context.InProjects(unrestored)}, so what packages add is unknown",
                limit,
                $"Run `dotnet restore {context.Repository.Relative(unrestored[0].File)}`, or build, and run this again.");
    }
}
