using CopyOnWrite.Tool.MSBuild;

namespace CopyOnWrite.Tool.Bench;

/// <summary>The project to build, found and evaluated before anything is copied.</summary>
/// <param name="Project">Its path relative to the repository; null for what `dotnet build` finds there.</param>
/// <param name="Projects">Empty where another command's projects are unknown.</param>
internal sealed record BenchTarget(string Repository, string? Project, IReadOnlyList<BuiltProject> Projects)
{
    private static readonly string[] s_solutions = [".sln", ".slnx"];

    /// <param name="ofCommand">
    /// Whether another command is run, which may need no project; one that `dotnet build` would find is restored.
    /// </param>
    /// <exception cref="BadInputException">There is no project, more than one, or one that cannot be evaluated.</exception>
    internal static BenchTarget Find(string repository, string? project, bool ofCommand)
    {
        string full = Path.GetFullPath(project ?? ".", repository);
        string relative = Path.GetRelativePath(repository, full);
        bool isOutside = Path.IsPathRooted(relative) || relative.StartsWith("..", StringComparison.Ordinal);
        if (project is not null && (isOutside || !Path.Exists(full)))
        {
            throw new BadInputException($"--project {project} does not exist in the repository.");
        }

        if (Directory.Exists(full))
        {
            (string? file, string why) = InFolder(full);
            if (file is null)
            {
                return ofCommand && project is null ? new BenchTarget(repository, null, [])
                    : throw new BadInputException($"{full} has {why}. Name what to build with --project.");
            }

            full = file;
        }

        string? named = project is not null ? relative : ofCommand ? Path.GetRelativePath(repository, full) : null;
        try
        {
            RegisteredMSBuild.For(repository);
            return new BenchTarget(repository, named, BuiltProject.Of(repository, full));
        }
        catch (BadInputException) when (ofCommand)
        {
            return new BenchTarget(repository, named, []);    // Another command may build what `dotnet build` cannot.
        }
    }

    /// <summary>Finds the project by the rules of `dotnet build` (ProcessProjectSwitch in MSBuild's XMake.cs).</summary>
    private static (string? File, string Why) InFolder(string folder)
    {
        string[] files = Directory.GetFiles(folder);
        string[] solutions = [.. files.Where(file => s_solutions.Contains(Path.GetExtension(file), StringComparer.OrdinalIgnoreCase))];
        string[] projects = [.. files.Where(file => Path.GetExtension(file).EndsWith("proj", StringComparison.OrdinalIgnoreCase))];
        string names = string.Join(
            " and ", solutions.Concat(projects).Select(file => Path.GetFileName(file)).Order(StringComparer.Ordinal));
        return (solutions, projects) switch
        {
            ([], []) => (null, "no solution and no project, so `dotnet build` fails there (MSB1003)"),
            ([var solution], []) => (solution, string.Empty),
            ([], [var project]) => (project, string.Empty),
            ([var solution], [var project]) when Path.GetFileNameWithoutExtension(solution) == Path.GetFileNameWithoutExtension(project) =>
                (solution, string.Empty),
            _ => (null, $"{names}, so `dotnet build` fails there (MSB1011)"),
        };
    }
}
