using System;
using System.Collections.Generic;
using System.Linq;
using CopyOnWrite.Tool.Fixes;
using CopyOnWrite.Tool.MSBuild;

namespace CopyOnWrite.Tool.Doctor.Checks;

/// <summary>Which Copy each project has: ours, the built-in, or another's; and where ours is missing, why.</summary>
internal static class LoadedCheck
{
    private const string Ours = "CopyOnWrite.Sdk";

    internal static Check Check { get; } = new("loaded", Find);

    private static Finding? Find(DoctorContext context)
    {
        EvaluatedProject[] without = [.. context.Projects.Where(project => !project.HasSdk)];
        if (context.Projects.Count == 0)
        {
            return null;    // None can be evaluated, and the first check says so.
        }

        if (without.Length > 0)
        {
            return Unresolved(context, without) ?? Ignored(context, without) ?? Unrestored(context, without) ?? Missing(context, without);
        }

        EvaluatedProject[] ours = [.. context.Projects.Where(project => project.Copy.IsOurs)];
        return ours.Length == context.Projects.Count
            ? new Finding(CheckStatus.Ok, $"{Ours}'s Copy task is used {context.InProjects(ours)}")
            : FileCloner.ForThisSystem() is null
            ? new Finding(CheckStatus.Hint, $"{Ours} is loaded, and leaves copying to the built-in task on this system")
            : new Finding(CheckStatus.Ok, $"{Ours} is loaded, and its Copy task used {context.InProjects(ours)}");
    }

    /// <summary>The line is there, and MSBuild does not find what it names.</summary>
    private static Finding? Unresolved(DoctorContext context, EvaluatedProject[] without)
    {
        (EvaluatedProject Project, UnresolvedSdk Sdk)[] unresolved = [.. without.SelectMany(project => project.Unresolved
            .Where(sdk => sdk.Name.Equals(Ours, StringComparison.OrdinalIgnoreCase))
            .Select(sdk => (project, sdk)))];
        return unresolved.Length == 0 ? null : new Finding(
            CheckStatus.Attention,
            $"{unresolved[0].Sdk.NameAndVersion} was not found {context.InProjects([.. unresolved.Select(one => one.Project)])} (MSB4236)",
            UnresolvedText.Detail(unresolved[0].Sdk, unresolved[0].Project),
            [.. unresolved.Select(one => UnresolvedText.HowToMend(one.Sdk))]);
    }

    private static Finding? Ignored(DoctorContext context, EvaluatedProject[] without)
    {
        EvaluatedProject[] ignored = [.. without.Where(project => project.HasIgnoredReference(Ours))];
        return ignored.Length == 0 ? null : new Finding(
            CheckStatus.Attention,
            $"The GlobalPackageReference to {Ours} counts for nothing {context.InProjects(ignored)}: central package management is off",
            Steps: [.. HowToManageCentrally(ignored)]);
    }

    private static Finding? Unrestored(DoctorContext context, EvaluatedProject[] without)
    {
        EvaluatedProject[] unrestored = [.. without.Where(project => project.HasReference(Ours))];
        return unrestored.Length == 0 ? null : new Finding(
            CheckStatus.Attention,
            $"{Ours} is referenced and not restored {context.InProjects(unrestored)}: restore first",
            "A package is imported by files that the restore writes into obj.",
            [context.HowToRestore(unrestored)]);
    }

    private static Finding Missing(DoctorContext context, EvaluatedProject[] missing)
    {
        EvaluatedProject? other = missing.FirstOrDefault(project => !project.Copy.IsBuiltIn);
        return new Finding(
            CheckStatus.Attention,
            $"{Ours} is missing {context.InProjects(missing)}",
            other is null
                ? "MSBuild's built-in Copy task is used there."
                : $"{other.Copy.Assembly} is used there, registered in {other.Copy.File}.",
            [.. HowToLoad.Into(missing, context.Repository.Folder)]);
    }

    private static IEnumerable<FixStep> HowToManageCentrally(EvaluatedProject[] projects) => projects
        .Select(project => project.Folder("DirectoryPackagesPropsPath") ?? project.File)
        .Distinct(StringComparer.Ordinal)
        .Select(file => HowToLoad.RootTag(file) is (int line, string tag)
            ? Fix.Insert(
                file,
                line,
                tag,
                "<PropertyGroup><ManagePackageVersionsCentrally>true</ManagePackageVersionsCentrally></PropertyGroup>")
            : new FixStep($"In {file}, set ManagePackageVersionsCentrally to true."));
}
