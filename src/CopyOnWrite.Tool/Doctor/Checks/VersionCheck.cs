using CopyOnWrite.Tool.Fixes;
using CopyOnWrite.Tool.MSBuild;
using NuGet.Versioning;

namespace CopyOnWrite.Tool.Doctor.Checks;

/// <summary>Whether the packages are as new as this tool, which is published with them. The network is not used.</summary>
internal static class VersionCheck
{
    internal static Finding? Find(DoctorContext context)
    {
        (EvaluatedProject Project, string Package, string Version)[] versions = [.. context.Projects
            .SelectMany(project => project.Packages.Select(found => (project, found.Package, found.Version)))];
        (EvaluatedProject Project, string Package, string Version)[] older = [.. versions.Where(found =>
            IsOlder(found.Version, ToolVersion.Current))];
        if (older.Length > 0)
        {
            (_, string package, string version) = older[0];
            return Finding.Attention(
                $"{package} is version {version} "
                + $"{context.InProjects(older.Where(found => found.Package == package).Select(found => found.Project))}, "
                + $"and {ToolVersion.Current} is current",
                steps: older.SelectMany(found => Replacements(found.Project, found.Package, found.Version, context.Repository.Folder)));
        }

        return versions.Length == 0 ? null
            : versions.FirstOrDefault(found => IsOlder(ToolVersion.Current, found.Version)) is { Package: { } newer, Version: var its }
            ? Finding.Hint(
                $"This tool is version {ToolVersion.Current}, older than the repository's {newer} {its}",
                steps: Fix.Run(ToolInstallation.UpdateCommand))
            : Finding.Ok($"{versions[0].Package} is version {versions[0].Version}, this tool's own");
    }

    internal static bool IsOlder(string one, string other) =>
        NuGetVersion.TryParse(one, out NuGetVersion? left) && NuGetVersion.TryParse(other, out NuGetVersion? right) && left < right;

    private static string[] Replacements(EvaluatedProject project, string package, string version, string repository)
    {
        string[] found = [.. project.OwnFiles.Append(Path.Combine(repository, "global.json"))
            .SelectMany(file => Fix.ReplaceVersions(file, package, version, ToolVersion.Current))];
        return found.Length > 0 ? found
            : [$"Raise the version of {package} to {ToolVersion.Current} where {project.Name} references it."];
    }
}
