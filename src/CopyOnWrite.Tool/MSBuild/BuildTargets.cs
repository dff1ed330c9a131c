using Microsoft.Build.Construction;
using Microsoft.Build.Exceptions;

namespace CopyOnWrite.Tool.MSBuild;

/// <summary>
/// What to give to `dotnet build` or `dotnet restore` so that some projects are built or restored: with no argument it fails in a folder
/// without a solution or with two of them (MSB1003, MSB1011).
/// </summary>
internal static class BuildTargets
{
    /// <summary>
    /// The repository's solutions that have the projects; for the rest, the projects that no other one of them refers to.
    /// </summary>
    internal static IReadOnlyList<string> For(Repository repository, IReadOnlyCollection<EvaluatedProject> projects)
    {
        string[] files = [.. projects.Select(project => project.File).Order(StringComparer.Ordinal)];
        if (files.Length == 1)
        {
            return files;
        }

        List<string> targets = [];
        foreach ((string solution, HashSet<string> its) in Directory.EnumerateFiles(repository.Folder)
            .Where(file => Path.GetExtension(file) is ".sln" or ".slnx")
            .Order(StringComparer.Ordinal)
            .Select(solution => (solution, ProjectsIn(solution).ToHashSet(StringComparer.OrdinalIgnoreCase)))
            .OrderByDescending(one => files.Count(one.Item2.Contains)))
        {
            targets.AddRange(files.Any(its.Contains) ? [solution] : []);
            files = [.. files.Where(file => !its.Contains(file))];
        }

        EvaluatedProject[] left = [.. projects.Where(project => files.Contains(project.File))];
        string[] roots = [.. files.Except(left.SelectMany(project => project.References))];

        // Projects that refer to each other in a circle have no root.
        return [.. targets, .. roots.Length == 0 ? files : roots];
    }

    /// <summary>None where it is damaged.</summary>
    private static IEnumerable<string> ProjectsIn(string solution)
    {
        try
        {
            return SolutionFile.Parse(solution).ProjectsInOrder.Select(project => project.AbsolutePath);
        }
        catch (Exception e) when (e is InvalidProjectFileException or IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }
}
