using CopyOnWrite.Tool.MSBuild;
using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Doctor.Checks;

/// <summary>Whether the repository's projects can be evaluated, and were restored: all other checks are about what they say.</summary>
internal static class ProjectsCheck
{
    private static readonly string s_howToFindSdk =
        "Give the SDK a version that a source has, where it is named or in msbuild-sdks of global.json "
        + $"(CopyOnWrite.Sdk of this tool: {ToolVersion.Current}), or add the folder or address that has it as a source: "
        + "`dotnet nuget add source FOLDER --name copyonwrite`. `dotnet nuget list source` lists the sources of this user; those of "
        + "another user do not count.";

    internal static Finding? Find(DoctorContext context)
    {
        int evaluated = context.Projects.Count;
        IReadOnlyList<ProjectProblem> problems = context.Repository.Problems;
        if (problems.Count > 0)
        {
            string projects = evaluated == 0 ? "No project"
                : $"{Words.Count(problems.Count, "project")} of {evaluated + problems.Count}";
            return Finding.Attention(
                $"{projects} can{(evaluated == 0 ? string.Empty : "not")} be evaluated: "
                + $"{Path.GetFileName(problems[0].Where)}: {problems[0].Message.TrimEnd('.')}",
                string.Join('\n', problems),
                problems.Any(problem => problem.Message.StartsWith(Evaluation.SdkNotFound, StringComparison.Ordinal))
                    ? s_howToFindSdk : "Fix these errors: a build reports them, too.");
        }

        string limit = context.Repository.NotEvaluated == 0
            ? string.Empty
            : $"Only the first {evaluated}; {context.Repository.NotEvaluated} more were not checked.";
        return context.About(
            project => project.Value("NuGetPackageRoot").Length == 0 && project.IsRestorable,
            (unrestored, where) => Finding.Hint(
                $"Packages are not restored {where}, so what packages add is unknown", limit, context.HowToRestore(unrestored)))
            ?? Finding.Ok($"{Words.Count(evaluated, "project")} evaluated", limit);
    }
}
