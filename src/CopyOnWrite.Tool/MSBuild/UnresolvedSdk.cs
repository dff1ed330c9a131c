using Microsoft.Build.Construction;
using Microsoft.Build.Evaluation;

namespace CopyOnWrite.Tool.MSBuild;

/// <summary>An SDK that a project names and MSBuild does not find: a build fails with MSB4236.</summary>
/// <param name="Version">As the element has it, or global.json; null where neither does.</param>
/// <param name="VersionFile">Where the version stands.</param>
/// <param name="File">Where the SDK is named.</param>
/// <param name="Why">The messages of MSBuild's resolvers: which versions there are, and in which sources they looked.</param>
internal sealed record UnresolvedSdk(string Name, string? Version, string VersionFile, string File, int Line, string Why)
{
    /// <summary>"CopyOnWrite.Sdk 0.1.0".</summary>
    internal string NameAndVersion => Version is null ? $"{Name} without a version" : $"{Name} {Version}";

    /// <summary>Those that the project names, of which nothing was imported: evaluation passes over an SDK that is missing.</summary>
    internal static IReadOnlyList<UnresolvedSdk> Of(Project project, ResolverMessages messages)
    {
        var resolved = project.Imports.Select(import => import.ImportingElement.Sdk)
            .Where(sdk => !string.IsNullOrEmpty(sdk))
            .Select(NameIn)
            .ToHashSet(StringComparer.OrdinalIgnoreCase);
        string tools = project.GetPropertyValue("MSBuildToolsPath");
        return
        [
            .. project.Imports.Select(import => import.ImportedProject).Append(project.Xml).Distinct()
                .Where(file => tools.Length == 0 || !file.FullPath.StartsWith(tools, StringComparison.Ordinal))
                .SelectMany(Named)
                .Where(named => !resolved.Contains(NameIn(named.Sdk)))
                .DistinctBy(named => NameIn(named.Sdk), StringComparer.OrdinalIgnoreCase)
                .Select(named => Of(named.Sdk, named.Element, messages)),
        ];
    }

    /// <summary>Of "NAME/VERSION", as an import is made of it.</summary>
    internal static string NameIn(string sdk) => sdk.Split('/', 2)[0];

    private static UnresolvedSdk Of(string sdk, ProjectElement element, ResolverMessages messages)
    {
        string name = NameIn(sdk);
        string? version = sdk.Split('/', 2) is [_, var own] && !string.IsNullOrWhiteSpace(own) ? own : null;
        string file = element.ContainingProject.FullPath;
        GlobalJson? global = version is null && element.ContainingProject.DirectoryPath is { Length: > 0 } folder
            ? GlobalJson.Of(folder)
            : null;
        string? ofGlobal = global?.VersionOf(name);
        return new UnresolvedSdk(
            name, version ?? ofGlobal, ofGlobal is null ? file : global!.File, file, element.Location.Line, messages.Of(name, version));
    }

    // An Import with an Sdk may have a condition that does not hold; these have none.
    private static IEnumerable<(string Sdk, ProjectElement Element)> Named(ProjectRootElement file) =>
        file.Children.OfType<ProjectSdkElement>().Select(sdk => ($"{sdk.Name}/{sdk.Version}", (ProjectElement)sdk))
            .Concat((file.Sdk ?? string.Empty).Split(';', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)
                .Select(sdk => (sdk, (ProjectElement)file)));
}
