using CopyOnWrite.Tool.Fixes;
using Microsoft.Build.Evaluation;
using NuGet.Configuration;

namespace CopyOnWrite.Tool.MSBuild;

/// <summary>What a project says, taken out of MSBuild's objects.</summary>
internal sealed class EvaluatedProject(Project project, IReadOnlyList<UnresolvedSdk> unresolved)
{
    private const string Peer = "Microsoft.Build.CopyOnWrite";

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

    private readonly string[] _imported = [.. project.Imports.Select(import => import.ImportedProject.FullPath)];

    internal string File => project.FullPath;

    internal string Name => Path.GetFileNameWithoutExtension(File);

    /// <summary>Which task a Copy of this project means.</summary>
    internal CopyRegistration Copy { get; } = CopyRegistration.Find(project);

    /// <summary>Whether the SDK or the package is imported, turned off or not.</summary>
    internal bool HasSdk => Value("_CopyOnWriteImported") == "true";

    /// <summary>Our packages that are imported, and their versions.</summary>
    internal IEnumerable<(string Package, string Version)> Packages =>
        from file in _imported
        from package in s_packages
        where file.EndsWith(Path.Combine("build", package.File), StringComparison.Ordinal)
        let folder = Removal.PackageOf(file)
        where folder is not null
        select (package.Package, Path.GetFileName(folder));

    /// <summary>
    /// Files that were imported and lie in no package and no SDK but beside or above the project, and the project itself.
    /// </summary>
    internal IEnumerable<string> OwnFiles => _imported.Prepend(File).Where(file =>
        Path.GetDirectoryName(file) is { } folder && File.StartsWith(folder + Path.DirectorySeparatorChar, StringComparison.Ordinal));

    /// <summary>Projects that it refers to.</summary>
    internal IEnumerable<string> References => project.GetItems("ProjectReference").Select(item => FullPath(item.EvaluatedInclude));

    /// <summary>SDKs that it names and MSBuild does not find.</summary>
    internal IReadOnlyList<UnresolvedSdk> Unresolved => unresolved;

    /// <summary>
    /// The folder that NuGet extracts packages into, as the last restore wrote it down, or as the next one would take it: the environment
    /// comes before the NuGet.config files.
    /// </summary>
    internal string PackageFolder
    {
        get
        {
            try
            {
                return Folder("NuGetPackageRoot") ?? Folder("RestorePackagesPath")
                    ?? SettingsUtility.GetGlobalPackagesFolder(Settings.LoadDefaultSettings(project.DirectoryPath));
            }
            catch (NuGetConfigurationException)
            {
                // A damaged file fails the restore, too.
                return SettingsUtility.GetGlobalPackagesFolder(NullSettings.Instance);
            }
        }
    }

    /// <summary>Whether Microsoft.Build.CopyOnWrite is imported or referenced, which registers a Copy as well.</summary>
    internal bool HasPeer => HasReference(Peer) || _imported.Any(IsOfPeer);

    internal string Value(string property) => project.GetPropertyValue(property);

    /// <summary>Whether MSBuild takes the value for true, as conditions do.</summary>
    internal bool IsTrue(string property) => Tasks.SettingValues.TryParseSwitch(Value(property), out bool value) && value;

    /// <summary>A path that is relative to the project; null when the property is empty.</summary>
    internal string? Folder(string property) => Value(property) is { Length: > 0 } path ? FullPath(path) : null;

    /// <summary>Whether a reference to the package stands in the project or one of its imports, restored or not.</summary>
    internal bool HasReference(string package) => IsReferenced(project, package);

    /// <summary>False for a classic project without a PackageReference: `dotnet restore` does nothing there.</summary>
    internal bool IsRestorable => IsTrue("UsingMicrosoftNETSdk") || project.GetItems("PackageReference").Count > 0;

    /// <summary>A GlobalPackageReference counts for nothing without central package management.</summary>
    internal bool HasIgnoredReference(string package) =>
        IsReferenced(project, package, "GlobalPackageReference") && !IsReferenced(project, package, "PackageReference")
        && !IsTrue("ManagePackageVersionsCentrally");

    /// <summary>How to remove Microsoft.Build.CopyOnWrite.</summary>
    internal IReadOnlyList<FixStep> HowToRemovePeer() =>
        EvaluationOrder.Registrations(project).FirstOrDefault(registration => IsOfPeer(registration.ContainingProject.FullPath))
            is { } registration
            ? Removal.Of(project, registration)
            : Removal.ReferenceTo(project, Peer);

    /// <summary>
    /// A property of the repository's own, or of the environment, whose absolute path leads to the folder: what put it there. Null where
    /// the folder is where the .NET SDK puts it.
    /// </summary>
    internal string? PropertyThatPlaces(string folder) => s_placing.FirstOrDefault(name =>
        project.GetProperty(name) is { EvaluatedValue: { Length: > 0 } value } property
        && Path.IsPathRooted(value)
        && Separated(folder).StartsWith(Separated(FullPath(value)), StringComparison.Ordinal)
        && Own(property) is not null);

    /// <summary>How to take a property's value back.</summary>
    internal IReadOnlyList<FixStep> HowToRemove(string property)
    {
        ProjectProperty? found = project.GetProperty(property) is { } last ? Own(last) ?? last : null;
        return found?.Xml is { } element ? Removal.Of(project, element)
            : [new FixStep(found?.IsEnvironmentProperty == true
                ? $"Unset the environment variable {property}." : $"Remove the property {property}.")];
    }

    /// <summary>The last value that the repository or the environment gave it: the .NET SDK adds slashes to some behind that.</summary>
    private ProjectProperty? Own(ProjectProperty property)
    {
        ProjectProperty? one = property;
        while (one is { IsEnvironmentProperty: false } && !(one.Xml is { } element && Removal.IsOfRepository(project, element)))
        {
            one = one.Predecessor;
        }

        return one;
    }

    private string FullPath(string path) => Path.GetFullPath(path.Replace('\\', Path.DirectorySeparatorChar), project.DirectoryPath);

    private static string Separated(string folder) => Path.TrimEndingDirectorySeparator(folder) + Path.DirectorySeparatorChar;

    private static bool IsReferenced(Project project, string package, string? type = null) => project.Items.Any(item =>
        (type is null ? item.ItemType is "PackageReference" or "GlobalPackageReference" : item.ItemType == type)
        && item.EvaluatedInclude.Equals(package, StringComparison.OrdinalIgnoreCase));

    // The name first: looking for a package's folder asks the disk.
    private static bool IsOfPeer(string file) => file.Contains(Peer, StringComparison.OrdinalIgnoreCase)
        && Removal.PackageOf(file) is { } package && Peer.Equals(Removal.IdOf(package), StringComparison.OrdinalIgnoreCase);
}
