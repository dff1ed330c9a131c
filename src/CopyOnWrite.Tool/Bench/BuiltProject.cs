using System.Runtime.CompilerServices;
using CopyOnWrite.Tool.MSBuild;
using Microsoft.Build.Definition;
using Microsoft.Build.Evaluation;
using Microsoft.Build.Execution;
using Microsoft.Build.Graph;

namespace CopyOnWrite.Tool.Bench;

/// <summary>A project that the bench builds, evaluated by MSBuild.</summary>
/// <param name="Files">The project's file and its imports in the repository.</param>
/// <param name="Sources">The source files in the repository.</param>
internal sealed record BuiltProject(IReadOnlyList<string> Files, IReadOnlyList<string> Sources)
{
    // Not inlined: see RegisteredMSBuild.
    /// <summary>The projects of a solution, or a project, and all that they refer to, the most referenced first.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal static IReadOnlyList<BuiltProject> Of(string repository, string file)
    {
        try
        {
            using var projects = new ProjectCollection();
            return [.. new ProjectGraph([new ProjectGraphEntryPoint(file)], projects, Load).ProjectNodes
                .GroupBy(node => node.ProjectInstance.FullPath)
                // The graph has transitive references, too: Microsoft.Managed.After.targets has it add them.
                .OrderByDescending(nodes => nodes.SelectMany(node => node.ReferencingProjects)
                    .Select(user => user.ProjectInstance.FullPath).Except([nodes.Key]).Count())
                .ThenBy(nodes => nodes.Key, StringComparer.Ordinal)
                .Select(nodes => Of(repository, [.. nodes]))];
        }
        catch (Exception e) when (e is not OutOfMemoryException)
        {
            // Any exception that a project causes. Several threads load projects, so exceptions come as an aggregate.
            Exception first = e is AggregateException several ? several.Flatten().InnerExceptions[0] : e;
            throw new CommandFailedException(
                $"{Path.GetRelativePath(repository, file)} cannot be evaluated: {Evaluation.FirstLine(first.Message).TrimEnd('.')}. "
                + "Correct it, or build another with --project.");
        }
    }

    // Missing imports are ignored: the SDK's package may be in a source that only the copies have.
    private static ProjectInstance Load(string file, Dictionary<string, string> properties, ProjectCollection projects) =>
        ProjectInstance.FromFile(file, new ProjectOptions
        {
            GlobalProperties = properties, ProjectCollection = projects, LoadSettings = ProjectLoadSettings.IgnoreMissingImports,
        });

    /// <param name="nodes">One node, or for several target frameworks the outer and inner builds.</param>
    private static BuiltProject Of(string repository, ProjectGraphNode[] nodes)
    {
        ProjectInstance[] instances = [.. nodes.Select(node => node.ProjectInstance)];
        string root = repository + Path.DirectorySeparatorChar;
        string[] Ours(IEnumerable<string> paths) =>
            [.. paths.Where(path => path.StartsWith(root, StringComparison.Ordinal)).Distinct().Order(StringComparer.Ordinal)];
        return new BuiltProject(
            Ours(instances.SelectMany(instance => instance.ImportPaths.Append(instance.FullPath))),
            Ours(instances.SelectMany(instance => instance.GetItems("Compile")).Select(item => item.GetMetadataValue("FullPath"))));
    }
}
