using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using CopyOnWrite.Tool.Fixes;
using CopyOnWrite.Tool.MSBuild;

namespace CopyOnWrite.Tool.Doctor.Checks;

/// <summary>
/// References between projects that the compiled assembly does not have, where they make the longest chain of projects longer: projects of
/// a chain build one after the other. The compiler writes down only the assemblies that it used (ECMA-335 II.22.5); constants leave no
/// trace.
/// </summary>
internal static class ReferencesCheck
{
    // A chain that is shorter by less changes no build that anybody would notice.
    private const double LeastPart = 0.1;

    internal static Check Check { get; } = new("references", Find, IsOffTopic: true);

    private static Finding? Find(DoctorContext context)
    {
        Dictionary<string, EvaluatedProject> projects = context.Projects.ToDictionary(project => project.File, StringComparer.Ordinal);
        var unused = new HashSet<(string From, string To)>();
        foreach (EvaluatedProject project in projects.Values)
        {
            if (AssembliesUsedBy(project) is not { } used)
            {
                return null;    // Not all is built: a graph with gaps tells nothing.
            }

            unused.UnionWith(project.References.Where(projects.ContainsKey)
                .Where(reference => !used.Contains(AssemblyName(projects[reference])))
                .Select(reference => (project.File, reference)));
        }

        int longest = LongestChain(projects, []);
        int without = LongestChain(projects, unused);
        return longest - without < longest * LeastPart || without == longest ? null : new Finding(
            CheckStatus.Hint,
            $"{unused.Count} references between projects look unused; without them at most {without} projects build one after the other "
            + $"instead of {longest}",
            "The compiled assembly does not refer to what the project does:\n"
                + string.Join(
                    '\n',
                    unused.Select(one => $"{projects[one.From].Name} to {projects[one.To].Name}").Order(StringComparer.Ordinal).Take(20)),
            [new FixStep("Confirm it with the package ReferenceTrimmer, which warns about each unused reference.")]);
    }

    private static string AssemblyName(EvaluatedProject project) => project.Value("AssemblyName");

    private static HashSet<string>? AssembliesUsedBy(EvaluatedProject project)
    {
        string? folder = project.Folder("IntermediateOutputPath");
        string assembly = Path.Combine(folder ?? string.Empty, AssemblyName(project) + ".dll");
        if (folder is null || !File.Exists(assembly))
        {
            return null;
        }

        try
        {
            using var reader = new PEReader(File.OpenRead(assembly));
            MetadataReader metadata = reader.GetMetadataReader();
            return [.. metadata.AssemblyReferences.Select(handle => metadata.GetString(metadata.GetAssemblyReference(handle).Name))];
        }
        catch (Exception e) when (e is BadImageFormatException or InvalidOperationException)
        {
            return null;
        }
    }

    private static int LongestChain(Dictionary<string, EvaluatedProject> projects, HashSet<(string From, string To)> without)
    {
        var lengths = new Dictionary<string, int>(StringComparer.Ordinal);
        int Length(string project)
        {
            if (lengths.TryGetValue(project, out int known))
            {
                return known;
            }

            lengths[project] = 0;    // A circle ends here; MSBuild would not build it.
            return lengths[project] = 1 + projects[project].References
                .Where(reference => projects.ContainsKey(reference) && !without.Contains((project, reference)))
                .Select(Length).DefaultIfEmpty(0).Max();
        }

        return projects.Keys.Select(Length).DefaultIfEmpty(0).Max();
    }
}
