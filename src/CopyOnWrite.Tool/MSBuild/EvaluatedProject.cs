using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Microsoft.Build.Evaluation;

namespace CopyOnWrite.Tool.MSBuild;

/// <summary>What a project says, taken out of MSBuild's objects.</summary>
internal sealed class EvaluatedProject
{
    // Each package, and the file in its folder build that every way of bringing it in imports.
    private static readonly (string Package, string File)[] s_packages =
    [
        ("CopyOnWrite.Sdk", "CopyOnWrite.targets"),
        ("CopyOnWrite.Artifacts", "CopyOnWrite.Artifacts.Common.targets"),
    ];

    private readonly Project _project;

    private EvaluatedProject(Project project, CopyRegistration copy)
    {
        _project = project;
        Copy = copy;
    }

    internal string File => _project.FullPath;

    internal string Name => Path.GetFileNameWithoutExtension(File);

    /// <summary>Which task a Copy of this project means.</summary>
    internal CopyRegistration Copy { get; }

    /// <summary>Whether the SDK or the package is imported, turned off or not.</summary>
    internal bool HasSdk => Value("_CopyOnWriteImported") == "true";

    /// <summary>Our packages that are imported, and their folders.</summary>
    internal IReadOnlyList<(string Package, string Folder)> Packages { get; private init; } = [];

    /// <summary>
    /// Files that were imported and lie in no package and no SDK but beside or above the project, and the project itself.
    /// </summary>
    internal IReadOnlyList<string> OwnFiles { get; private init; } = [];

    /// <summary>Projects it refers to whose assembly is given to the compiler.</summary>
    internal IReadOnlyList<string> References { get; private init; } = [];

    internal static EvaluatedProject Of(Project project)
    {
        string[] imported = [.. project.Imports.Select(import => import.ImportedProject.FullPath)];
        return new EvaluatedProject(project, CopyRegistration.Find(project))
        {
            Packages = [.. imported
                .Where(file => Path.GetFileName(Path.GetDirectoryName(file)) == "build")
                .SelectMany(file =>
                    s_packages.Where(package => package.File == Path.GetFileName(file))
                        .Select(found => (found.Package, Path.GetDirectoryName(Path.GetDirectoryName(file))!)))],
            OwnFiles = [project.FullPath, .. imported.Where(file => IsAbove(project.FullPath, file))],
            References = [.. project.GetItems("ProjectReference")
                .Where(item => !item.GetMetadataValue("ReferenceOutputAssembly").Equals("false", StringComparison.OrdinalIgnoreCase)
                    && item.GetMetadataValue("OutputItemType").Length == 0)
                .Select(item => Path.GetFullPath(item.EvaluatedInclude.Replace('\\', Path.DirectorySeparatorChar), project.DirectoryPath))],
        };
    }

    internal string Value(string property) => _project.GetPropertyValue(property);

    /// <summary>Whether MSBuild takes the value for true, as conditions do.</summary>
    internal bool IsTrue(string property) => Tasks.SettingValues.TryParseSwitch(Value(property), out bool value) && value;

    /// <summary>A path that is relative to the project; null when the property is empty.</summary>
    internal string? Folder(string property) => Value(property) is { Length: > 0 } path
        ? Path.GetFullPath(path.Replace('\\', Path.DirectorySeparatorChar), _project.DirectoryPath)
        : null;

    /// <summary>How to take a property's value back.</summary>
    internal string HowToRemove(string property)
    {
        ProjectProperty? found = _project.GetProperty(property);
        return found is null ? $"Remove the property {property}."
            : found.Xml is { } element ? Fix.Remove(element)
            : found.IsEnvironmentProperty ? $"Unset the environment variable {property}."
            : $"Remove the property {property}.";
    }

    private static bool IsAbove(string project, string file) =>
        Path.GetDirectoryName(file) is { } folder && project.StartsWith(folder + Path.DirectorySeparatorChar, StringComparison.Ordinal);
}
