namespace CopyOnWrite.Tool.Doctor.Checks;

/// <summary>Whether the projects can be evaluated, were restored, and have a usable cache.</summary>
internal static class ProjectChecks
{
    private static readonly string s_howToFindSdk =
        "Set a version that one of your package sources has, in the `<Sdk>` element or in msbuild-sdks of global.json "
        + $"(this tool belongs to CopyOnWrite.Sdk {ToolVersion.Current}). Or add a source that has the package: "
        + "`dotnet nuget add source FOLDER --name copyonwrite`. `dotnet nuget list source` lists your own sources; sources of other users "
        + "are not searched. With packageSourceMapping in nuget.config, the source needs `<package pattern=\"CopyOnWrite.*\" />`.";

    /// <summary>All other checks are about what the projects that can be evaluated have.</summary>
    internal static Finding? FindProblems(DoctorContext context)
    {
        int evaluated = context.Projects.Count;
        IReadOnlyList<ProjectProblem> problems = context.Repository.Problems;
        string limit = context.Repository.NotEvaluated == 0
            ? string.Empty
            : $"Only the first {evaluated} projects were checked. {context.Repository.NotEvaluated} more were not.";
        return problems.Count > 0
            ? Finding.Attention(
                (evaluated == 0 ? "No project can" : $"{Words.Count(problems.Count, "project")} of {evaluated + problems.Count} cannot")
                + $" be evaluated: {Path.GetFileName(problems[0].Where)}: {problems[0].Message.TrimEnd('.')}",
                string.Join('\n', problems.SelectMany(problem => $"{problem}".Split('\n')).Distinct(StringComparer.Ordinal)),
                problems.Any(problem => problem.Message.StartsWith(Evaluation.SdkNotFound, StringComparison.Ordinal))
                    ? s_howToFindSdk : "Fix these errors: a build fails with the same ones.")
            : context.About(
                project => project.Value("NuGetPackageRoot").Length == 0 && project.IsRestorable,
                (_, where) => Finding.Hint(
                    $"Packages are not restored {where}, so it is unknown what packages add", limit, Repository.HowToRestore))
                ?? Finding.Ok($"{Words.Count(evaluated, "project")} evaluated", limit);
    }

    /// <summary>Says where the cross-volume cache is, how large it is, and whether builds can use it.</summary>
    internal static Finding? FindCache(DoctorContext context)
    {
        IReadOnlyList<ProjectCache> caches = context.Caches;
        bool isOn = caches.Any(cache => cache.IsOn);
        return caches.FirstOrDefault(cache => cache.WrongProperty is not null) is { WrongProperty: { } property, Project: var project }
            ? Finding.Attention(
                $"{property} is '{project.Value(property)}' in {project.Name}, a value that fails the build",
                steps: project.HowToRemove(property))
            : isOn && !context.Projects.Any(one => one.HasSdk && context.OutputsCanBeClones(one))
            ? Finding.Ok("The cross-volume cache is of no use here: the volume of the outputs cannot clone", "Builds do not use the cache.")
            : caches.Select(cache => cache.State).FirstOrDefault(state => state is { Problem: not CacheProblem.None }) is { } broken
            ? Finding.Attention(
                $"The cross-volume cache cannot be used: {context.Repository.Relative(broken.Folder)} {broken.Why}",
                broken.Problem == CacheProblem.NotWritable
                    ? "Package files that are not in the cache are copied from the other volume each time."
                    : "Package files from another volume are copied each time.",
                broken.Fix)
            : caches.Count == 0 || CacheFolderState.Platform.CacheSystem is null ? null
            : Finding.Ok(
                $"The cross-volume cache {(isOn ? "can be used" : "is turned off")}",
                string.Join('\n', caches.Select(Text).Distinct(StringComparer.Ordinal)));
    }

    private static string Text(ProjectCache cache) => !cache.IsOn ? $"{cache.Project.Name}: turned off by {Tasks.Settings.CacheSwitch}"
        : cache.State is not { } state
            ? $"{cache.Project.Name}: no folder for a cache, as no Directory.Build.props and no .git in the repository determine one"
        : !state.Exists ? $"{state.Folder}: does not exist yet; a build creates it for the first package file from another volume"
        : $"{state.Folder}: {Words.Count(state.Entries, "entry", "entries")}, {Words.Bytes(state.Bytes)}";
}
