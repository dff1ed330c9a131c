using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;

namespace CopyOnWrite.Tool.Bench;

/// <summary>
/// What is built: checked before anything is copied, by the rules that `dotnet build` has for a folder (ProcessProjectSwitch in MSBuild's
/// XMake.cs).
/// </summary>
internal static partial class BenchTarget
{
    private const int MostNamed = 5;

    private static readonly string[] s_solutions = [".sln", ".slnx", ".slnf"];
    private static readonly EnumerationOptions s_twoLevels = new() { RecurseSubdirectories = true, MaxRecursionDepth = 3 };

    /// <summary>Relative to the repository; null for what `dotnet build` finds there.</summary>
    /// <exception cref="BadInputException">There is none, or more than one.</exception>
    internal static string? Check(string repository, string? project)
    {
        string full = Path.GetFullPath(project ?? ".", repository);
        string relative = Path.GetRelativePath(repository, full);
        if (project is not null && (relative.StartsWith("..", StringComparison.Ordinal) || Path.IsPathRooted(relative)))
        {
            throw new BadInputException($"--project {project} is outside of the repository. {Candidates(repository)}");
        }

        if (project is not null && !Path.Exists(full))
        {
            throw new BadInputException($"--project {project} does not exist in the repository. {Candidates(repository)}");
        }

        string target = Directory.Exists(full) ? InFolder(repository, full) : full;
        string[] missing = [.. ProjectsOf(repository, Path.GetRelativePath(repository, target)).Where(file => !File.Exists(file))];
        return missing.Length > 0
            ? throw new BadInputException(
                $"{Path.GetRelativePath(repository, target)} has a project that does not exist: "
                + $"{Path.GetRelativePath(repository, missing[0])}. Remove it, or build another with --project.")
            : project is null ? null : relative;
    }

    /// <summary>The same, where another command is run: it may need none. Null where there is not exactly one.</summary>
    internal static string? Find(string repository, string? project)
    {
        try
        {
            return Check(repository, project) ?? Path.GetRelativePath(repository, InFolder(repository, repository));
        }
        catch (BadInputException) when (project is null)
        {
            return null;
        }
    }

    /// <summary>Absolute: the project itself, or those that a solution names.</summary>
    internal static IReadOnlyList<string> ProjectsOf(string repository, string target)
    {
        string file = Path.Combine(repository, target);
        file = Directory.Exists(file) ? InFolder(repository, file) : file;
        if (!s_solutions.Contains(Path.GetExtension(file), StringComparer.OrdinalIgnoreCase))
        {
            return [file];
        }

        // A filter's paths are relative to the solution that it is of (docs: solution filters), and that solution is checked by its build.
        return Path.GetExtension(file).Equals(".slnf", StringComparison.OrdinalIgnoreCase) ? []
            : [.. QuotedProject().Matches(File.ReadAllText(file))
                .Select(match => Path.GetFullPath(Path.Combine(Path.GetDirectoryName(file)!, match.Groups[1].Value.Replace('\\', '/'))))
                .Distinct(StringComparer.Ordinal)];
    }

    private static string InFolder(string repository, string folder)
    {
        string[] files = Directory.GetFiles(folder);
        string[] solutions = [.. files.Where(IsSolution)];
        string[] projects = [.. files.Where(IsProject)];
        string[] names = [.. solutions.Concat(projects).Select(file => Path.GetFileName(file)).Order(StringComparer.Ordinal)];
        string place = folder == repository ? "The repository's root" : Path.GetRelativePath(repository, folder);
        return (solutions, projects) switch
        {
            ([], []) => throw new BadInputException(
                $"{place} has no solution and no project, so `dotnet build` fails there (MSB1003). {Candidates(repository)}"),
            ([var solution], []) => solution,
            ([], [var project]) => project,
            ([var solution], [var project]) when Path.GetFileNameWithoutExtension(solution) == Path.GetFileNameWithoutExtension(project) =>
                solution,
            _ => throw new BadInputException(
                $"{place} has {string.Join(" and ", names)}, so "
                + "`dotnet build` fails there (MSB1011). Name the one to build with --project."),
        };
    }

    private static bool IsSolution(string file) => Path.GetExtension(file).ToLowerInvariant() is ".sln" or ".slnx";

    private static bool IsProject(string file) => Path.GetExtension(file).EndsWith("proj", StringComparison.OrdinalIgnoreCase);

    private static string Candidates(string repository)
    {
        string[] found = [.. Directory.EnumerateFiles(repository, "*", s_twoLevels)
            .Where(file => IsSolution(file) || IsProject(file))
            .OrderByDescending(IsSolution).ThenBy(file => file, StringComparer.Ordinal)
            .Select(file => Path.GetRelativePath(repository, file))];
        return found.Length == 0 ? "No solution or project was found in it." : "Name what to build with --project: "
            + string.Join(", ", found.Take(MostNamed)) + (found.Length > MostNamed ? ", ..." : ".");
    }

    [GeneratedRegex("\"([^\"<>|*]+\\.(?:cs|fs|vb)proj)\"", RegexOptions.IgnoreCase)]
    private static partial Regex QuotedProject();
}
