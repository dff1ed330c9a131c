using CopyOnWrite.Tool.Fixes;
using CopyOnWrite.Tool.MSBuild;

namespace CopyOnWrite.Tool.Doctor.Checks;

/// <summary>Whether each project has CopyOnWrite.Sdk and uses its Copy task; if not, why.</summary>
internal static class LoadedCheck
{
    private const string Ours = "CopyOnWrite.Sdk";
    private const string CentralManagement =
        "<PropertyGroup><ManagePackageVersionsCentrally>true</ManagePackageVersionsCentrally></PropertyGroup>";

    internal static Finding? Find(DoctorContext context)
    {
        EvaluatedProject[] without = [.. context.Projects.Where(project => !project.HasSdk)];
        EvaluatedProject[] ours = [.. context.Projects.Where(project => project.Copy.IsOurs)];
        return context.Projects.Count == 0 ? null    // None can be evaluated, as the first check reports.
            : without.Length > 0 ? Ignored(context, without) ?? Unrestored(context, without) ?? Missing(context, without)
            : ours.Length == context.Projects.Count ? Finding.Ok($"{Ours}'s Copy task is used {context.InProjects(ours)}")
            : FileCloner.ForThisSystem() is null
            ? Finding.Hint($"{Ours} is loaded, and leaves copying to the built-in task on this system")
            : Finding.Ok($"{Ours} is loaded, and its Copy task used {context.InProjects(ours)}");
    }

    private static Finding? Ignored(DoctorContext context, EvaluatedProject[] without)
    {
        EvaluatedProject[] ignored = [.. without.Where(project => project.HasIgnoredReference(Ours))];
        return ignored.Length == 0 ? null : Finding.Attention(
            $"The GlobalPackageReference to {Ours} has no effect {context.InProjects(ignored)}: central package management is off",
            steps: ignored.Select(project =>
                Fix.Insert(project.Folder("DirectoryPackagesPropsPath") ?? project.File, CentralManagement)));
    }

    private static Finding? Unrestored(DoctorContext context, EvaluatedProject[] without)
    {
        EvaluatedProject[] unrestored = [.. without.Where(project => project.HasReference(Ours))];
        return unrestored.Length == 0 ? null : Finding.Attention(
            $"{Ours} is referenced and not restored {context.InProjects(unrestored)}: restore first",
            "A package is imported by files that the restore writes into obj.",
            context.HowToRestore(unrestored));
    }

    private static Finding Missing(DoctorContext context, EvaluatedProject[] missing) => Finding.Attention(
        $"{Ours} is missing {context.InProjects(missing)}",
        missing.FirstOrDefault(project => !project.Copy.IsBuiltIn) is { Copy: var other }
            ? $"{other.Assembly} is used there, registered in {other.File}."
            : "MSBuild's built-in Copy task is used there.",
        missing.Select(project => Fix.Insert(
            PropsOf(project, context.Repository.Folder), $"<Sdk Name=\"{Ours}\" Version=\"{ToolVersion.Current}\" />")));

    /// <summary>A nearer Directory.Build.props hides the repository's; a project that imports none needs the line itself.</summary>
    private static string PropsOf(EvaluatedProject project, string repository) =>
        project.Folder("DirectoryBuildPropsPath") is { } imported && File.Exists(imported) ? imported
        : project.IsTrue("ImportDirectoryBuildProps") ? Path.Combine(repository, "Directory.Build.props")
        : project.File;
}
