using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using CopyOnWrite.Tool.Fixes;
using CopyOnWrite.Tool.MSBuild;

namespace CopyOnWrite.Tool.Doctor.Checks;

/// <summary>Whether the packages are as new as this tool, which is published with them. The network is not used.</summary>
internal static class VersionCheck
{
    internal static Check Check { get; } = new("version", Find);

    private static Finding? Find(DoctorContext context)
    {
        (EvaluatedProject Project, string Package, string Version)[] versions = [.. context.Projects
            .SelectMany(project => project.Packages.Select(found => (project, found.Package, Version: VersionOf(found.Folder))))
            .Where(found => found.Version is not null)
            .Select(found => (found.project, found.Package, found.Version!))];
        (EvaluatedProject Project, string Package, string Version)[] older = [.. versions.Where(found =>
            IsOlder(found.Version, ToolVersion.Current))];
        if (older.Length > 0)
        {
            return new Finding(
                CheckStatus.Attention,
                $"{older[0].Package} is version {older[0].Version} "
                + $"{context.InProjects([.. older.Where(found => found.Package == older[0].Package).Select(found => found.Project)])}, "
                + $"and {ToolVersion.Current} is current",
                Steps:
                [
                    .. older.SelectMany(found => Replacements(found.Project, found.Package, found.Version, context.Repository.Folder)),
                ]);
        }

        return versions.Length == 0 ? null
            : versions.FirstOrDefault(found => IsOlder(ToolVersion.Current, found.Version)) is { Version: { } newer, Package: { } package }
            ? new Finding(
                CheckStatus.Hint,
                $"This tool is version {ToolVersion.Current}, older than the repository's {package} {newer}",
                Steps: [new CommandStep(ToolInstallation.UpdateCommand)])
            : new Finding(CheckStatus.Ok, $"{versions[0].Package} is version {versions[0].Version}, this tool's own");
    }

    private static string? VersionOf(string package)
    {
        string? nuspec = Directory.EnumerateFiles(package, "*.nuspec").FirstOrDefault();
        return nuspec is null ? null : VersionIn(File.ReadAllText(nuspec));
    }

    internal static string? VersionIn(string nuspec)
    {
        Match version = Regex.Match(nuspec, "<version>([^<]+)</version>");
        return version.Success ? version.Groups[1].Value : null;
    }

    // By the numbers; of the same numbers one with a label comes before the one without (semver.org, 11).
    internal static bool IsOlder(string one, string other)
    {
        string[] left = one.Split('+')[0].Split('-', 2);
        string[] right = other.Split('+')[0].Split('-', 2);
        int numbers = Version.TryParse(left[0], out Version? a) && Version.TryParse(right[0], out Version? b) ? a.CompareTo(b) : 0;
        return numbers < 0 || (numbers == 0 && left.Length > right.Length);
    }

    private static List<FixStep> Replacements(EvaluatedProject project, string package, string version, string repository)
    {
        var found = new List<FixStep>();
        foreach (string file in project.OwnFiles.Append(Path.Combine(repository, "global.json")).Where(File.Exists))
        {
            string[] lines = File.ReadAllLines(file);
            for (int i = 0; i < lines.Length; i++)
            {
                if (lines[i].Contains(package, StringComparison.Ordinal) && lines[i].Contains($"\"{version}\"", StringComparison.Ordinal))
                {
                    found.Add(Fix.Replace(file, i + 1, $"\"{version}\"", $"\"{ToolVersion.Current}\""));
                }
            }
        }

        return found.Count > 0 ? found : [new FixStep($"Raise the version of {package} to {ToolVersion.Current} where {project.Name} references it.")];
    }
}
