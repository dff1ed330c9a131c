using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using System.Text.RegularExpressions;

namespace CopyOnWrite.Tool.Bench;

/// <summary>
/// The source file that is changed between builds: a comment at its end, so the project is compiled again and the projects that use it get
/// its new assembly. By default one of the project that most others refer to, as far as the project files tell without evaluation.
/// </summary>
internal sealed partial class ChangedFile
{
    private static readonly EnumerationOptions s_everyFile = new() { RecurseSubdirectories = true };
    private static readonly string[] s_passedOver = ["bin", "obj", "artifacts", "node_modules", ".git"];

    // The same in each round, so that the outputs of arms are the same whenever they are stopped.
    private static readonly Dictionary<string, string> s_changes = new(StringComparer.OrdinalIgnoreCase)
    {
        [".cs"] = "\n// dotnet cow bench\n", [".fs"] = "\n// dotnet cow bench\n", [".vb"] = "\n' dotnet cow bench\n",
    };

    private ChangedFile(string path) => Path = path;

    /// <summary>Relative to the repository.</summary>
    internal string Path { get; }

    /// <param name="target">What is built, relative to the repository; null for all of it.</param>
    /// <param name="named">By the user; null to choose one.</param>
    internal static ChangedFile Choose(string repository, string? target, string? named)
    {
        if (named is null)
        {
            return new ChangedFile(Default(repository, target) ?? throw new BadInputException(
                "No source file of C#, F# or Visual Basic was found to change. Name one with --change-file."));
        }

        string file = System.IO.Path.GetRelativePath(repository, System.IO.Path.GetFullPath(named, repository));
        return !File.Exists(System.IO.Path.Combine(repository, file)) || file.StartsWith("..", StringComparison.Ordinal)
            ? throw new BadInputException($"--change-file {named} is not a file of the repository.")
            : s_changes.ContainsKey(System.IO.Path.GetExtension(file)) ? new ChangedFile(file)
            : throw new BadInputException($"--change-file {named} must be a source file ({string.Join(", ", s_changes.Keys)}).");
    }

    internal void Change(string copy, byte[] original) => File.WriteAllBytes(
        System.IO.Path.Combine(copy, Path), [.. original, .. Encoding.ASCII.GetBytes(s_changes[System.IO.Path.GetExtension(Path)])]);

    private static string? Default(string repository, string? target)
    {
        string[] files = [.. Directory.EnumerateFiles(repository, "*", s_everyFile)
            .Where(file => !System.IO.Path.GetRelativePath(repository, file).Split(System.IO.Path.DirectorySeparatorChar)
                .Any(s_passedOver.Contains))
            .Order(StringComparer.Ordinal)];
        Dictionary<string, string[]> projects = files.Where(IsProject).ToDictionary(file => file, References, StringComparer.Ordinal);
        HashSet<string> built = target is null ? [.. projects.Keys] : Closure(BenchTarget.ProjectsOf(repository, target), projects);
        Dictionary<string, int> users = built.ToDictionary(
            project => project, project => built.Count(other => Closure(projects[other], projects).Contains(project)),
            StringComparer.Ordinal);
        return users.OrderByDescending(one => one.Value).ThenBy(one => one.Key, StringComparer.Ordinal)
            .Select(one => SourceOf(one.Key, projects.Keys, files))
            .OfType<string>()
            .Select(file => System.IO.Path.GetRelativePath(repository, file))
            .FirstOrDefault();
    }

    private static bool IsProject(string file) => System.IO.Path.GetExtension(file) is ".csproj" or ".fsproj" or ".vbproj";

    /// <summary>The first below its folder that no project further down has.</summary>
    private static string? SourceOf(string project, IEnumerable<string> projects, string[] files)
    {
        string folder = FolderOf(project);
        string[] inner = [.. projects.Select(FolderOf)
            .Where(other => other.Length > folder.Length && other.StartsWith(folder, StringComparison.Ordinal))];
        return files.FirstOrDefault(file => System.IO.Path.GetExtension(file) == "." + System.IO.Path.GetExtension(project)[1..3]
            && file.StartsWith(folder, StringComparison.Ordinal)
            && !inner.Any(other => file.StartsWith(other, StringComparison.Ordinal)));
    }

    private static string FolderOf(string project) => System.IO.Path.GetDirectoryName(project)! + System.IO.Path.DirectorySeparatorChar;

    private static string[] References(string project)
    {
        try
        {
            string folder = FolderOf(project);
            return [.. ProjectReference().Matches(File.ReadAllText(project))
                .Select(match => System.IO.Path.GetFullPath(System.IO.Path.Combine(folder, match.Groups[1].Value.Replace('\\', '/'))))];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            return [];
        }
    }

    private static HashSet<string> Closure(IEnumerable<string> roots, Dictionary<string, string[]> projects)
    {
        var found = new HashSet<string>(StringComparer.Ordinal);
        var left = new Stack<string>(roots.Where(projects.ContainsKey));
        while (left.TryPop(out string? project))
        {
            foreach (string reference in found.Add(project) ? projects[project] : [])
            {
                if (projects.ContainsKey(reference))
                {
                    left.Push(reference);
                }
            }
        }

        return found;
    }

    [GeneratedRegex("<ProjectReference\\s[^>]*Include\\s*=\\s*\"([^\"]+)\"")]
    private static partial Regex ProjectReference();
}
