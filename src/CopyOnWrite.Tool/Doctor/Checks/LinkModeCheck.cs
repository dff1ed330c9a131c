using System.Collections.Generic;
using System.Linq;
using CopyOnWrite.Tool.MSBuild;

namespace CopyOnWrite.Tool.Doctor.Checks;

/// <summary>Settings that make Copy link files instead: such calls are left to the built-in task.</summary>
internal static class LinkModeCheck
{
    // Microsoft.Common.CurrentVersion.targets and Microsoft.NET.Publish.targets: what they give Copy as UseHardlinksIfPossible and
    // UseSymboliclinksIfPossible.
    private static readonly string[] s_properties =
    [
        .. new[] { "CopyFilesToOutputDirectory", "CopyAdditionalFiles", "CopyLocal", "PublishFiles" }
            .SelectMany(what => new[] { $"CreateHardLinksFor{what}IfPossible", $"CreateSymbolicLinksFor{what}IfPossible" }),
    ];

    internal static Check Check { get; } = new("link-mode", Find);

    private static Finding? Find(DoctorContext context)
    {
        Dictionary<string, EvaluatedProject[]> on = s_properties
            .Select(property => (Property: property, Projects: context.Projects.Where(project => project.IsTrue(property)).ToArray()))
            .Where(found => found.Projects.Length > 0)
            .ToDictionary(found => found.Property, found => found.Projects);
        return on.Count == 0 ? null : new Finding(
            CheckStatus.Attention,
            $"Link mode bypasses cloning: {on.First().Key} is on {context.InProjects(on.First().Value)}",
            string.Concat(on.Skip(1).Select(found => $"{found.Key} {context.InProjects(found.Value)}\n"))
                + "A write to a linked output changes the file in the package cache or in obj as well; a write to a clone does not.",
            [.. on.SelectMany(found => found.Value.SelectMany(project => project.HowToRemove(found.Key)))]);
    }
}
