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

    internal static Finding? Find(DoctorContext context)
    {
        (string Property, EvaluatedProject[] Projects)[] on = [.. s_properties
            .Select(property => (property, context.Projects.Where(project => project.IsTrue(property)).ToArray()))
            .Where(found => found.Item2.Length > 0)];
        return on.Length == 0 ? null : Finding.Attention(
            $"Link mode bypasses cloning: {on[0].Property} is on {context.InProjects(on[0].Projects)}",
            string.Concat(on.Skip(1).Select(found => $"{found.Property} {context.InProjects(found.Projects)}\n"))
                + "A write to a linked output changes the file in the package cache or in obj as well; a write to a clone does not.",
            on.SelectMany(found => found.Projects.SelectMany(project => project.HowToRemove(found.Property))));
    }
}
