using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using CopyOnWrite.Tool.Fixes;
using CopyOnWrite.Tool.MSBuild;
using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Doctor;

/// <summary>
/// SDKs that MSBuild does not find: where it looked, and what to do. The line is there; another one would only be MSB4011.
/// </summary>
internal static partial class UnresolvedText
{
    private const string Ours = "CopyOnWrite.Sdk";

    /// <summary>Null where all are found.</summary>
    /// <param name="ours">Whether it is about CopyOnWrite.Sdk, or about the others.</param>
    internal static Finding? Of(DoctorContext context, IReadOnlyList<EvaluatedProject> projects, bool ours)
    {
        (EvaluatedProject Project, UnresolvedSdk Sdk)[] unresolved = [.. projects.SelectMany(project => project.Unresolved
            .Where(sdk => IsOurs(sdk) == ours)
            .Select(sdk => (project, sdk)))];
        if (unresolved.Length == 0)
        {
            return null;
        }

        (EvaluatedProject first, UnresolvedSdk missing) = unresolved[0];
        return Finding.Attention(
            $"{missing.NameAndVersion} was not found {context.InProjects(unresolved.Select(one => one.Project))} (MSB4236)",
            $"{missing.File}, line {missing.Line}, names {missing.NameAndVersion}; a build fails with MSB4236.\n"
                + (missing.Why.Length > 0 ? missing.Why + "\n" : string.Empty)
                + $"It was looked for in the package folder {first.PackageFolder} and in the sources of the NuGet.config files of the "
                + "repository, this user and this machine (`dotnet nuget list source`); those of another user do not count.",
            unresolved.SelectMany(one => HowToFix(one.Sdk)));
    }

    private static FixStep[] HowToFix(UnresolvedSdk sdk)
    {
        if (sdk.Version is null)
        {
            string version = IsOurs(sdk) ? $"the version {ToolVersion.Current}" : "a version";
            return [new FixStep($"In {sdk.File}, line {sdk.Line}, add {version} to {sdk.Name}, or to msbuild-sdks in global.json.")];
        }

        if (Nearest().Match(sdk.Why) is { Success: true } nearest)
        {
            FixStep[] replacements = [.. Fix.ReplaceVersions(sdk.VersionFile, sdk.Name, sdk.Version, nearest.Groups[1].Value).Take(1)];
            return replacements.Length > 0 ? replacements
                : [new FixStep($"In {sdk.VersionFile}, change the version of {sdk.Name} from {sdk.Version} to {nearest.Groups[1].Value}.")];
        }

        return [IsOurs(sdk) && SourceOfThisTool($"{Ours}.{sdk.Version}.nupkg") is { } feed
            ? new CommandStep($"dotnet nuget add source {ShellText.Argument(feed)} --name copyonwrite")
            : new FixStep($"Add the folder or address that has {sdk.Name} {sdk.Version} as a source: "
                + "`dotnet nuget add source FOLDER --name copyonwrite`.")];
    }

    private static bool IsOurs(UnresolvedSdk sdk) => sdk.Name.Equals(Ours, StringComparison.OrdinalIgnoreCase);

    /// <summary>NuGet notes beside each package where it came from; the SDK is published with the tool.</summary>
    private static string? SourceOfThisTool(string package)
    {
        string? source = Removal.PackageOf(AppContext.BaseDirectory) is { } tool
            ? (string?)JsonNode.Parse(File.ReadAllText(Path.Combine(tool, Removal.Metadata)))?["source"]
            : null;
        return source is not null && File.Exists(Path.Combine(source, package)) ? source : null;
    }

    // "- Found 1 version(s) in feed [ Nearest version: 0.1.0 ]": NU1102. Null where no source has any.
    [GeneratedRegex(@"\[\s*Nearest version:\s*([^\s\]]+)\s*\]")]
    private static partial Regex Nearest();
}
