using System.Collections.Generic;
using System.Linq;
using Microsoft.Build.Construction;
using Microsoft.Build.Evaluation;

namespace CopyOnWrite.Tool.MSBuild;

/// <summary>
/// The registrations of tasks of a project and its imports, in the order in which they are evaluated. Project.GetLogicalProject gives the
/// imports that an Sdk attribute or element stands for after the rest, and the order decides which registration wins.
/// </summary>
internal static class EvaluationOrder
{
    internal static IEnumerable<ProjectUsingTaskElement> Registrations(Project project)
    {
        ILookup<ProjectRootElement, ResolvedImport> imports = project.Imports.ToLookup(import => import.ImportingElement.ContainingProject);
        return Of(project.Xml, imports);
    }

    private static IEnumerable<ProjectUsingTaskElement> Of(ProjectRootElement file, ILookup<ProjectRootElement, ResolvedImport> imports)
    {
        IEnumerable<ProjectUsingTaskElement> Imported(ImplicitImportLocation where) => imports[file]
            .Where(import => import.ImportingElement.ImplicitImportLocation == where)
            .SelectMany(import => Of(import.ImportedProject, imports));

        IEnumerable<ProjectUsingTaskElement> written = file.AllChildren.SelectMany(element => element switch
        {
            ProjectUsingTaskElement registration => [registration],
            ProjectImportElement => imports[file].Where(import => import.ImportingElement == element).SelectMany(import => Of(import.ImportedProject, imports)),
            _ => (IEnumerable<ProjectUsingTaskElement>)[],
        });
        return [.. Imported(ImplicitImportLocation.Top), .. written, .. Imported(ImplicitImportLocation.Bottom)];
    }
}
