using CopyOnWrite.Tool.Fixes;
using CopyOnWrite.Tool.Output;
using Microsoft.Build.Construction;
using Microsoft.Build.Evaluation;

namespace CopyOnWrite.Tool.MSBuild;

/// <summary>
/// How to take back what an element does. An element in a package is not to be edited: the package folder is shared, and a restore brings
/// it back. There the line goes that brings the package in.
/// </summary>
internal static class Removal
{
    /// <summary>What NuGet writes into every package that it extracts.</summary>
    internal const string Metadata = ".nupkg.metadata";

    // From PACKAGE/VERSION/buildTransitive/FRAMEWORK/x.targets up, and some for packages that have folders of their own.
    private const int DeepestInPackage = 8;

    internal static IReadOnlyList<FixStep> Of(Project project, ProjectElement element)
    {
        ProjectRootElement file = element.ContainingProject;
        if (PackageOf(file.FullPath) is not { } package)
        {
            return [Fix.Remove(element)];
        }

        // Along the imports, up to a file that is no package's. Each import leads nearer to the project, so it ends.
        while (project.Imports.FirstOrDefault(one => one.ImportedProject == file).ImportingElement is { ContainingProject: var by } import
            && !IsGeneratedByNuGet(by.FullPath))
        {
            if (PackageOf(by.FullPath) is null)
            {
                return [Written(import, by)];
            }

            file = by;
        }

        return ReferenceTo(project, IdOf(package));
    }

    /// <summary>How to remove the reference to a package, and to restore without it.</summary>
    internal static IReadOnlyList<FixStep> ReferenceTo(Project project, string id)
    {
        ProjectItemElement? reference = project.Items
            .Where(item => item.ItemType is "GlobalPackageReference" or "PackageReference"
                && item.EvaluatedInclude.Equals(id, StringComparison.OrdinalIgnoreCase))
            .Select(item => item.Xml)
            .FirstOrDefault(item => IsOfRepository(project, item));
        if (reference is null)
        {
            return
            [
                new CommandStep($"dotnet nuget why {ShellText.Argument(project.FullPath)} {id}"),
                new FixStep($"Remove the reference that brings {id} in, or add ExcludeAssets=\"all\" to it."),
            ];
        }

        FixStep remove = reference.Include.Contains(';', StringComparison.Ordinal)
            ? new FixStep($"In {reference.ContainingProject.FullPath}, line {reference.Location.Line}, remove {id} from Include.")
            : Fix.Remove(reference);
        return [remove, Fix.Restore(project.FullPath)];
    }

    /// <summary>The folder of the package that the file is in; null for a file of the repository.</summary>
    internal static string? PackageOf(string file)
    {
        string? folder = Path.GetDirectoryName(file);
        for (int i = 0; i < DeepestInPackage && folder is not null && !File.Exists(Path.Combine(folder, Metadata)); i++)
        {
            folder = Path.GetDirectoryName(folder);
        }

        return folder is not null && File.Exists(Path.Combine(folder, Metadata)) ? folder : null;
    }

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

    private static bool IsGeneratedByNuGet(string file) =>
        file.EndsWith(".nuget.g.props", StringComparison.OrdinalIgnoreCase)
        || file.EndsWith(".nuget.g.targets", StringComparison.OrdinalIgnoreCase);

    /// <summary>The imports that an Sdk element or attribute stands for are in no line.</summary>
    private static FixStep Written(ProjectImportElement import, ProjectRootElement file) =>
        import.Location.Line > 0 && import.ImplicitImportLocation == ImplicitImportLocation.None ? Fix.Remove(import)
            : file.Children.OfType<ProjectSdkElement>()
                .FirstOrDefault(sdk => sdk.Name.Equals(UnresolvedSdk.NameIn(import.Sdk), StringComparison.OrdinalIgnoreCase)) is { } element
            ? Fix.Remove(element)
            : new FixStep($"In {file.FullPath}, remove {import.Sdk} from the attribute Sdk of Project.");
}
