using CopyOnWrite.Tool.Fixes;
using Microsoft.Build.Construction;
using Microsoft.Build.Evaluation;

namespace CopyOnWrite.Tool.MSBuild;

/// <summary>An SDK that a project names and MSBuild does not find: a build fails with MSB4236.</summary>
/// <param name="Version">As the element has it, or global.json; null where neither does.</param>
/// <param name="VersionFile">Where the version stands.</param>
/// <param name="File">Where the SDK is named.</param>
/// <param name="Element">As it stands in that line; null where it goes on in the next.</param>
/// <param name="Why">What MSBuild's resolvers say: which versions there are, and in which sources they looked.</param>
internal sealed record UnresolvedSdk(
    string Name, string? Version, string VersionFile, string File, int Line, string? Element, string Why)
{
    /// <summary>"CopyOnWrite.Sdk 0.1.0".</summary>
    internal string NameAndVersion => Version is null ? $"{Name} without a version" : $"{Name} {Version}";

    /// <summary>Those that the project names, of which nothing was imported: evaluation passes over an SDK that is missing.</summary>
    internal static IReadOnlyList<UnresolvedSdk> Of(Project project)
    {
        // "NAME/VERSION", as the import was made of it.
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
                .Where(named => !resolved.Contains(named.Name))
                .DistinctBy(named => named.Name, StringComparer.OrdinalIgnoreCase)
                .Select(named => Of(named.Name, named.Version, named.Element)),
        ];
    }

    private static UnresolvedSdk Of(string name, string? version, ProjectElement element)
    {
        string file = element.ContainingProject.FullPath;
        GlobalJson? global = version is null && element.ContainingProject.DirectoryPath is { Length: > 0 } folder
            ? GlobalJson.Of(folder)
            : null;
        string? fromGlobal = global?.Sdks.GetValueOrDefault(name);
        return new UnresolvedSdk(
            name,
            version ?? fromGlobal,
            fromGlobal is null ? file : global!.File,
            file,
            element.Location.Line,
            Fix.TextOf(element),
            string.Empty);
    }

    // An Import with an Sdk may have a condition that does not hold; these have none.
    private static IEnumerable<(string Name, string? Version, ProjectElement Element)> Named(ProjectRootElement file) =>
        file.Children.OfType<ProjectSdkElement>().Select(sdk => (sdk.Name, OrNull(sdk.Version), (ProjectElement)sdk))
            .Concat((file.Sdk ?? string.Empty).Split(';', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)
                .Select(sdk => sdk.Split('/', 2))
                .Select(parts => (parts[0], parts.Length > 1 ? OrNull(parts[1]) : null, (ProjectElement)file)));

    internal static string NameIn(string sdk) => sdk.Split('/', 2)[0];

    private static string? OrNull(string? text) => string.IsNullOrWhiteSpace(text) ? null : text;
}
