using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
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
        while (project.Imports.FirstOrDefault(one => one.ImportedProject == file).ImportingElement is { } import)
        {
            file = import.ContainingProject;
            if (IsGeneratedByNuGet(file.FullPath))
            {
                return ReferenceTo(project, IdOf(package));
            }

            if (PackageOf(file.FullPath) is null)
            {
                return [Written(import, file)];
            }
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
            .FirstOrDefault(item => IsOfRepository(project, item.ContainingProject.FullPath));
        var restore = new RestoreStep([project.FullPath]);
        if (reference?.Include.Contains(';', StringComparison.Ordinal) == true)
        {
            string where = $"In {reference.ContainingProject.FullPath}, line {reference.Location.Line}";
            return [new FixStep($"{where}, remove {id} from Include."), restore];
        }

        return reference is null
            ?
            [
                new CommandStep($"dotnet nuget why {ShellText.Argument(project.FullPath)} {id}"),
                new FixStep($"Remove the reference that brings {id} in, or add ExcludeAssets=\"all\" to it."),
            ]
            : [Fix.Remove(reference), restore];
    }

    /// <summary>The folder of the package that the file is in; null for a file of the repository.</summary>
    internal static string? PackageOf(string file)
    {
        string? folder = Path.GetDirectoryName(file);
        for (int i = 0; i < DeepestInPackage && folder is not null; i++)
        {
            // NuGet writes it into every package that it extracts.
            if (File.Exists(Path.Combine(folder, ".nupkg.metadata")))
            {
                return folder;
            }

            folder = Path.GetDirectoryName(folder);
        }

        return null;
    }

    // ROOT/ID/VERSION, as NuGet lays packages out.
    private static string IdOf(string package) => Path.GetFileName(Path.GetDirectoryName(package)) ?? Path.GetFileName(package);

    private static bool IsGeneratedByNuGet(string file) =>
        file.EndsWith(".nuget.g.props", StringComparison.OrdinalIgnoreCase)
        || file.EndsWith(".nuget.g.targets", StringComparison.OrdinalIgnoreCase);

    /// <summary>
    /// And not of a package or of the .NET SDK, where NuGet's targets make a PackageReference of each GlobalPackageReference.
    /// </summary>
    internal static bool IsOfRepository(Project project, string file) =>
        PackageOf(file) is null
        && !(project.GetPropertyValue("MSBuildToolsPath") is { Length: > 0 } tools && file.StartsWith(tools, StringComparison.Ordinal));

    /// <summary>The imports that an Sdk element or attribute stands for are in no line.</summary>
    private static FixStep Written(ProjectImportElement import, ProjectRootElement file) =>
        import.Location.Line > 0 && import.ImplicitImportLocation == ImplicitImportLocation.None ? Fix.Remove(import)
            : file.Children.OfType<ProjectSdkElement>()
                .FirstOrDefault(sdk => sdk.Name.Equals(UnresolvedSdk.NameIn(import.Sdk), StringComparison.OrdinalIgnoreCase)) is { } element
            ? Fix.Remove(element)
            : new FixStep($"In {file.FullPath}, remove {import.Sdk} from the attribute Sdk of Project.");
}
