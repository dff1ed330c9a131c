using Microsoft.Build.Evaluation;
using NuGet.Configuration;

namespace CopyOnWrite.Tool.MSBuild;

/// <summary>A project's properties and items, as the checks use them.</summary>
/// <param name="others">The project for its other target frameworks.</param>
internal sealed class EvaluatedProject(Project project, params Project[] others)
{
    internal const string Peer = "Microsoft.Build.CopyOnWrite";

    private readonly string[] _imported = [.. project.Imports.Select(import => import.ImportedProject.FullPath)];

    internal string File => project.FullPath;

    internal string Name => Path.GetFileNameWithoutExtension(File);

    internal CopyRegistration Copy { get; } = CopyRegistration.Find(project);

    /// <summary>Whether the SDK or the package is imported, turned off or not.</summary>
    internal bool HasSdk => Value("_CopyOnWriteImported") == "true";

    /// <summary>Whether what reads its settings is imported: a project that replaces the hooks for it has none.</summary>
    internal bool ReadsSettings => !IsTrue("UsingMicrosoftNETSdk")
        || _imported.Any(file => Path.GetFileName(file) is "CopyOnWrite.AfterDirectoryBuild.targets" or "CopyOnWrite.Check.targets");

    /// <summary>That of the last restore, or of the next one, for which the environment comes before the NuGet.config files.</summary>
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
                // A damaged file fails the restore as well.
                return SettingsUtility.GetGlobalPackagesFolder(NullSettings.Instance);
            }
        }
    }

    /// <summary>Whether Microsoft.Build.CopyOnWrite is imported or referenced, which registers a Copy as well.</summary>
    internal bool HasPeer => HasReference(Peer)
        || _imported.Any(file => file.Split(Path.DirectorySeparatorChar).Contains(Peer, StringComparer.OrdinalIgnoreCase));

    /// <summary>The full paths of the projects that a build of this one also builds.</summary>
    internal IEnumerable<string> References => others.Prepend(project)
        .SelectMany(one => one.GetItems("ProjectReference")).Select(item => FullPath(item.EvaluatedInclude)).Distinct();

    internal string Value(string property) => project.GetPropertyValue(property);

    /// <summary>Whether the value is true for a condition of MSBuild.</summary>
    internal bool IsTrue(string property) => Tasks.SettingValues.TryParseSwitch(Value(property), out bool value) && value;

    internal bool IsFalse(string property) => Value(property).Equals("false", StringComparison.OrdinalIgnoreCase);

    /// <summary>A path that is relative to the project; null when the property is empty.</summary>
    internal string? Folder(string property) => Value(property) is { Length: > 0 } path ? FullPath(path) : null;

    private string FullPath(string path) => Path.GetFullPath(path.Replace('\\', Path.DirectorySeparatorChar), project.DirectoryPath);

    /// <summary>Whether the project or one of its imports refers to the package, restored or not.</summary>
    internal bool HasReference(string package, string? type = null) => project.Items.Any(item =>
        (type is null ? item.ItemType is "PackageReference" or "GlobalPackageReference" : item.ItemType == type)
        && item.EvaluatedInclude.Equals(package, StringComparison.OrdinalIgnoreCase));

    /// <summary>False for a classic project without a PackageReference: `dotnet restore` does nothing there.</summary>
    internal bool IsRestorable => IsTrue("UsingMicrosoftNETSdk") || project.GetItems("PackageReference").Count > 0;

    /// <summary>A GlobalPackageReference has no effect without central package management.</summary>
    internal bool HasIgnoredReference(string package) =>
        HasReference(package, "GlobalPackageReference") && !HasReference(package, "PackageReference")
        && !IsTrue("ManagePackageVersionsCentrally");

    internal string HowToRemove(string property) => project.GetProperty(property) switch
    {
        { Xml: { } element } => $"In {element.Location.LocationString}, remove {property}.",
        { IsEnvironmentProperty: true } => $"Unset the environment variable {property}.",
        _ => $"Remove the property {property}.",
    };
}
