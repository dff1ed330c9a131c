using Microsoft.Build.Construction;
using Microsoft.Build.Evaluation;

namespace CopyOnWrite.Tool.MSBuild;

/// <summary>
/// How to undo what an element does. A file in the package folder is not edited, since a restore writes it again: the line that brings
/// the package in is removed.
/// </summary>
internal static class Removal
{
    // From PACKAGE/VERSION/buildTransitive/FRAMEWORK/x.targets up, and some for packages with more folders.
    private const int DeepestInPackage = 8;

    internal static IReadOnlyList<string> Of(Project project, ProjectElement element) =>
        PackageOf(element.ContainingProject.FullPath) is { } package ? ReferenceTo(project, IdOf(package)) : [Step(element)];

    /// <summary>How to remove what brings a package in, and to restore without it.</summary>
    internal static IReadOnlyList<string> ReferenceTo(Project project, string id)
    {
        bool IsIt(string name) => name.Equals(id, StringComparison.OrdinalIgnoreCase);
        ProjectElement? line = project.Items.Where(item => item.ItemType is "GlobalPackageReference" or "PackageReference")
            .Select(item => item.Xml)
            .FirstOrDefault(item => IsIt(item.Include) && IsOfRepository(project, item));
        line ??= project.Imports.Select(import => import.ImportingElement.ContainingProject).Append(project.Xml)
            .SelectMany(file => file.Children.OfType<ProjectSdkElement>())
            .FirstOrDefault(sdk => IsIt(sdk.Name));
        return line is not null ? [Step(line), Fix.Run($"dotnet restore {ShellText.Argument(project.FullPath)}")]
            : [
                Fix.Run($"dotnet nuget why {ShellText.Argument(project.FullPath)} {id}"),
                $"Remove the reference that brings {id} in, or add ExcludeAssets=\"all\" to it.",
            ];
    }

    /// <summary>The folder of the package that the file is in; null for a file of the repository.</summary>
    // NuGet writes .nupkg.metadata into every package that it extracts.
    internal static string? PackageOf(string file) => Folders.Above(file)
        .Take(DeepestInPackage)
        .FirstOrDefault(folder => File.Exists(Path.Combine(folder, ".nupkg.metadata")));

    /// <summary>ROOT/ID/VERSION, as NuGet lays packages out.</summary>
    internal static string IdOf(string package) => Path.GetFileName(Path.GetDirectoryName(package)) ?? Path.GetFileName(package);

    /// <summary>
    /// And not of a package or of the .NET SDK, where NuGet's targets make a PackageReference of each GlobalPackageReference.
    /// </summary>
    internal static bool IsOfRepository(Project project, ProjectElement element)
    {
        string file = element.ContainingProject.FullPath;
        string tools = project.GetPropertyValue("MSBuildToolsPath");
        return PackageOf(file) is null && (tools.Length == 0 || !file.StartsWith(tools, StringComparison.Ordinal));
    }

    /// <summary>With the element's text where its line has it as MSBuild writes it.</summary>
    private static string Step(ProjectElement element)
    {
        string file = element.ContainingProject.FullPath;
        int line = element.Location.Line;
        string text = element.OuterElement;
        return File.Exists(file) && File.ReadLines(file).ElementAtOrDefault(line - 1)?.Contains(text, StringComparison.Ordinal) == true
            ? $"In {file}, line {line}, remove `{text}`."
            : $"In {file}, remove the element {element.ElementName} that begins in line {line}.";
    }
}
