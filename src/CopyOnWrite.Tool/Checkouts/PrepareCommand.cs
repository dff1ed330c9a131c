using CopyOnWrite.Tool.Outputs;

namespace CopyOnWrite.Tool.Checkouts;

/// <summary><c>dotnet cow prepare</c>: makes a checkout a donor, without a change that git sees.</summary>
internal static class PrepareCommand
{
    private const int MostLines = 6;

    private static string Page => CopyOnWrite.Tasks.Documentation.PathOf(Path.Combine("docs", "guide", "many-checkouts.md"));

    internal static Command New() => new Command(
        "prepare", "Sets three properties in obj, so that other checkouts can use the outputs of this one.")
    {
        new Argument<string>("path")
        {
            Description = "A folder, a solution, a solution filter or a project. Default: the current folder.",
            DefaultValueFactory = _ => ".",
        },
        CommandLine.NewOption<bool>("--undo", "Removes the properties."),
    }.SetAnswer((parsed, screen, cancel) => Answer(screen, parsed.GetValue<string>("path")!, parsed.GetValue<bool>("--undo"), cancel));

    /// <summary>The roots of the checkout that the folder is in, and of its submodules; null without git.</summary>
    private static HashSet<string>? RootsOf(string folder, CancellationToken cancel) => Repository.GitRootOf(folder) is not { } root ? null
        : new(GitCheckout.At(root, cancel).SubmodulePaths.Select(path => Path.Join(root, path)).Prepend(root), Folders.Comparer);

    private static IEnumerable<string> NotIgnored(Repository repository, string[] files, CancellationToken cancel)
    {
        // A root each: git refuses paths in a submodule.
        foreach (IGrouping<string?, string> same in files.GroupBy(Repository.GitRootOf))
        {
            string folder = same.Key ?? repository.Folder;
            (int exitCode, IEnumerable<string> ignored, string errors) = new Git(folder, cancel).CheckIgnore(same);
            if (exitCode is not (0 or 1))
            {
                yield return same.Key is null ? $"{folder} is not in a git repository, and {PreparedProps.Paths} needs one."
                    : $"`git check-ignore` failed in {folder}: {errors}.";
            }
            else if (same.Except(ignored).ToArray() is { Length: > 0 } seen)
            {
                yield return $"git does not ignore {Words.Some(seen)}. Add bin and obj to .gitignore: other checkouts get only ignored "
                    + "outputs.";
            }
        }
    }

    internal static int Answer(Screen screen, string path, bool undo, CancellationToken cancel)
    {
        path = Path.GetFullPath(path);
        path = Path.Exists(path) ? TruePath.Of(path) : path;
        HashSet<string>? roots = RootsOf(path, cancel);
        var repository = Repository.OpenAll(path, IsWanted, cancel);
        FoldersAbove.Check(repository.Folder, repository.Folder);
        EvaluatedProject[] able = [.. repository.Projects.Where(PreparedProps.AreImportedBy)];
        string[] changed = [.. able.Where(undo ? PreparedProps.Delete : PreparedProps.Write).Select(project => project.File)];

        // Only an evaluation that imports the file shows which projects have other values.
        IReadOnlyList<EvaluatedProject> after = undo || able.Length == 0 ? [] : Repository.OpenAll(path, IsWanted, cancel).Projects;
        string[] attention =
        [
            .. undo ? [] : NotIgnored(repository, [.. able.Select(PreparedProps.FileOf)], cancel),
            .. repository.Problems.Select(problem => problem.ToString()),
        ];

        // Such projects compile, and the others are prepared all the same: a script can go on, unless there are no others.
        string[] exceptions =
        [
            .. from project in repository.Projects.Except(able)
               select $"{repository.Relative(project.File)} was not prepared: the project does not use Microsoft.NET.Sdk.",
            .. from project in after.Where(PreparedProps.AreImportedBy)
               let otherwise = PreparedProps.OtherwiseIn(project)
               where otherwise is not null
               select $"{repository.Relative(project.File)} keeps {otherwise}, so other checkouts may have to compile this project.",
        ];
        bool isWell = attention.Length == 0 && (undo || able.Length > 0);
        string summary = undo ? $"{repository.Folder}: the properties were removed from {Words.Count(changed.Length, "project")}."
            : able.Length == 0 ? $"{repository.Folder}: no project was prepared."
            : $"{repository.Folder}: {Words.Count(able.Length, "project is", "projects are")} prepared. Build now: other checkouts can "
                + "then use the outputs.";
        string[] below = able.Length == 0 ? []
            : !undo ? ["After that build, stack traces and debuggers show /_/ instead of the checkout's folder, and hot reload does not "
                + $"apply edits to C# files: see {Page}#debugging"]
            : changed.Length > 0 ? ["Build once with --no-incremental, so that pdbs contain the paths of sources again."]
            : [];
        var answer = new
        {
            summary, repository.Folder, Projects = able.Select(project => project.File), changed, attention, exceptions,
        };
        return screen.Answer(answer, summary, isWell, () => screen.Lines(
        [
            .. First(attention).Select(line => $"! {line}"), .. First(exceptions).Concat(below).Select(line => $"- {line}"),
        ]));

        static IEnumerable<string> First(string[] lines) => lines.Length <= MostLines ? lines
            : [.. lines.Take(MostLines), $"... and {lines.Length - MostLines} more: --json has all."];

        // Another checkout that is below the folder or in the solution has its own builds.
        bool IsWanted(string file) => roots is null || (Repository.GitRootOf(file) is { } root && roots.Contains(root));
    }
}
