using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;

namespace CopyOnWrite.Tool.MSBuild;

/// <summary>
/// What to give to `dotnet build` or `dotnet restore` so that some projects are built or restored: with no argument it fails in a folder
/// without a solution or with two of them (MSB1003, MSB1011).
/// </summary>
internal static class BuildTargets
{
    private static readonly string[] s_solutions = [".sln", ".slnx"];

    /// <summary>
    /// The repository's solutions that have the projects; for the rest, the projects that no other one of them refers to.
    /// </summary>
    internal static IReadOnlyList<string> For(Repository repository, IReadOnlyCollection<EvaluatedProject> projects)
    {
        if (projects.Count == 1)
        {
            return [projects.First().File];
        }

        var left = projects.ToDictionary(project => project.File, StringComparer.Ordinal);
        var targets = new List<string>();
        foreach ((string solution, string[] files) in Solutions(repository.Folder)
            .Select(solution => (solution, ProjectsIn(solution, left.Keys)))
            .OrderByDescending(one => one.Item2.Length))
        {
            int before = left.Count;
            foreach (string file in files)
            {
                left.Remove(file);
            }

            if (left.Count < before)
            {
                targets.Add(solution);
            }
        }

        HashSet<string> referred = [.. left.Values.SelectMany(project => project.References)];
        string[] roots = [.. left.Keys.Where(file => !referred.Contains(file)).Order(StringComparer.Ordinal)];

        // Projects that refer to each other in a circle have no root.
        return [.. targets, .. roots.Length == 0 ? left.Keys.Order(StringComparer.Ordinal) : (IEnumerable<string>)roots];
    }

    private static IEnumerable<string> Solutions(string folder)
    {
        try
        {
            return [.. Directory.EnumerateFiles(folder)
                .Where(file => s_solutions.Contains(Path.GetExtension(file), StringComparer.OrdinalIgnoreCase))
                .Order(StringComparer.Ordinal)];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }

    /// <summary>By the paths that both formats have in quotes, with either separator.</summary>
    private static string[] ProjectsIn(string solution, IEnumerable<string> projects)
    {
        string text;
        try
        {
            text = File.ReadAllText(solution).Replace('\\', '/');
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return [];
        }

        string folder = Path.GetDirectoryName(solution)!;
        return [.. projects.Where(project =>
            text.Contains($"\"{Path.GetRelativePath(folder, project).Replace('\\', '/')}\"", StringComparison.OrdinalIgnoreCase))];
    }
}
