namespace CopyOnWrite.Tool.MSBuild;

/// <summary>
/// What to give to `dotnet build` or `dotnet restore` so that some projects are built or restored: with no argument it fails in a folder
/// without a solution or with two of them (MSB1003, MSB1011).
/// </summary>
internal static class BuildTargets
{
    /// <summary>
    /// The repository's solutions that have the projects, the longest first; for the rest, the projects that no other one of them refers
    /// to.
    /// </summary>
    internal static IReadOnlyList<string> For(Repository repository, IReadOnlyCollection<EvaluatedProject> projects)
    {
        if (projects.Count == 1)
        {
            return [projects.First().File];
        }

        List<EvaluatedProject> left = [.. projects.OrderBy(project => project.File, StringComparer.Ordinal)];
        string[] solutions = [.. Directory.EnumerateFiles(repository.Folder)
            .Where(file => Path.GetExtension(file) is ".sln" or ".slnx")
            .OrderByDescending(file => new FileInfo(file).Length)
            .Where(file => left.RemoveAll(IsIn(file)) > 0)];
        string[] files = [.. left.Select(project => project.File)];
        string[] roots = [.. files.Except(left.SelectMany(project => project.References))];

        // Projects that refer to each other in a circle have no root.
        return [.. solutions, .. roots.Length == 0 ? files : roots];
    }

    /// <summary>A solution of either format has the path of each project between quotes.</summary>
    private static Predicate<EvaluatedProject> IsIn(string solution)
    {
        string text = File.ReadAllText(solution).Replace('\\', '/');
        return project => text.Contains(
            $"\"{Path.GetRelativePath(Path.GetDirectoryName(solution)!, project.File).Replace('\\', '/')}\"",
            StringComparison.OrdinalIgnoreCase);
    }
}
