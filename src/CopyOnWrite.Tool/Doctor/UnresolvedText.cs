using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using CopyOnWrite.Tool.Fixes;
using CopyOnWrite.Tool.MSBuild;
using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Doctor;

/// <summary>
/// An SDK that MSBuild does not find: where it looked, and what to do. The line is there; another one would only be MSB4011.
/// </summary>
internal static partial class UnresolvedText
{
    private const string Ours = "CopyOnWrite.Sdk";

    internal static string Detail(UnresolvedSdk sdk, EvaluatedProject project) => string.Join('\n', new[]
    {
        $"{sdk.File}, line {sdk.Line}, names {sdk.NameAndVersion}; a build fails with MSB4236.",
        sdk.Why,
        $"It was looked for in the package folder {FolderPairs.PackageCache(project)} and in the sources of the NuGet.config files of the "
            + "repository, this user and this machine (`dotnet nuget list source`); those of another user do not count.",
    }.Where(line => line.Length > 0));

    internal static FixStep HowToMend(UnresolvedSdk sdk) =>
        sdk.Version is null ? AddVersion(sdk)
        : OtherVersion(sdk) is { } other ? ReplaceVersion(sdk, other)
        : sdk.Name.Equals(Ours, StringComparison.OrdinalIgnoreCase) && SourceOfThisTool($"{Ours}.{sdk.Version}.nupkg") is { } feed
            ? new CommandStep($"dotnet nuget add source {ShellText.Argument(feed)} --name copyonwrite")
        : new FixStep($"Add the folder or address that has {sdk.Name} {sdk.Version} as a source: "
            + "`dotnet nuget add source FOLDER --name copyonwrite`.");

    private static FixStep AddVersion(UnresolvedSdk sdk)
    {
        if (!sdk.Name.Equals(Ours, StringComparison.OrdinalIgnoreCase))
        {
            return new FixStep($"In {sdk.File}, line {sdk.Line}, add a version to {sdk.Name}, or to msbuild-sdks in global.json.");
        }

        string attribute = $"Name=\"{sdk.Name}\"";
        string withVersion = $"{attribute} Version=\"{ToolVersion.Current}\"";
        return sdk.Element is { } element && element.Contains(attribute, StringComparison.Ordinal)
            ? Fix.Replace(sdk.File, sdk.Line, element, element.Replace(attribute, withVersion, StringComparison.Ordinal))
            : new FixStep($"In {sdk.File}, line {sdk.Line}, add the version {ToolVersion.Current} to {sdk.Name}.");
    }

    private static FixStep ReplaceVersion(UnresolvedSdk sdk, string other)
    {
        string[] lines = File.Exists(sdk.VersionFile) ? File.ReadAllLines(sdk.VersionFile) : [];
        int line = Array.FindIndex(
            lines,
            text => text.Contains(sdk.Name, StringComparison.OrdinalIgnoreCase)
                && text.Contains($"\"{sdk.Version}\"", StringComparison.Ordinal));
        return line < 0
            ? new FixStep($"In {sdk.VersionFile}, change the version of {sdk.Name} from {sdk.Version} to {other}.")
            : Fix.Replace(sdk.VersionFile, line + 1, $"\"{sdk.Version}\"", $"\"{other}\"");
    }

    /// <summary>The nearest that a source has, as NuGet names it; null where no source has any.</summary>
    private static string? OtherVersion(UnresolvedSdk sdk) => Nearest().Match(sdk.Why) is { Success: true } nearest
        ? nearest.Groups[1].Value
        : null;

    /// <summary>NuGet notes beside each package where it came from; the SDK is published with the tool.</summary>
    private static string? SourceOfThisTool(string package)
    {
        IEnumerable<string> above = Above(AppContext.BaseDirectory).Take(5);
        string? metadata = above.Select(folder => Path.Combine(folder, ".nupkg.metadata")).FirstOrDefault(File.Exists);
        string? source = metadata is null ? null : SourceIn().Match(File.ReadAllText(metadata)) is { Success: true } match
            ? Regex.Unescape(match.Groups[1].Value)
            : null;
        return source is not null && Directory.Exists(source) && File.Exists(Path.Combine(source, package)) ? source : null;
    }

    private static IEnumerable<string> Above(string folder)
    {
        for (string? at = Path.TrimEndingDirectorySeparator(folder); at is not null; at = Path.GetDirectoryName(at))
        {
            yield return at;
        }
    }

    // "- Found 1 version(s) in feed [ Nearest version: 0.1.0 ]": NU1102.
    [GeneratedRegex(@"\[\s*Nearest version:\s*([^\s\]]+)\s*\]")]
    private static partial Regex Nearest();

    [GeneratedRegex("\"source\"\\s*:\\s*\"((?:[^\"\\\\]|\\\\.)*)\"")]
    private static partial Regex SourceIn();
}
