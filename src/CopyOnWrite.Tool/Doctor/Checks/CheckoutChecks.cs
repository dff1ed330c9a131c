using CopyOnWrite.Tool.Outputs;

namespace CopyOnWrite.Tool.Doctor.Checks;

/// <summary>Whether another checkout of the repository, such as a worktree, can take over what was compiled in this one.</summary>
internal static class CheckoutChecks
{
    private const string Property = PreparedProps.Paths;

    /// <summary>Null where `dotnet build` has not compiled anything yet, and without git, which the property needs.</summary>
    internal static Finding? FindCheckouts(DoctorContext context)
    {
        if (Repository.GitRootOf(context.Repository.Folder) is not { } root)
        {
            return null;
        }

        // A project that sets it to false has a reason, as those that use Verify.
        (EvaluatedProject Project, string? Output, string? Named)[] compiled = [..
            from project in context.Projects
            let outputs = OutputsOf(project)
            where outputs.Length > 0 && !project.IsFalse(Property)
            let places = new NamedPlaces(root, project.PackageFolder)
            let output = outputs.FirstOrDefault(file => places.FirstIn(file) is not null)
            select (project, output, output is null ? null : places.FirstIn(output))];
        var embedding = Array.FindAll(compiled, one => one.Named is not null && NamedPlaces.IsMapped(one.Named));
        var naming = Array.FindAll(compiled, one => one.Named is not null && !NamedPlaces.IsMapped(one.Named));
        bool namesCommit = Array.Exists(compiled, one => PreparedProps.OfCommits.Any(name => !one.Project.IsFalse(name)));
        return compiled.Length == 0 ? null
            : naming.Length == 0 ? Finding.Ok(
                $"Another checkout{(namesCommit ? " of this commit" : string.Empty)} can use the outputs, which do not contain "
                + $"the path {root}" + (embedding.Length == 0 ? string.Empty
                    : $"; only generated sources in {Words.Count(embedding.Length, "pdb")} do, such as Razor's: "
                        + string.Join(", ", embedding.Select(one => one.Project.Name))),
                namesCommit ? OfCommits : string.Empty)
            : Finding.Hint(
                $"Another checkout compiles {naming.Length} of {Words.Count(compiled.Length, "project")} again: the outputs contain the "
                    + "path of this checkout",
                $"With {Property}=true, compilers write /_/ instead of the repository's folder. `dotnet cow prepare` sets the property "
                    + "without a commit.\nDebuggers then need a source map for /_/, and CallerFilePath contains /_/ in tests. "
                    + "ContinuousIntegrationBuild sets the property as well.\n"
                    + OfCommits + "\n"
                    + string.Join('\n', naming.Select(one => $"{context.Repository.Relative(one.Output!)} contains {one.Named}")),
                naming.Select(one => one.Project.IsTrue(Property)
                    ? "Run `dotnet build --no-incremental` in the repository: the property was set after the last compilation."
                    : CopyTaskChecks.Insert(
                        CopyTaskChecks.PropsOf(one.Project, context.Repository.Folder),
                        $"<PropertyGroup><{Property}>true</{Property}>"
                            + string.Concat(PreparedProps.OfCommits.Select(name => $"<{name}>false</{name}>")) + "</PropertyGroup>")));
    }

    private static string OfCommits => $"{string.Join(" and ", PreparedProps.OfCommits)}=false keep the commit out of assemblies, "
        + "so that a worktree of another commit does not compile everything. Packages that you publish need the commit: set both "
        + "properties for Debug only.";

    private static string[] OutputsOf(EvaluatedProject project) => project.Folder("IntermediateOutputPath") is not { } folder ? []
        : [.. new[] { ".pdb", project.Value("TargetExt") }.Select(end => Path.Combine(folder, project.Value("TargetName") + end))
            .Where(File.Exists)];
}
