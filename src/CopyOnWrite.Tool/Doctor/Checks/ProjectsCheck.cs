using System.Linq;
using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Doctor.Checks;

/// <summary>Whether the repository's projects can be evaluated, and were restored: all other checks are about what they say.</summary>
internal static class ProjectsCheck
{
    internal static Check Check { get; } = new("projects", Find);

    private static Finding? Find(Examination examination)
    {
        int evaluated = examination.Projects.Count;
        if (examination.Repository.Problems.Count > 0)
        {
            return new Finding(
                CheckStatus.Attention,
                $"{Words.Count(examination.Repository.Problems.Count, "project")} of {evaluated + examination.Repository.Problems.Count} cannot be evaluated",
                string.Join('\n', examination.Repository.Problems),
                "Run `dotnet build` and fix the errors it reports.");
        }

        MSBuild.EvaluatedProject[] unrestored = [.. examination.Projects.Where(project => project.Value("NuGetPackageRoot").Length == 0)];
        string limit = examination.Repository.NotLookedAt == 0 ? string.Empty : $"Only the first {evaluated}; {examination.Repository.NotLookedAt} more were not checked.";
        return unrestored.Length == 0
            ? new Finding(CheckStatus.Ok, $"{Words.Count(evaluated, "project")} evaluated", limit)
            : new Finding(
                CheckStatus.Hint,
                $"Packages are not restored {examination.InProjects(unrestored)}, so what packages add is unknown",
                limit,
                $"Run `dotnet restore {examination.Repository.Relative(unrestored[0].File)}`, or build, and run this again.");
    }
}
