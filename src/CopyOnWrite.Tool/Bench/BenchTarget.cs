using CopyOnWrite.Tool.MSBuild;

namespace CopyOnWrite.Tool.Bench;

/// <summary>The project to build, evaluated before anything is copied.</summary>
/// <param name="Project">Its path relative to the repository; null for what `dotnet build` finds there.</param>
/// <param name="Projects">Empty where they are unknown.</param>
internal sealed record BenchTarget(string Repository, string? Project, IReadOnlyList<BuiltProject> Projects)
{
    private static readonly string[] s_solutions = [".sln", ".slnx"];

    /// <param name="ofCommand">
    /// Whether another command is run, which may need no project; one that `dotnet build` would find is restored.
    /// </param>
    /// <exception cref="CommandFailedException">The project does not exist, or cannot be evaluated.</exception>
    internal static BenchTarget Find(string repository, string? project, bool ofCommand)
    {
        string full = Path.GetFullPath(project ?? ".", repository);
        string relative = Path.GetRelativePath(repository, full);
        bool isOutside = Path.IsPathRooted(relative) || relative.StartsWith("..", StringComparison.Ordinal);
        if (project is not null && (isOutside || !Path.Exists(full)))
        {
            throw new CommandFailedException($"--project {project} does not exist in the repository.");
        }

        string? file = Directory.Exists(full) ? OnlyOneIn(full) : full;
        string? named = project is not null ? relative : ofCommand && file is not null ? Path.GetRelativePath(repository, file) : null;
        try
        {
            RegisteredMSBuild.For(repository);
            return new BenchTarget(repository, named, file is null ? [] : BuiltProject.Of(repository, file));
        }
        catch (CommandFailedException) when (ofCommand)
        {
            return new BenchTarget(repository, named, []);    // Another command may build what `dotnet build` cannot.
        }
    }

    /// <summary>Null where `dotnet build` and `dotnet restore` report an error (MSB1003, MSB1011).</summary>
    private static string? OnlyOneIn(string folder)
    {
        string[] files = Directory.GetFiles(folder);
        string[] solutions = [.. files.Where(file => s_solutions.Contains(Path.GetExtension(file), StringComparer.OrdinalIgnoreCase))];
        string[] projects = [.. files.Where(file => Path.GetExtension(file).EndsWith("proj", StringComparison.OrdinalIgnoreCase))];
        return solutions is [] ? projects is [var project] ? project : null : solutions is [var solution] ? solution : null;
    }
}
