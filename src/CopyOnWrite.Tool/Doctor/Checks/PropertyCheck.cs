using CopyOnWrite.Tasks;
using CopyOnWrite.Tool.MSBuild;

namespace CopyOnWrite.Tool.Doctor.Checks;

/// <summary>Properties that leave calls to the built-in task, wherever they are set.</summary>
internal static class PropertyCheck
{
    private const string Switch = "DisableCopyOnWrite";

    // Microsoft.Common.CurrentVersion.targets and Microsoft.NET.Publish.targets: what they give Copy as UseHardlinksIfPossible and
    // UseSymboliclinksIfPossible.
    private static readonly string[] s_linkModes =
    [
        .. new[] { "CopyFilesToOutputDirectory", "CopyAdditionalFiles", "CopyLocal", "PublishFiles" }
            .SelectMany(what => new[] { $"CreateHardLinksFor{what}IfPossible", $"CreateSymbolicLinksFor{what}IfPossible" }),
    ];

    internal static Finding? FindSwitch(DoctorContext context)
    {
        EvaluatedProject[] set = [.. context.Projects.Where(project => project.HasSdk && project.Value(Switch).Length > 0)];
        EvaluatedProject[] wrong = [.. set.Where(project => !SettingValues.TryParseCondition(project.Value(Switch), out _))];
        EvaluatedProject[] off = [.. set.Where(project => SettingValues.TryParseCondition(project.Value(Switch), out bool isOff) && isOff)];
        return wrong.Length > 0
            ? Finding.Attention(
                $"{Switch} is '{wrong[0].Value(Switch)}' {context.InProjects(wrong)}, which fails the build (COW1001)",
                $"See {Documentation.PageOf("COW1001")}",
                steps: wrong.SelectMany(project => project.HowToRemove(Switch)))
            : off.Length > 0
            ? Finding.Attention(
                $"Cloning is turned off by {Switch}={off[0].Value(Switch)} {context.InProjects(off)}",
                "MSBuild's built-in Copy task is used there.",
                off.SelectMany(project => project.HowToRemove(Switch)))
            : null;
    }

    /// <summary>Settings that make Copy link files instead.</summary>
    internal static Finding? FindLinkMode(DoctorContext context)
    {
        (string Property, EvaluatedProject[] Projects)[] on = [.. s_linkModes
            .Select(property => (property, context.Projects.Where(project => project.IsTrue(property)).ToArray()))
            .Where(found => found.Item2.Length > 0)];
        return on.Length == 0 ? null : Finding.Attention(
            $"Link mode bypasses cloning: {on[0].Property} is on {context.InProjects(on[0].Projects)}",
            string.Concat(on.Skip(1).Select(found => $"{found.Property} {context.InProjects(found.Projects)}\n"))
                + "A write to a linked output changes the file in the package cache or in obj as well; a write to a clone does not.",
            on.SelectMany(found => found.Projects.SelectMany(project => project.HowToRemove(found.Property))));
    }
}
