using Microsoft.Build.Construction;
using Microsoft.Build.Evaluation;
using Microsoft.Build.Execution;

namespace CopyOnWrite.Tool.MSBuild;

/// <summary>
/// The registration of a task named Copy that wins in a project, by the rules of MSBuild's TaskRegistry: one with Override first; then, of
/// those with the exact name, the first that is evaluated; then the first whose name ends so, before the built-in task.
/// </summary>
/// <param name="Assembly">The path or the name of its assembly; null for the built-in task.</param>
/// <param name="File">The file that registers it; null for the built-in task.</param>
internal sealed record CopyRegistration(string? Assembly, string? File, string HowToRemove)
{
    private const string OurAssembly = "CopyOnWrite.Sdk.Tasks.dll";

    internal bool IsBuiltIn => Assembly is null;

    internal bool IsOurs => Assembly is not null && Path.GetFileName(Assembly) == OurAssembly;

    internal static CopyRegistration Find(Project project)
    {
        ProjectInstance instance = project.CreateProjectInstance();
        bool Is(string text, string value) => instance.ExpandString(text).Equals(value, StringComparison.OrdinalIgnoreCase);
        ILookup<ProjectRootElement, ResolvedImport> imports = project.Imports.ToLookup(import => import.ImportingElement.ContainingProject);
        ProjectUsingTaskElement[] registrations = [.. InOrder(project.Xml, imports)
            .Where(element => $".{instance.ExpandString(element.TaskName)}".EndsWith(".Copy", StringComparison.OrdinalIgnoreCase)
                && Holds(instance, element))];
        ProjectUsingTaskElement? winner = registrations.FirstOrDefault(element => Is(element.Override, "true"))
            ?? registrations.FirstOrDefault(element => Is(element.TaskName, "Copy"))
            ?? registrations.FirstOrDefault();
        return winner is null
            ? new CopyRegistration(null, null, string.Empty)
            : new CopyRegistration(
                instance.ExpandString(InPlace(winner, winner.AssemblyFile.Length > 0 ? winner.AssemblyFile : winner.AssemblyName)),
                winner.ContainingProject.FullPath,
                $"In {winner.Location.LocationString}, remove this UsingTask, or the reference to the package that has the file.");
    }

    // Registrations are evaluated after all properties, so the final values apply.
    private static bool Holds(ProjectInstance instance, ProjectUsingTaskElement element) =>
        element.AllParents.Prepend<ProjectElement>(element)
            .Where(one => one is not ProjectRootElement && one.Condition.Length > 0)
            .All(one => instance.EvaluateCondition(InPlace(element, one.Condition)));

    /// <summary>Replaces the properties whose value depends on the file.</summary>
    private static string InPlace(ProjectElement element, string text)
    {
        ProjectRootElement file = element.ContainingProject;
        return text
            .Replace("$(MSBuildThisFileDirectory)", file.DirectoryPath + Path.DirectorySeparatorChar, StringComparison.OrdinalIgnoreCase)
            .Replace("$(MSBuildThisFileFullPath)", file.FullPath, StringComparison.OrdinalIgnoreCase);
    }

    /// <summary>Gives registrations in evaluation order. Project.GetLogicalProject has the implicit imports of an Sdk last.</summary>
    private static IEnumerable<ProjectUsingTaskElement> InOrder(
        ProjectRootElement file, ILookup<ProjectRootElement, ResolvedImport> imports)
    {
        IEnumerable<ProjectUsingTaskElement> Imported(Func<ProjectImportElement, bool> by) => imports[file]
            .Where(import => by(import.ImportingElement))
            .SelectMany(import => InOrder(import.ImportedProject, imports));

        return
        [
            .. Imported(element => element.ImplicitImportLocation == ImplicitImportLocation.Top),
            .. file.AllChildren.SelectMany(element => element is ProjectUsingTaskElement registration ? [registration]
                : element is ProjectImportElement ? Imported(import => import == element)
                : []),
            .. Imported(element => element.ImplicitImportLocation == ImplicitImportLocation.Bottom),
        ];
    }
}
