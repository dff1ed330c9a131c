using CopyOnWrite.Tasks;

namespace CopyOnWrite.Tool.Doctor.Checks;

/// <summary>Checks which Copy task the projects use, why it is not CopyOnWrite.Sdk's, and what keeps that task from cloning.</summary>
internal static class CopyTaskChecks
{
    internal const string Ours = "CopyOnWrite.Sdk";
    private const string Switch = "DisableCopyOnWrite";

    private const string CentralManagement =
        "<PropertyGroup><ManagePackageVersionsCentrally>true</ManagePackageVersionsCentrally></PropertyGroup>";

    private const string RemovePeer = $"Remove the reference to {EvaluatedProject.Peer}, or its Sdk element, and restore. "
        + $"`dotnet nuget why PROJECT {EvaluatedProject.Peer}` shows which packages depend on it.";

    // Microsoft.Common.CurrentVersion.targets and Microsoft.NET.Publish.targets: what they give Copy as UseHardlinksIfPossible and
    // UseSymboliclinksIfPossible.
    private static readonly string[] s_linkModes =
    [
        .. new[] { "CopyFilesToOutputDirectory", "CopyAdditionalFiles", "CopyLocal", "PublishFiles" }
            .SelectMany(what => new[] { $"CreateHardLinksFor{what}IfPossible", $"CreateSymbolicLinksFor{what}IfPossible" }),
    ];

    // By which the settings are read (CopyOnWrite.targets).
    private static readonly string[] s_hooks = ["CustomAfterDirectoryBuildTargets", "AfterMicrosoftNETSdkTargets"];

    internal static Finding? FindSwitch(DoctorContext context) =>
        context.About(
            project => project.HasSdk && project.Value(Switch) is { Length: > 0 } text && !SettingValues.TryParseCondition(text, out _),
            (wrong, where) => Finding.Attention(
                $"{Switch} is '{wrong[0].Value(Switch)}' {where}, a value that fails the build (COW1001)",
                $"See {Documentation.PageOf("COW1001")}",
                steps: wrong.Select(project => project.HowToRemove(Switch))))
        ?? context.About(
            project => project.HasSdk && SettingValues.TryParseCondition(project.Value(Switch), out bool isOff) && isOff,
            (off, where) => Finding.Attention(
                $"{Switch}={off[0].Value(Switch)} turns cloning off {where}",
                "MSBuild's own Copy is used there.",
                off.Select(project => project.HowToRemove(Switch))))
        ?? context.About(
            project => project is { HasSdk: true, ReadsSettings: false }
                && Settings.Table.Rows.Any(row => project.Value(row.Name).Length > 0),
            (unread, where) => Finding.Attention(
                $"The settings of {Ours} have no effect {where}: {s_hooks[0]} and {s_hooks[1]} are overwritten",
                "Both properties are lists: append to them, as in <X>$(X);mine.targets</X>.",
                unread.SelectMany(project => s_hooks.Select(project.HowToRemove))));

    /// <summary>Any other task that wins, and Microsoft.Build.CopyOnWrite, which registers one as well.</summary>
    internal static Finding? FindShadow(DoctorContext context) =>
        context.About(
            project => project is { HasSdk: true, Copy: { IsOurs: false, IsBuiltIn: false } },
            (shadowed, where) => Finding.Attention(
                $"Another Copy task wins over {Ours}'s {where}",
                string.Join('\n', shadowed.Select(project => $"{project.Name}: {project.Copy.Assembly}, registered in {project.Copy.File}")
                    .Distinct(StringComparer.Ordinal)),
                shadowed.Select(project => project.HasPeer ? RemovePeer : project.Copy.HowToRemove)))
        ?? context.About(
            project => project.HasPeer,
            (peers, where) => Finding.Hint(
                $"{Ours} replaces {EvaluatedProject.Peer}, which is referenced {where}",
                $"What else changes: {Documentation.PathOf(Path.Combine("docs", "guide", "migrating.md"))}.",
                RemovePeer));

    /// <summary>Null where no project can be evaluated, as the first check reports.</summary>
    internal static Finding? FindLoaded(DoctorContext context) =>
        context.About(
            project => !project.HasSdk && project.HasIgnoredReference(Ours),
            (ignored, where) => Finding.Attention(
                $"The GlobalPackageReference to {Ours} has no effect {where}: central package management is off",
                steps: ignored.Select(project =>
                    Insert(project.Folder("DirectoryPackagesPropsPath") ?? project.File, CentralManagement))))
        ?? context.About(
            project => !project.HasSdk && project.HasReference(Ours),
            (_, where) => Finding.Attention(
                $"{Ours} is referenced but not restored {where}: restore first",
                "The files that a restore writes into obj import the package.",
                Repository.HowToRestore))
        ?? context.About(project => !project.HasSdk, (missing, where) => Missing(context, missing, where))
        ?? context.About(
            project => project.Copy.IsOurs,
            (ours, where) => Finding.Ok(
                $"{Ours}{(ours.Length == context.Projects.Count ? "'s" : " is loaded, and its")} Copy task is used {where}"))
        ?? context.About(
            _ => Platform.ForThisSystem() is null,
            (_, _) => Finding.Hint($"{Ours} is loaded, and leaves copying to MSBuild's own Copy on this system"));

    // A repository without the package is in order: the tool's other commands do not need it.
    private static Finding Missing(DoctorContext context, EvaluatedProject[] missing, string where)
    {
        Finding attention = Finding.Attention(
            $"{Ours} is missing {where}",
            missing.FirstOrDefault(project => !project.Copy.IsBuiltIn) is { Copy: var other }
                ? $"The Copy task of {other.Assembly} is used there, registered in {other.File}."
                : "MSBuild's own Copy is used there. For a package reference, which adds less to a build, and for the package's source, "
                    + $"see {Documentation.PathOf(Path.Combine("docs", "guide", "installation.md"))}.",
            missing.Select(project => Insert(
                PropsOf(project, context.Repository.Folder), $"<Sdk Name=\"{Ours}\" Version=\"{ToolVersion.Current}\" />")));
        return missing.Length < context.Projects.Count ? attention
            : attention with { Status = CheckStatus.Hint, Title = $"{Ours} is not used {where}" };
    }

    internal static Finding? FindLinkMode(DoctorContext context)
    {
        (string Property, EvaluatedProject[] Projects)[] on = [.. s_linkModes
            .Select(property => (property, context.Projects.Where(project => project.IsTrue(property)).ToArray()))
            .Where(found => found.Item2.Length > 0)];
        return on.Length == 0 ? null : Finding.Attention(
            $"Link mode bypasses cloning: {on[0].Property} is on {context.InProjects(on[0].Projects)}",
            string.Concat(on.Skip(1).Select(found => $"{found.Property} {context.InProjects(found.Projects)}\n"))
                + "A write to a linked output changes the file in the package cache or in obj as well; a write to a clone does not.",
            on.SelectMany(found => found.Projects.Select(project => project.HowToRemove(found.Property))));
    }

    internal static string Insert(string file, string element) => File.Exists(file)
        ? $"In {file}, insert `{element}` as the first element of Project."
        : $"Create {file} with `<Project>{element}</Project>`, or insert the element if the file exists by then.";

    /// <summary>A nearer Directory.Build.props hides the repository's; a project that imports none needs the line itself.</summary>
    internal static string PropsOf(EvaluatedProject project, string repository) =>
        project.Folder("DirectoryBuildPropsPath") is { } imported && File.Exists(imported) ? imported
        : project.IsTrue("ImportDirectoryBuildProps") ? Path.Combine(repository, "Directory.Build.props")
        : project.File;
}
