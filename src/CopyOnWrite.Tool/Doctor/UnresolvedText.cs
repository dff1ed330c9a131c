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
        return unresolved.Length == 0 ? null : Finding.Attention(
            $"{unresolved[0].Sdk.NameAndVersion} was not found {context.InProjects(unresolved.Select(one => one.Project))} (MSB4236)",
            Detail(unresolved[0].Sdk, unresolved[0].Project),
            unresolved.Select(one => HowToMend(one.Sdk)));
    }

    private static string Detail(UnresolvedSdk sdk, EvaluatedProject project) => string.Join('\n', new[]
    {
        $"{sdk.File}, line {sdk.Line}, names {sdk.NameAndVersion}; a build fails with MSB4236.",
        sdk.Why,
        $"It was looked for in the package folder {PackageCache.Of(project)} and in the sources of the NuGet.config files of the "
            + "repository, this user and this machine (`dotnet nuget list source`); those of another user do not count.",
    }.Where(line => line.Length > 0));

    private static FixStep HowToMend(UnresolvedSdk sdk) =>
        sdk.Version is null ? AddVersion(sdk)
        : Nearest().Match(sdk.Why) is { Success: true } nearest ? ReplaceVersion(sdk, nearest.Groups[1].Value)
        : IsOurs(sdk) && SourceOfThisTool($"{Ours}.{sdk.Version}.nupkg") is { } feed
            ? new CommandStep($"dotnet nuget add source {ShellText.Argument(feed)} --name copyonwrite")
        : new FixStep($"Add the folder or address that has {sdk.Name} {sdk.Version} as a source: "
            + "`dotnet nuget add source FOLDER --name copyonwrite`.");

    private static bool IsOurs(UnresolvedSdk sdk) => sdk.Name.Equals(Ours, StringComparison.OrdinalIgnoreCase);

    private static FixStep AddVersion(UnresolvedSdk sdk)
    {
        if (!IsOurs(sdk))
        {
            return new FixStep($"In {sdk.File}, line {sdk.Line}, add a version to {sdk.Name}, or to msbuild-sdks in global.json.");
        }

        string attribute = $"Name=\"{sdk.Name}\"";
        string withVersion = $"{attribute} Version=\"{ToolVersion.Current}\"";
        return sdk.Element is { } element && element.Contains(attribute, StringComparison.Ordinal)
            ? Fix.Replace(sdk.File, sdk.Line, element, element.Replace(attribute, withVersion, StringComparison.Ordinal))
            : new FixStep($"In {sdk.File}, line {sdk.Line}, add the version {ToolVersion.Current} to {sdk.Name}.");
    }

    private static FixStep ReplaceVersion(UnresolvedSdk sdk, string other) =>
        Fix.ReplaceVersions(sdk.VersionFile, sdk.Name, sdk.Version!, other).FirstOrDefault()
        ?? new FixStep($"In {sdk.VersionFile}, change the version of {sdk.Name} from {sdk.Version} to {other}.");

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
