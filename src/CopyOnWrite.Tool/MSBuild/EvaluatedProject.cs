using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using CopyOnWrite.Tool.Fixes;
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

    // From the one that moves most.
    private static readonly string[] s_placing =
    [
        "ArtifactsPath", "BaseOutputPath", "BaseIntermediateOutputPath", "OutputPath", "OutDir", "IntermediateOutputPath", "PublishDir",
    ];

    private const string Peer = "Microsoft.Build.CopyOnWrite";

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

    /// <summary>SDKs that it names and MSBuild does not find.</summary>
    internal IReadOnlyList<UnresolvedSdk> Unresolved { get; private init; } = [];

    /// <summary>Whether Microsoft.Build.CopyOnWrite is imported or referenced, which registers a Copy as well.</summary>
    internal bool HasPeer { get; private init; }

    internal static EvaluatedProject Of(Project project, IReadOnlyList<UnresolvedSdk> unresolved)
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
            Unresolved = unresolved,
            HasPeer = IsReferenced(project, Peer) || imported.Any(IsOfPeer),
        };
    }

    internal string Value(string property) => _project.GetPropertyValue(property);

    /// <summary>Whether MSBuild takes the value for true, as conditions do.</summary>
    internal bool IsTrue(string property) => Tasks.SettingValues.TryParseSwitch(Value(property), out bool value) && value;

    /// <summary>A path that is relative to the project; null when the property is empty.</summary>
    internal string? Folder(string property) => Value(property) is { Length: > 0 } path
        ? Path.GetFullPath(path.Replace('\\', Path.DirectorySeparatorChar), _project.DirectoryPath)
        : null;

    /// <summary>Whether a reference to the package stands in the project or one of its imports, restored or not.</summary>
    internal bool HasReference(string package) => IsReferenced(_project, package);

    /// <summary>False for a classic project without a PackageReference: `dotnet restore` does nothing there.</summary>
    internal bool IsRestorable => IsTrue("UsingMicrosoftNETSdk") || _project.GetItems("PackageReference").Count > 0;

    /// <summary>A GlobalPackageReference counts for nothing without central package management.</summary>
    internal bool HasIgnoredReference(string package) =>
        IsReferenced(_project, package, "GlobalPackageReference") && !IsReferenced(_project, package, "PackageReference")
        && !IsTrue("ManagePackageVersionsCentrally");

    /// <summary>How to remove Microsoft.Build.CopyOnWrite.</summary>
    internal IReadOnlyList<FixStep> HowToRemovePeer() =>
        EvaluationOrder.Registrations(_project).FirstOrDefault(registration => IsOfPeer(registration.ContainingProject.FullPath))
            is { } registration
            ? Removal.Of(_project, registration)
            : Removal.ReferenceTo(_project, Peer);

    /// <summary>
    /// A property of the repository's own, or of the environment, whose absolute path leads to the folder: what put it there. Null where
    /// the folder is where the .NET SDK puts it.
    /// </summary>
    internal string? PropertyThatPlaces(string folder) => s_placing.FirstOrDefault(name =>
        _project.GetProperty(name) is { EvaluatedValue: { Length: > 0 } value } property
        && Path.IsPathRooted(value)
        && IsIn(folder, Path.GetFullPath(value.Replace('\\', Path.DirectorySeparatorChar)))
        && Own(property) is not null);

    /// <summary>How to take a property's value back.</summary>
    internal IReadOnlyList<FixStep> HowToRemove(string property)
    {
        ProjectProperty? found = _project.GetProperty(property) is { } last ? Own(last) ?? last : null;
        return found is null ? [new FixStep($"Remove the property {property}.")]
            : found.Xml is { } element ? Removal.Of(_project, element)
            : [new FixStep(found.IsEnvironmentProperty
                ? $"Unset the environment variable {property}." : $"Remove the property {property}.")];
    }

    /// <summary>The last value that the repository or the environment gave it: the .NET SDK adds slashes to some behind that.</summary>
    private ProjectProperty? Own(ProjectProperty property)
    {
        for (ProjectProperty? one = property; one is not null; one = one.Predecessor)
        {
            if (one.IsEnvironmentProperty || (one.Xml?.ContainingProject.FullPath is { } file && Removal.IsOfRepository(_project, file)))
            {
                return one;
            }
        }

        return null;
    }

    private static bool IsReferenced(Project project, string package, string? type = null) => project.Items.Any(item =>
        (type is null ? item.ItemType is "PackageReference" or "GlobalPackageReference" : item.ItemType == type)
        && item.EvaluatedInclude.Equals(package, StringComparison.OrdinalIgnoreCase));

    // The name first: looking for a package's folder asks the disk.
    private static bool IsOfPeer(string file) => file.Contains(Peer, StringComparison.OrdinalIgnoreCase)
        && Removal.PackageOf(file) is { } package
        && Peer.Equals(Path.GetFileName(Path.GetDirectoryName(package)), StringComparison.OrdinalIgnoreCase);

    private static bool IsIn(string folder, string place)
    {
        string inner = Path.TrimEndingDirectorySeparator(folder) + Path.DirectorySeparatorChar;
        return inner.StartsWith(Path.TrimEndingDirectorySeparator(place) + Path.DirectorySeparatorChar, StringComparison.Ordinal);
    }

    private static bool IsAbove(string project, string file) =>
        Path.GetDirectoryName(file) is { } folder && project.StartsWith(folder + Path.DirectorySeparatorChar, StringComparison.Ordinal);
}
