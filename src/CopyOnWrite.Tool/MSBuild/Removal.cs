using Microsoft.Build.Construction;
using Microsoft.Build.Evaluation;

namespace CopyOnWrite.Tool.MSBuild;

/// <summary>How to undo what an element does: its file and line, or the package of the file, which a restore writes again.</summary>
internal static class Removal
{
    // From PACKAGE/VERSION/buildTransitive/FRAMEWORK/x.targets up, and some for packages with more folders.
    private const int DeepestInPackage = 8;

    internal static string Of(ProjectElement element)
    {
        string file = element.ContainingProject.FullPath;
        if (PackageOf(file) is { } package)
        {
            // ROOT/ID/VERSION, as NuGet lays packages out.
            return OfPackage(Path.GetFileName(Path.GetDirectoryName(package)) ?? package);
        }

        // As MSBuild writes the element: its line may have it in another form.
        int line = element.Location.Line;
        string text = element.OuterElement;
        return File.Exists(file) && File.ReadLines(file).ElementAtOrDefault(line - 1)?.Contains(text, StringComparison.Ordinal) == true
            ? $"In {file}, line {line}, remove `{text}`."
            : $"In {file}, remove the element {element.ElementName} that begins in line {line}.";
    }

    internal static string OfPackage(string id) =>
        $"Remove the reference to {id}, or its Sdk element, and restore. `dotnet nuget why PROJECT {id}` shows which packages depend on "
        + "it.";

    /// <summary>The folder of the package that the file is in; null for a file of the repository.</summary>
    // NuGet writes .nupkg.metadata into every package that it extracts.
    internal static string? PackageOf(string file) => Folders.Above(file)
        .Take(DeepestInPackage)
        .FirstOrDefault(folder => File.Exists(Path.Combine(folder, ".nupkg.metadata")));

    /// <summary>And not of a package or of the .NET SDK.</summary>
    internal static bool IsOfRepository(Project project, ProjectElement element)
    {
        string file = element.ContainingProject.FullPath;
        string tools = project.GetPropertyValue("MSBuildToolsPath");
        return PackageOf(file) is null && (tools.Length == 0 || !file.StartsWith(tools, StringComparison.Ordinal));
    }
}
